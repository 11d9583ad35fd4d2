// The data of a page, as the Rust types are serialized that describe each field.
// Written by `UPDATE_DOCS=1 cargo test -p referee-page data_types`.

type AgainstBlock = {
    file: string;
    gone: Array<string>;
    new: Array<string>;
    notes: Array<string>;
    sentence: string;
    submissions: Array<ChangedRow>;
};

type CalibrationFigures = {
    allocation_us: number;
    build: string;
    cpu?: string;
    integers_us: number;
    loops: number;
    memory_us: number;
};

type CaseView = {
    answer?: TextStart;
    images?: Array<EmbeddedImage>;
    input?: TextStart;
    picture?: SvgPicture;
    provenance?: string;
};

type ChangedRow = {
    cases: number;
    met_before: Met | null;
    met_now: Met | null;
    name: string;
    points_before?: number;
    points_now?: number;
    submission: number | null;
    verdict_before: Verdict | null;
    verdict_now: Verdict | null;
};

type Decision = {
    by?: string;
    is_excused?: boolean;
    note?: string;
    points?: Points;
};

type Detail = {
    again?: string;
    answer?: string;
    before?: Verdict;
    case: string;
    contestant: string;
    cpu_seconds?: number;
    dialogue?: string;
    drawing?: Array<string>;
    exit?: number;
    facts?: Array<LabelledFact>;
    images?: Array<EmbeddedImage>;
    input?: string;
    instructions?: number;
    kept?: boolean;
    memory_bytes?: number;
    message: string;
    near_limit?: NearLimit;
    output?: string;
    output_digest?: string;
    picture?: SvgPicture;
    place?: OutputPlace;
    public?: string;
    reason: Reason;
    recheck?: Recheck;
    repeats?: Array<Verdict>;
    retried?: Retried;
    says?: string;
    score?: Score;
    signal?: number;
    verdict: Verdict;
    waited_seconds?: number;
    wall_seconds?: number;
    worked_seconds?: number;
};

type Earned = {
    cases: number;
    most_points: Points;
    passed: number;
    points: Points;
    title: string;
};

type EmbeddedImage = {
    base64: string;
    name: string;
    type: string;
};

type LabelledFact = {
    label: string;
    text: string;
};

type MachineSpeed = {
    drift_per_mille?: number;
    slowness_per_mille?: number;
};

type MessageKind = {
    reason: Reason;
    text: string;
};

type Met = "as-expected"
    | "not-permitted"
    | "not-caught"
    | "not-judged";

type NearLimit = "shorter"
    | "longer";

type NotJudged = { public: string; reason: "not-a-program" }
    | { allowed: boolean; program: string; reason: "not-installed" }
    | { reason: "judge-error" };

type OutputPlace = {
    column: number;
    line: number;
};

type Platform = "moodle"
    | "canvas"
    | "gradescope"
    | "artemis"
    | "classroom"
    | "template";

type Points = number;

type Reason = "proved"
    | "refuted"
    | "malformed"
    | "not-text"
    | "empty"
    | "missing"
    | "time-limit"
    | "memory-limit"
    | "output-limit"
    | "run-time-error"
    | "compile-error"
    | "judge-error";

type Recheck = {
    before: Verdict;
    cpu_seconds: Array<number>;
    limit_seconds: number;
};

type Retried = {
    machine: boolean;
    waited_seconds: number;
    wall_seconds: number;
};

type RightRow = {
    refused_by: Array<number>;
    submission: number;
};

type Rule = "each"
    | "all";

type RunBlock = {
    against?: AgainstBlock;
    case_blocks: Array<Array<number>>;
    case_groups: Array<Stretch>;
    cases: Array<string>;
    command: string;
    extras: Array<UncountedFile>;
    format: string;
    kinds: Array<MessageKind>;
    left_out: Array<string>;
    limit_seconds?: number;
    problem: string;
    score_groups: Array<ScoreGroup>;
    sizes: Array<number | null>;
    submissions: Array<SubmissionRow>;
    suite?: SuiteBlock;
    time: TimeScale;
    totals: Totals;
    version: number;
};

type Score = { points: number }
    | { multiplier: number };

type ScoreGroup = {
    cases: Array<number>;
    most_points: Points;
    rule: Rule;
    title: string;
};

type SlowestRun = {
    case: number;
    cpu_seconds: number;
};

type SmallestSuite = {
    cases: Array<number>;
    proof: string;
};

type Stretch = {
    count: number;
    first: number;
    name: string;
};

type Student = {
    id: string;
    name: string;
    platform: Platform;
};

type SubmissionRow = {
    again?: string;
    counts: Record<string, number> | null;
    decision?: Decision;
    details: number;
    expected?: string;
    folder: string | null;
    grade?: Points;
    groups?: Array<Earned>;
    message: string;
    met?: Met;
    most_points?: Points;
    name: string;
    not_judged?: NotJudged;
    path?: string;
    points?: Points;
    same_failure?: string;
    score?: number;
    slowest?: SlowestRun;
    student?: Student;
    test_groups?: Array<TestGroup>;
    unsteady?: Array<number>;
    verdict: Verdict | null;
};

type SubmissionTotals = {
    accepted?: number;
    allowed?: number;
    as_expected: number;
    judged: number;
    not_judged: number;
    nothing_expected?: number;
};

type SuiteBlock = {
    costs: Array<[number, number]>;
    idle: Array<number>;
    is_purpose: boolean;
    not_judged: Array<number>;
    on_demand: Array<number>;
    on_demand_only: Array<number>;
    order: Array<number>;
    order_catching: number;
    rank: number;
    right: Array<RightRow>;
    smallest: SmallestSuite;
    uncaught: Array<number>;
    weak: Array<WeakRow>;
    wrong: Array<number>;
};

type SvgPicture = {
    alt: string;
    svg: string;
};

type TestGroup = {
    name: string;
    score: number;
    verdict: Verdict | null;
};

type TextStart = {
    bytes: number;
    cut: boolean;
    text: string;
};

type TimeScale = {
    first: number;
    step: number;
};

type Totals = {
    accepted: number;
    calibration?: CalibrationFigures;
    judge_errors: number;
    judged: number;
    kept?: number;
    machine?: MachineSpeed;
    refused: number;
    submissions?: SubmissionTotals;
};

type UncountedFile = {
    contestant: string;
    message: string;
    path: string;
};

type Verdict = "AC"
    | "WA"
    | "PE"
    | "NO"
    | "TLE"
    | "MLE"
    | "OLE"
    | "RTE"
    | "CE"
    | "JE";

type WeakRow = {
    case: number;
    submission: number;
};
