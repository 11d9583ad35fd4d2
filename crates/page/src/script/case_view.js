/*
 * A case: its content, and which submissions fail it and how, grouped by equal kind of rejection
 * and by equal output.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";

/**
 * The results on the case: failures with the groups of their outputs, and all others by letter.
 * @param {Store} store
 * @param {number} index
 * @param {number[]} submissions
 */
async function results(store, index, submissions) {
    const members = [];
    const others = new Map();
    for (const submission of submissions) {
        const byte = store.verdicts[submission][index];
        const letter = String.fromCharCode(byte);
        if (!store.fails[byte]) {
            if (!others.has(letter)) others.set(letter, []);
            others.get(letter).push(submission);
            continue;
        }
        const columns = await store.bytes(`refutations-${submission}`);
        const count = store.run.cases.length;
        members.push({
            submission,
            letter,
            kind: columns?.[index] ?? 0,
            output: columns?.[count + index] ?? 0,
        });
    }
    return { members, others };
}

/**
 * @param {RunBlock} run
 * @param {number} index
 */
function neighbours(run, index) {
    /**
     * @param {number} at
     * @param {string} text
     */
    const link = (at, text) =>
        run.cases[at] === undefined
            ? make("span", { class: "quiet" }, text)
            : make("a", { href: Route.toCase(run.cases[at]), title: run.cases[at] }, text);
    return make(
        "nav",
        { class: "neighbours", "aria-label": "Cases" },
        link(index - 1, "← previous"),
        link(index + 1, "next →"),
    );
}

/**
 * Submissions with the same output: their names, and the rejection of all of them, shown once.
 * @param {Store} store
 * @param {number} index
 * @param {EqualOutputs} output
 */
async function sameOutput(store, index, { isKnown, submissions }) {
    const names = Dom.longList(submissions, 12, (submission) =>
        Parts.submissionLink(store.run.submissions[submission], store.run.cases[index]),
    );
    let found = null;
    for (const submission of submissions.slice(0, 3)) {
        found ??= (await store.details(submission))[index];
    }
    const head =
        submissions.length === 1
            ? null
            : make(
                  "p",
                  { class: "quiet" },
                  isKnown
                      ? `${submissions.length} with equal output`
                      : `${submissions.length} submissions`,
              );
    return make(
        "article",
        { class: "same" },
        head,
        make("div", { class: "names-list" }, names),
        found ? Parts.refusal(found) : null,
    );
}

/**
 * @param {Store} store
 * @param {number} index
 * @param {Failure[]} members
 */
async function failures(store, index, members) {
    const groups = Order.failuresOfCase(members);
    const parts = [];
    for (const group of groups) {
        const text = store.run.kinds[group.kind - 1]?.text;
        const outputs = [];
        for (const output of group.outputs.slice(0, 20))
            outputs.push(await sameOutput(store, index, output));
        const rest = group.outputs.slice(20).flatMap((output) => output.submissions);
        parts.push(
            make(
                "section",
                { class: "kind" },
                make(
                    "h3",
                    {},
                    Parts.verdict(group.letter, store.run.command),
                    text ? [": ", make("bdi", {}, text)] : null,
                    make(
                        "span",
                        { class: "quiet" },
                        ` ${Scale.plural(group.count, "submission")}` +
                            (group.outputs.length > 1
                                ? `, ${group.outputs.length} different outputs`
                                : ""),
                    ),
                ),
                outputs,
                rest.length
                    ? make(
                          "p",
                          {},
                          "Others: ",
                          rest
                              .slice(0, 50)
                              .flatMap((submission) => [
                                  Parts.submissionLink(
                                      store.run.submissions[submission],
                                      store.run.cases[index],
                                  ),
                                  " ",
                              ]),
                      )
                    : null,
            ),
        );
    }
    return parts;
}

/**
 * Submissions that do not fail, by result, in lists that can be opened.
 * @param {Store} store
 * @param {Map<string, number[]>} others
 */
function othersList(store, others) {
    return [...others].map(([letter, submissions]) =>
        make(
            "details",
            {},
            make(
                "summary",
                {},
                Parts.verdict(letter, store.run.command),
                make("span", { class: "quiet" }, ` ${submissions.length}`),
            ),
            Dom.longList(submissions, 50, (submission) =>
                Parts.submissionLink(store.run.submissions[submission]),
            ),
        ),
    );
}

/**
 * The heading if none of the selected submissions fails a case.
 * @param {Pick<Store, "run" | "verdicts">} store
 * @param {number} index
 * @param {number[]} submissions
 */
export function nobody({ run, verdicts }, index, submissions) {
    if (submissions.length < run.submissions.length)
        return "None of the submissions found fails this case";
    return Order.isJudgedForAll(verdicts, index)
        ? "No submission fails this case"
        : "None of the submissions judged on this case fails it";
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    const { run } = store;
    const index = run.cases.indexOf(state.case);
    if (index < 0) return Parts.missing("case", state.case);
    const view = await store.caseView(index);
    const { members, others } = await results(store, index, selection.submissions);
    const size = run.sizes[index];
    const who = Scale.plural(selection.submissions.length, "submission");
    const facts = [
        size === null ? null : `input of ${Scale.inBytes(size)}`,
        view.provenance,
        `${members.length} of ${who} ${members.length === 1 ? "fails" : "fail"}`,
    ];
    const isThere = view.input || view.answer;
    const title =
        members.length === 0 ? nobody(store, index, selection.submissions) : "Failing submissions";
    return {
        title: run.cases[index],
        element: make(
            "section",
            { class: "case" },
            make(
                "div",
                { class: "bar" },
                make("h2", { tabindex: "-1" }, Dom.name(run.cases[index])),
                neighbours(run, index),
            ),
            make("p", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
            make(
                "div",
                { class: "pair" },
                Parts.excerpt("Input", view.input),
                Parts.excerpt("Answer", view.answer),
                Parts.pictures(view),
            ),
            isThere ? null : Parts.leftOut("its input and answer"),
            make("h2", {}, title),
            await failures(store, index, members),
            othersList(store, others),
        ),
    };
}
