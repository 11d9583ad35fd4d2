/*
 * The kill matrix: which case catches which wrong program, the weak spots, and the smallest suite.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Grid from "./grid.js";
import * as Matrix from "./matrix.js";
import * as Parts from "./parts.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

/**
 * For each wrong program, a byte per case: 1 if the case catches it.
 * @typedef {Map<number, ByteColumn>} Rows
 */

/**
 * A program with a weak spot, and the cases involved.
 * @typedef {{ flag: string, submission: number, cases: number[] }} WeakSpot
 */

/**
 * The signs before the names of cases, with their meaning.
 * @type {Sign[]}
 */
const SIGNS = [
    ["chosen", "●", "in the smallest suite"],
    ["demand", "◇", "made on demand"],
    ["idle", "○", "catches none"],
];

/**
 * Reads the block `caught`, which stores the rows one after another.
 * @param {SuiteBlock} suite
 * @param {Uint8Array} bytes
 * @param {number} count
 * @returns {Rows}
 */
export function rowsOf(suite, bytes, count) {
    return new Map(
        suite.wrong.map((submission, row) => [
            submission,
            bytes.subarray(row * count, (row + 1) * count),
        ]),
    );
}

/**
 * Whether a case catches a program.
 * @param {Rows} rows
 * @param {number} submission
 * @param {number} index
 */
const catches = (rows, submission, index) => rows.get(submission)?.[index] === 1;

/** @param {ArrayLike<number>} row */
const sum = (row) => Array.from(row).reduce((all, byte) => all + byte, 0);

/**
 * Arranges the matrix. In the order in which wrong programs fail soonest, programs are sorted by
 * the first case that catches them, so that the matrix becomes a staircase. Otherwise the weakest
 * programs come first, and cases stay in their folders. Programs that no case catches are at the
 * top.
 * @param {SuiteBlock} suite
 * @param {Rows} rows
 * @param {boolean} isSoonest
 * @param {{ submissions: number[], cases: number[] }} selection
 */
export function arranged(suite, rows, isSoonest, { submissions, cases }) {
    const inSight = new Set(cases);
    const columns = isSoonest ? suite.order.filter((index) => inSight.has(index)) : [...cases];
    const sorted = submissions
        .flatMap((submission) => {
            const row = rows.get(submission);
            if (!row) return [];
            const first = suite.order.findIndex((index) => row[index] === 1);
            return [{ submission, count: sum(row), place: isSoonest ? first : Math.min(first, 0) }];
        })
        .sort((a, b) => a.place - b.place || a.count - b.count || a.submission - b.submission);
    return { rows: sorted.map(({ submission }) => submission), columns };
}

/**
 * For each of the first cases in the order, the number of programs that it is the first to catch.
 * @param {SuiteBlock} suite
 * @param {Rows} rows
 * @returns {[number, number][]}
 */
export function gains(suite, rows) {
    const left = new Set(suite.wrong);
    return suite.order.slice(0, suite.order_catching).map((index) => {
        const caught = [...left].filter((submission) => catches(rows, submission, index));
        for (const submission of caught) left.delete(submission);
        return [index, caught.length];
    });
}

/**
 * The weakness of how a program is caught, in capitals; null if there is none.
 * @param {SuiteBlock} suite
 * @returns {(submission: number) => string | null}
 */
export function weakness(suite) {
    const weak = new Set(suite.weak.map(({ submission }) => submission));
    const [uncaught, onDemand] = [new Set(suite.uncaught), new Set(suite.on_demand_only)];
    return (submission) => {
        if (uncaught.has(submission)) return "NOT CAUGHT";
        if (onDemand.has(submission)) return "ON DEMAND ONLY";
        return weak.has(submission) ? "ONE CASE" : null;
    };
}

/**
 * @param {SuiteBlock} suite
 * @param {Rows} rows
 * @returns {Look["outcome"]}
 */
function outcome(suite, rows) {
    const weak = weakness(suite);
    return (_, run, submission) => {
        const flag = weak(submission);
        const count = sum(rows.get(submission) ?? []);
        return make(
            "span",
            { class: "outcome" },
            flag
                ? make("strong", { class: flag === "NOT CAUGHT" ? "flag" : "flag weak" }, flag)
                : `${count} of ${run.cases.length}`,
        );
    };
}

/**
 * @param {SuiteBlock} suite
 * @returns {Look["signs"]}
 */
function signs(suite) {
    /** @type {Record<string, Set<number>>} */
    const sets = {
        chosen: new Set(suite.smallest.cases),
        demand: new Set(suite.on_demand),
        idle: new Set(suite.idle),
    };
    return (index) => SIGNS.filter(([key]) => sets[key].has(index));
}

/**
 * How the grid of letters shows the matrix: a letter if a case catches the program, a dot if not.
 * @param {Store} store
 * @param {SuiteBlock} suite
 * @param {Rows} rows
 * @param {Selected} selection
 * @param {boolean} isSoonest
 * @param {number[]} columns
 * @returns {Look}
 */
function look(store, suite, rows, selection, isSoonest, columns) {
    const { run } = store;
    const needed = new Set(suite.order.slice(0, suite.order_catching));
    const first = columns.filter((index) => needed.has(index)).length;
    const stretches = [
        { name: "catch all", first: 0, count: first },
        { name: "catch no others", first, count: columns.length - first },
    ].filter(({ count }) => count > 0);
    return {
        label: "Wrong programs, and the cases that catch them",
        stretches: isSoonest ? stretches : null,
        outcome: outcome(suite, rows),
        signs: signs(suite),
        cell: (submission, index, letter) => {
            const isCaught = catches(rows, submission, index);
            const words = Verdicts.words(letter, run.command);
            return {
                text: letter === "A" ? "·" : letter,
                words: isCaught ? `caught: ${words}` : `not caught: ${words}`,
                isBeside: !isCaught || !selection.mask(submission)[index],
            };
        },
    };
}

/** @param {SuiteBlock} suite */
function legend(suite) {
    /** @type {Record<string, boolean>} */
    const has = { chosen: true, demand: suite.on_demand.length > 0, idle: suite.idle.length > 0 };
    const items = SIGNS.filter(([key]) => has[key]).map(([, sign, words]) =>
        make("li", {}, `${sign} ${words}`),
    );
    return make(
        "ul",
        { class: "legend", "aria-label": "Signs" },
        make("li", {}, "a letter with a background: the case catches the program by this verdict"),
        make("li", {}, "a bare letter: it refuses the program, but not as is expected of it"),
        make("li", {}, "· it accepts the program"),
        items,
    );
}

/** @param {SuiteBlock} suite */
function figures(suite) {
    const accepted = suite.right.filter((program) => program.refused_by.length === 0).length;
    const caught = suite.wrong.length - suite.uncaught.length;
    /**
     * @param {number} part
     * @param {number} of
     */
    const share = (part, of) => (of === 0 ? "" : `, ${((100 * part) / of).toFixed(1)} %`);
    return make(
        "dl",
        { class: "numbers" },
        Parts.figure(
            caught,
            `wrong programs caught${share(caught, suite.wrong.length)}`,
            suite.wrong.length,
        ),
        Parts.figure(
            accepted,
            `right programs accepted${share(accepted, suite.right.length)}`,
            suite.right.length,
        ),
        Parts.figure(suite.rank, "failures independent of each other"),
        Parts.figure(suite.smallest.cases.length, "cases in the smallest suite"),
    );
}

/**
 * A line of a list: a flag, a program, and cases.
 * @param {Store} store
 * @param {WeakSpot} spot
 */
const line = (store, { flag, submission, cases }) =>
    make(
        "span",
        { class: "weak-spot" },
        make(
            "strong",
            { class: flag === "NOT CAUGHT" || flag === "REFUSED" ? "flag" : "flag weak" },
            flag,
        ),
        " ",
        Parts.submissionLink(store.run.submissions[submission]),
        cases.length === 0 ? null : make("span", { class: "quiet" }, " by "),
        cases
            .slice(0, 6)
            .flatMap((index, at) => [
                at === 0 ? null : ", ",
                Parts.caseLink(store.run.cases[index]),
            ]),
        cases.length > 6 ? ` and ${cases.length - 6} more` : null,
    );

/**
 * @param {Store} store
 * @param {SuiteBlock} suite
 * @param {Rows | null} rows
 */
function weakSpots(store, suite, rows) {
    const weak = weakness(suite);
    /** @param {number} submission */
    const caughtBy = (submission) => {
        const row = rows?.get(submission);
        return suite.order.filter((index) => row?.[index] === 1);
    };
    const alone = new Map(suite.weak.map(({ submission, case: index }) => [submission, [index]]));
    const refused = suite.right
        .filter((program) => program.refused_by.length > 0)
        .map(({ submission, refused_by: cases }) => ({ flag: "REFUSED", submission, cases }));
    const rank = ["NOT CAUGHT", "ON DEMAND ONLY", "ONE CASE"];
    const wrong = suite.wrong
        .flatMap((submission) => {
            const flag = weak(submission);
            const cases = alone.get(submission) ?? caughtBy(submission);
            return flag ? [{ flag, submission, cases }] : [];
        })
        .sort((a, b) => rank.indexOf(a.flag) - rank.indexOf(b.flag) || a.submission - b.submission);
    const spots = [...refused, ...wrong];
    if (spots.length === 0) {
        return make("p", {}, "Several cases that are always there catch each wrong program.");
    }
    return Dom.longList(spots, 20, (spot) => line(store, spot));
}

/**
 * The first cases in the order, each with a bar: how many programs are caught by then.
 * @param {Store} store
 * @param {SuiteBlock} suite
 * @param {Rows} rows
 */
function order(store, suite, rows) {
    const all = suite.wrong.length;
    let soFar = 0;
    /** @type {[number, number][]} */
    const steps = gains(suite, rows).map(([index, gain]) => {
        soFar += gain;
        return [index, soFar];
    });
    if (steps.length === 0) return make("p", {}, "No case catches a wrong program.");
    return Dom.longList(steps, 20, ([index, caught]) =>
        Parts.share(caught, all, store.run.cases[index]),
    );
}

/**
 * A case of the smallest suite, with its cost.
 * @param {Store} store
 * @param {SuiteBlock} suite
 * @param {number} index
 */
function chosen(store, suite, index) {
    const [bytes, seconds] = suite.costs[index];
    return make(
        "span",
        {},
        Parts.caseLink(store.run.cases[index]),
        make("span", { class: "quiet" }, ` ${Scale.inBytes(bytes)}, ${Scale.inSeconds(seconds)}`),
    );
}

/**
 * @param {string} title
 * @param {Child[]} content
 */
const part = (title, ...content) => make("section", {}, make("h3", {}, title), content);

/**
 * @param {Store} store
 * @param {SuiteBlock} suite
 * @param {Rows | null} rows
 */
function parts(store, suite, rows) {
    const rest = suite.order.length - suite.order_catching;
    return make(
        "div",
        { class: "columns" },
        part("Weak spots", weakSpots(store, suite, rows)),
        part(
            "The smallest suite",
            make("p", {}, `${suite.smallest.proof}.`),
            Dom.longList(suite.smallest.cases, 20, (index) => chosen(store, suite, index)),
        ),
        rows &&
            part(
                "The order in which wrong programs fail soonest",
                order(store, suite, rows),
                rest === 0
                    ? null
                    : make(
                          "p",
                          { class: "quiet" },
                          `${Scale.plural(rest, "case")} more would catch no other program.`,
                      ),
            ),
        part(
            "Cases that catch no program",
            suite.idle.length === 0
                ? make("p", {}, "Each case catches a program.")
                : Dom.longList(suite.idle, 20, (index) => Parts.caseLink(store.run.cases[index])),
        ),
    );
}

/** @param {number} count */
const notJudged = (count) =>
    count === 0
        ? null
        : make(
              "p",
              { class: "quiet" },
              Scale.plural(count, "program was", "programs were"),
              " not judged on all cases, and ",
              count === 1 ? "is not counted." : "are not counted.",
          );

/**
 * @param {View} view
 * @param {SuiteBlock} suite
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }, suite) {
    const bytes = await store.bytes("caught");
    const rows = bytes && rowsOf(suite, bytes, store.run.cases.length);
    const isSoonest = state.order !== "given";
    const shown = rows ? arranged(suite, rows, isSoonest, selection) : { rows: [], columns: [] };
    const isEmpty = shown.rows.length === 0 || shown.columns.length === 0;
    const grid =
        rows && !isEmpty
            ? new Grid.LetterGrid(
                  store,
                  shown.rows,
                  shown.columns,
                  look(store, suite, rows, selection, isSoonest, shown.columns),
              )
            : null;
    const programs = Scale.plural(suite.wrong.length, "wrong program");
    const cases = Scale.plural(store.run.cases.length, "case");
    const found =
        `${shown.rows.length} of ${programs}, ` +
        `${shown.columns.length.toLocaleString("en")} of ${cases}`;
    const status = make("p", { role: "status", class: "found" }, found);
    const orders = Parts.orders(state, "failing soonest", "weakest programs first");
    const bar = make("div", { class: "bar" }, status, orders);
    const matrix =
        grid === null ? Matrix.nothing(state) : [bar, grid.element, grid.said, legend(suite)];
    return {
        title: "Suite",
        element: make(
            "section",
            { class: "kills" },
            make("h2", { tabindex: "-1" }, "Strength of the cases"),
            figures(suite),
            notJudged(suite.not_judged.length),
            rows ? matrix : Parts.leftOut("the kill matrix"),
            parts(store, suite, rows),
        ),
        start: () => grid?.start(),
    };
}
