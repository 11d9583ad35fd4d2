// The data of a page, as `src/report/html` writes them, and what the modules hand to each other. Submissions and cases are numbers: places
// in `Run.submissions` and `Run.cases`.

/** One byte for each case. */
type Plane = Uint8Array;

interface Stretch {
    name: string;
    first: number;
    count: number;
    /** The least width of its name, in pixels. */
    least?: number;
}

interface Submission {
    name: string;
    folder: string | null;
    verdict: string | null;
    expected: string | null;
    met: string | null;
    points?: number;
    most_points?: number;
    score?: number;
    groups?: { title: string; points: number }[];
    test_groups?: { name?: string; title?: string; verdict?: string; score?: number }[];
    slowest: { case: number; cpu_seconds: number } | null;
    message: string;
    unsteady?: number[];
    same_failure: string | null;
    student: { name: string; id: string } | null;
    counts: Record<string, number> | null;
    again: string | null;
}

interface Change {
    submission: number | null;
    name: string;
    verdict_before?: string | null;
    verdict_now?: string | null;
    met_before?: string | null;
    met_now?: string | null;
    points_before?: number | null;
    points_now?: number | null;
    cases: number;
}

interface Suite {
    is_purpose: boolean;
    wrong: number[];
    not_judged: number[];
    right: { submission: number; refused_by: number[] }[];
    uncaught: number[];
    weak: { submission: number; case: number }[];
    on_demand_only: number[];
    on_demand: number[];
    idle: number[];
    rank: number;
    smallest: { cases: number[]; proof: string };
    order: number[];
    order_catching: number;
    costs: [number, number][];
}

interface Totals {
    judged?: number;
    refused?: number;
    judge_errors?: number;
    submissions?: { judged: number; as_expected: number; not_judged: number } | null;
}

interface TimeScale {
    first: number;
    step: number;
}

interface Run {
    command: string;
    problem: string;
    runs: { cpu_milliseconds: number } | null;
    cases: string[];
    case_groups: Stretch[];
    sizes: (number | null)[] | null;
    score_groups: { title: string; most_points: number; rule: string; cases: number[] }[];
    kinds: { text: string }[];
    submissions: Submission[];
    time: TimeScale;
    case_blocks: number[][];
    totals: Totals | null;
    extras: { contestant: string; path: string; message: string }[];
    suite: Suite | null;
    /** How a student's page is divided; null on other pages. */
    sections: { title: string; words: string; cases: number[] }[] | null;
    against: {
        file: string;
        sentence?: string;
        notes?: string[];
        submissions: Change[];
        cases_changed?: number;
        new?: string[];
        gone?: string[];
    } | null;
}

interface Excerpt {
    text: string;
    bytes: number;
    cut: boolean;
}

interface Pictures {
    picture?: { svg: string; alt: string };
    images?: { name: string; type: string; base64: string }[];
}

interface CaseView extends Pictures {
    input?: Excerpt;
    answer?: Excerpt;
    provenance?: string;
}

/** What is known of a refused output. */
interface Refusal extends Pictures {
    message?: string;
    says?: string;
    place?: { line: number; column: number };
    facts?: { label: string; text: string }[];
    drawing?: string[];
    answer?: string;
    input?: string;
    output?: string;
    dialogue?: string;
    cpu_seconds?: number;
    worked_seconds?: number;
    wall_seconds?: number;
    memory_bytes?: number;
    instructions?: number;
    exit?: number;
    signal?: number;
    near_limit?: string;
    appeal?: { limit_seconds: number; cpu_seconds: number[] };
    repeats?: string[];
    before?: string;
    retried?: string;
    again?: string;
}

interface Store {
    run: Run;
    hasTimes: boolean;
    verdicts: Plane[];
    /** By byte of a verdict, whether it is a failure. */
    fails: Uint8Array;
    /** How many submissions fail each case. */
    counts: Uint32Array;
    bytes(id: string): Promise<Plane | null>;
    caseView(index: number): Promise<CaseView>;
    details(submission: number): Promise<Record<number, Refusal>>;
}

interface Term {
    key: string;
    value: string;
    negated?: boolean;
}

/** What an address says. */
interface State {
    view: string;
    q: string;
    case: string;
    s: string;
    order: string;
}

/** What a query leaves. */
interface Selection {
    submissions: number[];
    cases: number[];
    mask(submission: number): Plane;
    isWhole: boolean;
}

interface View {
    store: Store;
    state: State;
    selection: Selection;
}

/** How a grid of letters looks. */
interface Look {
    label: string;
    /** The stretches of columns; null for one for each folder. */
    stretches: Stretch[] | null;
    /** What stands beside the name of a submission. */
    outcome(submission: Submission, run: Run, number: number): Node;
    /** The signs before the name of a case: each a key, a sign, and words. */
    signs(index: number): string[][];
    cell(submission: number, index: number, letter: string): { text: string; words: string; isBeside: boolean };
}

interface Uint8ArrayConstructor {
    fromBase64?(text: string): Uint8Array;
}
