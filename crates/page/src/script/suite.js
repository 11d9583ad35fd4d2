/*
 * The strength of the suite: the kill matrix, if programs are known to be wrong; otherwise the
 * cases that no submission fails, and those that alone catch some submission.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Kills from "./kills.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Scale from "./scale.js";

/**
 * @param {Store} store
 * @param {Strength} found
 * @param {Set<number>} inSelection
 */
function alone(store, found, inSelection) {
    const rows = [...found.alone]
        .filter(([index]) => inSelection.has(index))
        .sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
    if (rows.length === 0)
        return make("p", {}, "No case is the only one that catches a submission.");
    return Dom.longList(rows, 20, ([index, submissions]) =>
        make(
            "span",
            { class: "alone" },
            Parts.caseLink(store.run.cases[index]),
            make("span", { class: "quiet" }, " alone catches "),
            submissions
                .slice(0, 6)
                .flatMap((submission, at) => [
                    at ? ", " : "",
                    Parts.submissionLink(store.run.submissions[submission], store.run.cases[index]),
                ]),
            submissions.length > 6 ? ` and ${submissions.length - 6} more` : null,
        ),
    );
}

/**
 * A bar for each case, as long as the share of submissions that fail it.
 * @param {Store} store
 * @param {Strength} found
 */
function busiest(store, found) {
    const all = store.run.submissions.length;
    return Dom.longList(found.busiest, 20, (index) =>
        Parts.share(store.counts[index], all, store.run.cases[index]),
    );
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    if (store.run.suite) return Kills.render({ store, state, selection }, store.run.suite);
    const found = Order.strength(store.verdicts, store.fails, store.counts, selection.cases);
    const inSelection = new Set(selection.cases);
    return {
        title: "Suite",
        element: make(
            "section",
            { class: "suite" },
            make("h2", { tabindex: "-1" }, "Strength of the cases"),
            make(
                "dl",
                { class: "numbers" },
                Parts.figure(selection.cases.length, "cases"),
                Parts.figure(found.busiest.length, "catch a submission"),
                Parts.figure(
                    [...found.alone.keys()].filter((index) => inSelection.has(index)).length,
                    "the only one to catch a submission",
                ),
                Parts.figure(found.idle.length, "catch none"),
            ),
            found.stopped === 0
                ? null
                : make(
                      "p",
                      { class: "quiet" },
                      Scale.plural(found.stopped, "submission was", "submissions were"),
                      " not run on all cases after a failure: other cases may catch them as well. ",
                      "Use --all-cases to find out.",
                  ),
            make("h3", {}, "Cases that are the only one to catch a submission"),
            alone(store, found, inSelection),
            make(
                "div",
                { class: "columns" },
                make(
                    "section",
                    {},
                    make("h3", {}, "Cases by how many fail them"),
                    found.busiest.length === 0
                        ? make("p", {}, "No submission fails any case.")
                        : busiest(store, found),
                ),
                make(
                    "section",
                    {},
                    make("h3", {}, "Cases that no submission fails"),
                    found.idle.length === 0
                        ? make("p", {}, "None that everybody was run on.")
                        : Dom.longList(found.idle, 20, (index) =>
                              Parts.caseLink(store.run.cases[index]),
                          ),
                    found.unsure.length === 0
                        ? null
                        : make(
                              "p",
                              { class: "quiet" },
                              `${Scale.plural(found.unsure.length, "more case")} may catch some: `,
                              "not all submissions ran them, after a failure or a judge error.",
                          ),
                ),
            ),
        ),
    };
}
