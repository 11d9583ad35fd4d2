/*
 * Equal failures over all cases: one line for each verdict and kind of rejection.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Matrix from "./matrix.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Verdicts from "./verdicts.js";

/**
 * @param {Store} store
 * @param {Selected} selection
 */
async function collect(store, selection) {
    /** @type {Map<number, FailureKind>} */
    const groups = new Map();
    for (const submission of selection.submissions) {
        const kinds = await store.bytes(`refutations-${submission}`);
        Order.collectKinds(
            groups,
            submission,
            store.verdicts[submission],
            kinds,
            selection.mask(submission),
            store.fails,
        );
    }
    return [...groups.values()].sort(
        (a, b) => b.submissions.size - a.submissions.size || b.runs - a.runs,
    );
}

/**
 * @param {Store} store
 * @param {FailureKind} group
 * @param {SubmissionRow | null} submission
 */
function query(store, group, submission = null) {
    const text = store.run.kinds[group.kind - 1]?.text;
    const terms = [{ key: "v", value: group.letter }];
    if (text) terms.push({ key: "k", value: text });
    if (submission) terms.unshift({ key: "s", value: submission.name });
    return Route.toQuery(terms);
}

/**
 * @param {Store} store
 * @param {FailureKind} group
 * @returns {Child[]}
 */
function row(store, group) {
    const text = store.run.kinds[group.kind - 1]?.text;
    const words =
        text ??
        (group.kind === 255 ? "other kinds" : Verdicts.words(group.letter, store.run.command));
    const most = [...group.submissions].sort((a, b) => b[1] - a[1]);
    const names = most
        .slice(0, 4)
        .flatMap(([submission, runs]) => [
            make(
                "a",
                { href: query(store, group, store.run.submissions[submission]) },
                Parts.submissionName(store.run.submissions[submission]),
            ),
            ` ${runs}`,
            make("br"),
        ]);
    const rest =
        most.length > 4 ? make("span", { class: "quiet" }, `and ${most.length - 4} more`) : null;
    return [
        make(
            "span",
            {},
            Parts.letter(group.letter),
            " ",
            make("a", { href: query(store, group) }, make("bdi", {}, words)),
        ),
        group.submissions.size.toLocaleString("en"),
        group.cases.size.toLocaleString("en"),
        group.runs.toLocaleString("en"),
        [names, rest],
    ];
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    const groups = await collect(store, selection);
    const most = 200;
    return {
        title: "Failures",
        element: make(
            "section",
            { class: "kinds" },
            make("h2", { tabindex: "-1" }, "Equal failures"),
            groups.length === 0
                ? state.q
                    ? Matrix.nothing(state)
                    : make("p", {}, "Nothing failed.")
                : Dom.table(
                      "Failures of one kind, over all cases",
                      ["failure", "submissions", "cases", "runs", "whose"],
                      groups.slice(0, most).map((group) => row(store, group)),
                  ),
            groups.length > most
                ? make("p", { class: "quiet" }, `The first ${most} of ${groups.length} kinds.`)
                : null,
        ),
    };
}
