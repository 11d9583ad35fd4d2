/*
 * The kill matrix: which wrong program is caught by which case, what is weak about that, and how few cases would do.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Grid from "./grid.js";
import * as Matrix from "./matrix.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

/** The signs before the names of cases, each with its words. */
const SIGNS = [
    ["chosen", "●", "in the smallest suite"],
    ["demand", "◇", "made on demand"],
    ["idle", "○", "catches nobody"],
];

/**
 * Reads the block `caught`: for each wrong program, a byte for each case, 1 where the case catches it; by submission.
 * @param {Suite} suite
 */
export function rowsOf(suite, bytes, count) {
    return new Map(suite.wrong.map((submission, row) => [submission, bytes.subarray(row * count, (row + 1) * count)]));
}

const caughtBy = (row) => row.reduce((sum, byte) => sum + byte, 0);

/**
 * Arranges the matrix. In the order in which wrong programs fail soonest, the programs follow the cases that catch them first,
 * so that the matrix becomes a staircase; otherwise the weakest programs come first, and cases stay in their folders. Whoever
 * is caught by nothing stands above all others.
 * @param {Suite} suite
 */
export function arranged(suite, rows, isSoonest, { submissions, cases }) {
    const inSight = new Set(cases);
    const columns = isSoonest ? suite.order.filter((index) => inSight.has(index)) : [...cases];
    const place = (submission) => {
        const row = rows.get(submission);
        if (caughtBy(row) === 0) return -1;
        return isSoonest ? suite.order.findIndex((index) => row[index] === 1) : 0;
    };
    const keys = new Map(
        submissions
            .filter((submission) => rows.has(submission))
            .map((submission) => [submission, [place(submission), caughtBy(rows.get(submission))]]),
    );
    const sorted = [...keys].sort(([a, [x, i]], [b, [y, j]]) => x - y || i - j || a - b);
    return { rows: sorted.map(([submission]) => submission), columns };
}

/**
 * For each of the first cases in an order, how many programs it catches that none before it does.
 * @param {Suite} suite
 */
export function gains(suite, rows) {
    const left = new Set(suite.wrong);
    return suite.order.slice(0, suite.order_catching).map((index) => {
        const caught = [...left].filter((submission) => rows.get(submission)[index] === 1);
        for (const submission of caught) left.delete(submission);
        return [index, caught.length];
    });
}

/**
 * What is weak about how a program is caught, in capitals; null where there is nothing.
 * @param {Suite} suite
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

/** @param {Suite} suite */
function outcome(suite, rows) {
    const weak = weakness(suite);
    return (_, run, submission) => {
        const flag = weak(submission);
        const count = caughtBy(rows.get(submission));
        return make(
            "span",
            { class: "outcome" },
            flag
                ? make("strong", { class: flag === "NOT CAUGHT" ? "flag" : "flag weak" }, flag)
                : `${count} of ${run.cases.length}`,
        );
    };
}

/** @param {Suite} suite */
function signs(suite) {
    const sets = {
        chosen: new Set(suite.smallest.cases),
        demand: new Set(suite.on_demand),
        idle: new Set(suite.idle),
    };
    return (index) => SIGNS.filter(([key]) => sets[key].has(index));
}

/**
 * How the grid of letters shows the matrix: a letter where a case catches, a point where it does not.
 * @param {Store} store
 * @param {Suite} suite
 * @param {Selection} selection
 */
function look(store, suite, rows, selection, isSoonest, columns) {
    const { run } = store;
    const catching = new Set(suite.order.slice(0, suite.order_catching));
    const first = columns.filter((index) => catching.has(index)).length;
    const stretches = [
        { name: "catch all", first: 0, count: first },
        { name: "catch nobody else", first, count: columns.length - first },
    ].filter(({ count }) => count > 0);
    return {
        label: "Wrong programs, and the cases that catch them",
        stretches: isSoonest ? stretches : null,
        outcome: outcome(suite, rows),
        signs: signs(suite),
        cell: (submission, index, letter) => {
            const isCaught = rows.get(submission)[index] === 1;
            const words = Verdicts.words(letter, run.command);
            return {
                text: letter === "A" ? "·" : letter,
                words: isCaught ? `caught: ${words}` : `not caught: ${words}`,
                isBeside: !isCaught || !selection.mask(submission)[index],
            };
        },
    };
}

/** @param {State} state */
function orderLinks(state) {
    const option = (order, text) =>
        make(
            "a",
            { href: Route.format({ ...state, order }), "aria-current": state.order === order ? "true" : null },
            text,
        );
    return make(
        "p",
        { class: "order" },
        "Order: ",
        option("", "failing soonest"),
        " · ",
        option("given", "weakest programs first"),
    );
}

/** @param {Suite} suite */
function legend(suite) {
    const has = { chosen: true, demand: suite.on_demand.length > 0, idle: suite.idle.length > 0 };
    const items = SIGNS.filter(([key]) => has[key]).map(([, sign, words]) => make("li", {}, `${sign} ${words}`));
    return make(
        "ul",
        { class: "legend", "aria-label": "Signs" },
        make("li", {}, "a letter with a background: the case catches the program by this verdict"),
        make("li", {}, "a bare letter: it refuses the program, but not as is expected of it"),
        make("li", {}, "· it accepts the program"),
        items,
    );
}

const figure = (value, of, words) =>
    make(
        "div",
        {},
        make("dt", {}, words),
        make(
            "dd",
            {},
            value.toLocaleString("en"),
            of === null ? null : make("span", { class: "of" }, ` of ${of.toLocaleString("en")}`),
        ),
    );

/** @param {Suite} suite */
function figures(suite) {
    const accepted = suite.right.filter((program) => program.refused_by.length === 0).length;
    const caught = suite.wrong.length - suite.uncaught.length;
    const share = (part, of) => (of === 0 ? "" : `, ${((100 * part) / of).toFixed(1)} %`);
    return make(
        "dl",
        { class: "numbers" },
        figure(caught, suite.wrong.length, `wrong programs caught${share(caught, suite.wrong.length)}`),
        figure(accepted, suite.right.length, `right programs accepted${share(accepted, suite.right.length)}`),
        figure(suite.rank, null, "failures independent of each other"),
        figure(suite.smallest.cases.length, null, "cases in the smallest suite"),
    );
}

/**
 * One line of a list: a flag, a program, and cases.
 * @param {Store} store
 */
const line = (store, flag, submission, cases) =>
    make(
        "span",
        { class: "weak-spot" },
        make("strong", { class: flag === "NOT CAUGHT" || flag === "REFUSED" ? "flag" : "flag weak" }, flag),
        " ",
        Parts.submissionLink(store.run.submissions[submission]),
        cases.length === 0 ? null : make("span", { class: "quiet" }, " by "),
        cases.slice(0, 6).flatMap((index, at) => [at === 0 ? null : ", ", Parts.caseLink(store.run.cases[index])]),
        cases.length > 6 ? ` and ${cases.length - 6} more` : null,
    );

/**
 * @param {Store} store
 * @param {Suite} suite
 */
function weakSpots(store, suite, rows) {
    const weak = weakness(suite);
    const catching = (submission) => suite.order.filter((index) => rows?.get(submission)[index] === 1);
    const alone = new Map(suite.weak.map(({ submission, case: index }) => [submission, [index]]));
    /** @typedef {[string, number, number[]]} WeakSpot */
    const refused = suite.right
        .filter((program) => program.refused_by.length > 0)
        .map((program) => /** @type {WeakSpot} */ (["REFUSED", program.submission, program.refused_by]));
    const rank = ["NOT CAUGHT", "ON DEMAND ONLY", "ONE CASE"];
    const wrong = suite.wrong
        .flatMap((submission) => {
            const flag = weak(submission);
            const cases = alone.get(submission) ?? catching(submission);
            return flag ? [/** @type {WeakSpot} */ ([flag, submission, cases])] : [];
        })
        .sort((a, b) => rank.indexOf(a[0]) - rank.indexOf(b[0]) || a[1] - b[1]);
    const lines = [...refused, ...wrong];
    if (lines.length === 0) return make("p", {}, "Several cases that are always there catch each wrong program.");
    return Dom.longList(lines, 20, ([flag, submission, cases]) => line(store, flag, submission, cases));
}

/**
 * The first cases in the order, each with a bar: how many programs are caught by then.
 * @param {Store} store
 * @param {Suite} suite
 */
function order(store, suite, rows) {
    const all = suite.wrong.length;
    let sum = 0;
    const steps = gains(suite, rows).map(([index, gain]) => {
        sum += gain;
        return [index, sum];
    });
    if (steps.length === 0) return make("p", {}, "No case catches anybody.");
    return Dom.longList(steps, 20, ([index, caught]) =>
        make(
            "span",
            { class: "share" },
            make("span", { class: "count" }, `${caught} of ${all}`),
            make(
                "span",
                { class: "meter", "aria-hidden": "true" },
                make("span", { style: { width: `${(100 * caught) / all}%` } }),
            ),
            Parts.caseLink(store.run.cases[index]),
        ),
    );
}

/**
 * A case of the smallest suite, with what it costs.
 * @param {Store} store
 * @param {Suite} suite
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

const part = (title, ...content) => make("section", {}, make("h3", {}, title), content);

/**
 * @param {Store} store
 * @param {Suite} suite
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
                    : make("p", { class: "quiet" }, `${Scale.plural(rest, "case")} more would catch nobody else.`),
            ),
        part(
            "Cases that catch nobody",
            suite.idle.length === 0
                ? make("p", {}, "Each case catches somebody.")
                : Dom.longList(suite.idle, 20, (index) => Parts.caseLink(store.run.cases[index])),
        ),
    );
}

/**
 * @param {View} view
 * @param {Suite} suite
 */
export async function render({ store, state, selection }, suite) {
    const bytes = await store.bytes("caught");
    const rows = bytes && rowsOf(suite, bytes, store.run.cases.length);
    const isSoonest = state.order !== "given";
    const shown = rows ? arranged(suite, rows, isSoonest, selection) : { rows: [], columns: [] };
    const isEmpty = shown.rows.length === 0 || shown.columns.length === 0;
    const grid = isEmpty
        ? null
        : new Grid.LetterGrid(
              store,
              shown.rows,
              shown.columns,
              look(store, suite, rows, selection, isSoonest, shown.columns),
          );
    const found =
        `${shown.rows.length} of ${Scale.plural(suite.wrong.length, "wrong program")}, ` +
        `${shown.columns.length.toLocaleString("en")} of ${Scale.plural(store.run.cases.length, "case")}`;
    const matrix =
        grid === null
            ? Matrix.nothing(state)
            : [
                  make(
                      "div",
                      { class: "bar" },
                      make("p", { role: "status", class: "found" }, found),
                      orderLinks(state),
                  ),
                  grid.element,
                  grid.said,
                  legend(suite),
              ];
    const notJudged = suite.not_judged.length;
    return {
        title: "Suite",
        element: make(
            "section",
            { class: "kills" },
            make("h2", { tabindex: "-1" }, "Strength of the cases"),
            figures(suite),
            notJudged === 0
                ? null
                : make(
                      "p",
                      { class: "quiet" },
                      `${Scale.plural(notJudged, "program was", "programs were")} not judged on all cases, and `,
                      notJudged === 1 ? "is not counted." : "are not counted.",
                  ),
            rows ? matrix : Parts.leftOut("the kill matrix"),
            parts(store, suite, rows),
        ),
        start: () => grid?.start(),
    };
}
