// What the modules hand to each other, beside the data (`data.d.ts`). Submissions and cases are
// numbers: places in `RunBlock.submissions` and `RunBlock.cases`. No type is an interface: one with
// the name of something in browsers would silently become one with it.

/** One byte for each case. */
type Plane = Uint8Array;

type Store = {
    run: RunBlock;
    hasTimes: boolean;
    verdicts: Plane[];
    /** By byte of a verdict, whether it is a failure. */
    fails: Uint8Array;
    /** How many submissions fail each case. */
    counts: Uint32Array;
    bytes(id: string): Promise<Uint8Array | null>;
    caseView(index: number): Promise<CaseView>;
    /** What is known of its refusals, by case. */
    details(submission: number): Promise<Partial<Record<number, Detail>>>;
};

/** A term as it is written: it says so where it is turned round. */
type WrittenTerm = {
    key: string;
    value: string;
    negated?: boolean;
};

type Term = WrittenTerm & {
    negated: boolean;
};

/** The names that addresses have for the views. */
type ViewName =
    | "matrix"
    | "case"
    | "submission"
    | "kinds"
    | "suite"
    | "times"
    | "changes"
    | "statistics";

/** What an address says. */
type State = {
    view: ViewName;
    q: string;
    case: string;
    s: string;
    order: string;
};

/** What a query leaves. */
type Selected = {
    submissions: number[];
    cases: number[];
    mask(submission: number): Plane;
};

/** The bytes of a submission that a query may look at. */
type Planes = {
    verdicts: Plane;
    times: Plane | null;
    /** The plane of kinds, and then that of equal outputs. */
    refutations: Uint8Array | null;
};

/** A submission that fails a case, and what is known of its output. */
type Failure = {
    submission: number;
    letter: string;
    kind: number;
    output: number;
};

/** Those who wrote the same; where that is not known, one alone. */
type EqualOutputs = {
    isKnown: boolean;
    submissions: number[];
};

/** Failures of one verdict and kind of refutation, over all cases. */
type FailureKind = {
    letter: string;
    kind: number;
    runs: number;
    /** How many runs of each submission. */
    submissions: Map<number, number>;
    cases: Set<number>;
};

/** What the cases are good for. */
type Strength = {
    /** The submissions that exactly one case catches, by that case. */
    alone: Map<number, number[]>;
    /**
     * Cases that nobody fails although everybody was run there; those that nobody fails of whom
     * were run there; and the others, those first that most fail.
     */
    idle: number[];
    unsure: number[];
    busiest: number[];
    /** How many submissions were not run on all cases after a failure. */
    stopped: number;
};

/** What is to be shown. */
type View = {
    store: Store;
    state: State;
    selection: Selected;
};

/** A view as it is shown; `start` is called once it is in the document. */
type RenderedView = {
    title: string;
    element: HTMLElement;
    start?: () => void;
};

/** Values of attributes: `style` holds properties; null and false leave an attribute out. */
type Attributes = {
    style?: Record<string, string>;
    [name: string]: string | number | boolean | null | undefined | Record<string, string>;
};

/** What stands in an element: nothing is shown for null, undefined and false. */
type Child = Node | string | number | false | null | undefined | Child[];

/** Cases that stand beside each other in a grid. */
type Columns = Stretch & {
    /** The least width of their name, in pixels. */
    least?: number;
};

/** A sign before the name of a case: its class, the sign, and words. */
type Sign = [string, string, string];

/** The cases of a submission whose times are drawn, and the byte of each time. */
type Series = { number: number; bytes: Plane; cases: number[] };

/** A place in a drawing. */
type Place = [number, number];

/** A run in a drawing of times. */
type Point = { x: number; seconds: number; failed: boolean };

/** The axes of drawings that stand beside each other, and their limit. */
type Axes = {
    width: number;
    height: number;
    isLog: boolean;
    label: string;
    limit: number;
    sizes: [number, number];
    seconds: [number, number];
};

/** How a grid of letters looks. */
type Look = {
    label: string;
    /** The stretches of columns; null for one for each folder. */
    stretches: Stretch[] | null;
    /** What stands beside the name of a submission. */
    outcome(submission: SubmissionRow, run: RunBlock, number: number): HTMLElement;
    signs(index: number): Sign[];
    cell(
        submission: number,
        index: number,
        letter: string,
    ): { text: string; words: string; isBeside: boolean };
};

interface Uint8ArrayConstructor {
    fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}
