/*
 * The first view: all submissions on all cases.
 */
import { make } from "./dom.js";
import * as Grid from "./grid.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Query from "./query.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

/**
 * The letters that occur, each with its meaning and count, as links to the matching results.
 * @param {Store} store
 */
function legend(store) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const submission of store.run.submissions) {
        for (const [letter, count] of Object.entries(submission.counts ?? {})) {
            counts.set(letter, (counts.get(letter) ?? 0) + count);
        }
    }
    const letters = [...Query.LETTERS].flatMap((letter) => {
        const count = counts.get(letter);
        return count === undefined ? [] : [{ letter, count }];
    });
    return make(
        "ul",
        { class: "legend", "aria-label": "Verdicts" },
        letters.map(({ letter, count }) =>
            make(
                "li",
                {},
                make(
                    "a",
                    { href: Route.toQuery([{ key: "v", value: letter }]) },
                    Parts.letter(letter),
                    ` ${Verdicts.words(letter, store.run.command)} `,
                    make("span", { class: "quiet" }, count.toLocaleString("en")),
                ),
            ),
        ),
    );
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    const { run } = store;
    const isGiven = state.order === "given";
    const rows = isGiven
        ? selection.submissions
        : Order.submissionsFailingFirst(run, selection.submissions);
    const columns = isGiven
        ? selection.cases
        : Order.casesFailingFirst(run, selection.cases, store.counts);
    const found =
        `${rows.length} of ${Scale.plural(run.submissions.length, "submission")}, ` +
        `${columns.length.toLocaleString("en")} of ${Scale.plural(run.cases.length, "case")}`;
    const title = make("h2", { tabindex: "-1" }, "Submissions and cases");
    const bar = make(
        "div",
        { class: "bar" },
        make("p", { role: "status", class: "found" }, found),
        Parts.orders(state, "failing first", "as judged"),
    );
    if (rows.length === 0 || columns.length === 0) {
        return { title: "Matrix", element: make("section", {}, title, bar, nothing(state)) };
    }
    const grid = new Grid.LetterGrid(store, rows, columns, Grid.plain(store, selection.mask));
    return {
        title: "Matrix",
        element: make(
            "section",
            { class: "matrix" },
            title,
            bar,
            grid.element,
            grid.said,
            legend(store),
        ),
        start: () => grid.start(),
    };
}

/** @param {State} state */
export const nothing = (state) =>
    make(
        "p",
        { class: "nothing" },
        "Nothing matches. ",
        make("a", { href: Route.format({ ...state, q: "" }) }, "Show everything"),
    );
