/*
 * Views by name, and the header above all of them: the result of the run, surprises first.
 */
import * as CaseView from "./case_view.js";
import * as Changes from "./changes.js";
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Kinds from "./kinds.js";
import * as Matrix from "./matrix.js";
import * as Parts from "./parts.js";
import * as Scale from "./scale.js";
import * as Statistics from "./statistics.js";
import * as SubmissionView from "./submission_view.js";
import * as Suite from "./suite.js";
import * as Times from "./times.js";
import * as Verdicts from "./verdicts.js";

/**
 * The views, by their names in addresses.
 * @type {Record<ViewName, (view: View) => RenderedView | Promise<RenderedView>>}
 */
export const renderers = {
    matrix: Matrix.render,
    case: CaseView.render,
    submission: SubmissionView.render,
    kinds: Kinds.render,
    suite: Suite.render,
    times: Times.render,
    changes: Changes.render,
    statistics: Statistics.render,
};

/**
 * The views with content for this run, with their titles. A single submission cannot be compared.
 * @param {Store} store
 */
export function listed({ run, hasTimes }) {
    const isAlone = run.submissions.length === 1;
    /** @type {{ view: ViewName, title: string, isThere: boolean }[]} */
    const all = [
        { view: "matrix", title: isAlone ? "Result" : "Matrix", isThere: true },
        { view: "kinds", title: "Failures", isThere: !isAlone },
        { view: "suite", title: "Suite", isThere: !isAlone || run.suite !== undefined },
        { view: "times", title: "Times", isThere: hasTimes },
        { view: "statistics", title: "Statistics", isThere: Statistics.isThere() },
        { view: "changes", title: "Changes", isThere: run.against !== undefined },
    ];
    return all.filter(({ isThere }) => isThere);
}

/**
 * The target of an address: with a single submission, its page replaces the matrix.
 * @param {RunBlock} run
 * @param {State} state
 * @returns {State}
 */
export const landed = (run, state) =>
    run.submissions.length === 1 && state.view === "matrix"
        ? { ...state, view: "submission", s: run.submissions[0].name }
        : state;

/**
 * The result of the run, in a sentence.
 * @param {RunBlock} run
 */
export function sentence(run) {
    const { totals } = run;
    const surprises = run.submissions.filter(Verdicts.isSurprise).length;
    const parts = [];
    if (totals.submissions) {
        const { judged, as_expected: good, not_judged, allowed = 0 } = totals.submissions;
        const { accepted = 0, nothing_expected: free = 0 } = totals.submissions;
        // An accepted submission of which nothing is expected counts as good.
        const [expected, not] = [Math.max(0, good - accepted), not_judged - allowed];
        const isExpected = run.submissions.some((submission) => submission.expected);
        const [only] = run.submissions;
        if (isExpected) {
            const others = free ? `, ${accepted} of ${free} others accepted` : "";
            parts.push(`${expected} of ${judged - free} as expected${others}`);
        } else if (run.submissions.length === 1 && only.verdict)
            parts.push(Verdicts.ofCode(only.verdict));
        else parts.push(`${free ? accepted : good} of ${judged} accepted`);
        if (surprises) parts.push(Scale.plural(surprises, "surprise"));
        if (not) parts.push(`${not} not judged`);
        if (allowed) parts.push(`${allowed} skipped`);
    } else {
        parts.push(outputs(totals));
    }
    if (totals.judge_errors) parts.push(Scale.plural(totals.judge_errors, "judge error"));
    return parts.join("; ");
}

/**
 * How many outputs are right. Those with a judge error are neither right nor wrong.
 * @param {Totals} totals
 */
function outputs({ accepted, refused }) {
    const all = accepted + refused;
    if (all === 0) return "No output was judged";
    const are = refused === 1 ? "is" : "are";
    if (refused > 0) return `${refused} of ${Scale.plural(all, "output")} ${are} wrong`;
    return all === 1 ? "The output is right" : `All ${Scale.plural(all, "output")} are right`;
}

/**
 * Why a submission is a surprise.
 * @param {SubmissionRow} submission
 */
function surprise(submission) {
    const got = submission.verdict ? Verdicts.ofCode(submission.verdict) : "not judged";
    const wanted = submission.expected ? `, expected ${submission.expected}` : "";
    return [
        make("strong", { class: "flag" }, Verdicts.flag(submission)),
        " ",
        Parts.submissionLink(submission),
        make("span", { class: "quiet" }, ` ${got}${wanted}`),
    ];
}

/**
 * The header of every view. Faults, and what was left out, are in the page's own header, which
 * needs no script.
 * @param {RunBlock} run
 */
export function head(run) {
    const surprises = run.submissions.filter(Verdicts.isSurprise);
    const notJudged = run.submissions.filter((submission) => submission.met === "not-judged");
    const isGood =
        surprises.length === 0 &&
        run.totals.judge_errors === 0 &&
        run.totals.judged > 0 &&
        (run.totals.refused === 0 || run.submissions.some((submission) => submission.expected));
    const extras =
        run.extras.length === 0
            ? null
            : make(
                  "details",
                  { class: "note" },
                  make(
                      "summary",
                      {},
                      `${Scale.plural(run.extras.length, "file does", "files do")} not count`,
                  ),
                  Dom.longList(run.extras, 20, ({ contestant, path, message }) => [
                      Dom.name(contestant),
                      " ",
                      Dom.name(path),
                      `: ${message}`,
                  ]),
              );
    return make(
        "div",
        { class: "lead" },
        make(
            "p",
            {
                class:
                    surprises.length || notJudged.length
                        ? "sentence bad"
                        : isGood
                          ? "sentence good"
                          : "sentence",
            },
            sentence(run),
        ),
        surprises.length === 0
            ? null
            : make("div", { class: "surprises" }, Dom.longList(surprises, 6, surprise)),
        notJudged.length === 0
            ? null
            : make(
                  "p",
                  {},
                  "Not judged: ",
                  notJudged
                      .slice(0, 10)
                      .flatMap((submission, at) => [
                          at ? ", " : "",
                          Parts.submissionLink(submission),
                      ]),
              ),
        extras,
    );
}
