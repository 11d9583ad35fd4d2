// The types passed between modules, besides the data (`data.d.ts`). Submissions and cases are
// numbers: positions in `RunBlock.submissions` and `RunBlock.cases`. No type is an interface: an
// interface with the name of a browser type would silently be merged with it.

/** One byte per case. */
type ByteColumn = Uint8Array;

type Store = {
    run: RunBlock;
    hasTimes: boolean;
    verdicts: ByteColumn[];
    /** For each byte of a verdict, whether it is a failure. */
    fails: Uint8Array;
    /** The number of submissions that fail each case. */
    counts: Uint32Array;
    bytes(id: string): Promise<Uint8Array | null>;
    caseView(index: number): Promise<CaseView>;
    /** The details of its rejections, by case. */
    details(submission: number): Promise<Partial<Record<number, Detail>>>;
};

/** A term as it is written; `negated` is present if it is negated. */
type WrittenTerm = {
    key: string;
    value: string;
    negated?: boolean;
};

type Term = WrittenTerm & {
    negated: boolean;
};

/** The names of views in addresses. */
type ViewName =
    | "matrix"
    | "case"
    | "submission"
    | "kinds"
    | "suite"
    | "times"
    | "changes"
    | "statistics";

/** The content of an address. */
type State = {
    view: ViewName;
    q: string;
    case: string;
    s: string;
    order: string;
};

/** The result of a query. */
type Selected = {
    submissions: number[];
    cases: number[];
    mask(submission: number): ByteColumn;
};

/** The bytes of a submission that a query may read. */
type ByteColumns = {
    verdicts: ByteColumn;
    times: ByteColumn | null;
    /** The column of kinds, followed by that of equal outputs. */
    refutations: Uint8Array | null;
};

/** A submission that fails a case, and the group of its output. */
type Failure = {
    submission: number;
    letter: string;
    kind: number;
    output: number;
};

/** Submissions with the same output; a single one if that is unknown. */
type EqualOutputs = {
    isKnown: boolean;
    submissions: number[];
};

/** Failures of one verdict and kind of refutation, over all cases. */
type FailureKind = {
    letter: string;
    kind: number;
    runs: number;
    /** The number of runs of each submission. */
    submissions: Map<number, number>;
    cases: Set<number>;
};

/** What the cases contribute. */
type Strength = {
    /** The submissions that exactly one case catches, by that case. */
    alone: Map<number, number[]>;
    /**
     * Cases that no submission fails, if all were run on them; cases that no submission fails of
     * those run; and the others, those that most submissions fail first.
     */
    idle: number[];
    unsure: number[];
    busiest: number[];
    /** The number of submissions not run on all cases after a failure. */
    stopped: number;
};

/** What to show. */
type View = {
    store: Store;
    state: State;
    selection: Selected;
};

/** A rendered view; `start` is called once it is in the document. */
type RenderedView = {
    title: string;
    element: HTMLElement;
    start?: () => void;
};

/** Values of attributes: `style` has properties; null and false omit an attribute. */
type Attributes = {
    style?: Record<string, string>;
    [name: string]: string | number | boolean | null | undefined | Record<string, string>;
};

/** The content of an element: null, undefined and false show nothing. */
type Child = Node | string | number | false | null | undefined | Child[];

/** Adjacent cases in a grid. */
type Columns = Stretch & {
    /** The minimum width of their name, in pixels. */
    least?: number;
};

/** A sign before the name of a case: its class, the sign, and its meaning. */
type Sign = [string, string, string];

/** The cases of a submission whose times are drawn, with the byte of each time. */
type Series = { number: number; bytes: ByteColumn; cases: number[] };

/** A position in a drawing. */
type Place = [number, number];

/** A run in a drawing of times. */
type Point = { x: number; seconds: number; failed: boolean };

/** The axes shared by adjacent drawings, and their limit. */
type Axes = {
    width: number;
    height: number;
    isLog: boolean;
    label: string;
    limit: number;
    sizes: [number, number];
    seconds: [number, number];
};

/** The look of a grid of letters. */
type Look = {
    label: string;
    /** The groups of columns; null for one per folder. */
    stretches: Stretch[] | null;
    /** The content beside the name of a submission. */
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
