/*
 * The statistics, which are in the page without a script; here, the names in them become links.
 */
import * as Dom from "./dom.js";
import * as Parts from "./parts.js";

const SECTION = "statistics";

/** Whether there are any: a run of one submission has none. */
export const isThere = () => document.getElementById(SECTION) !== null;

/**
 * @param {View} view
 * @returns {RenderedView}
 */
export function render({ store: { run } }) {
    const view = document.importNode(Dom.part(SECTION), true);
    view.removeAttribute("id");
    const title = view.querySelector("h2");
    title?.removeAttribute("id");
    title?.setAttribute("tabindex", "-1");
    for (const cell of view.querySelectorAll(".case"))
        cell.replaceChildren(Parts.caseLink(cell.textContent));
    const known = new Map(run.submissions.map((submission) => [submission.name, submission]));
    for (const cell of view.querySelectorAll(".submission")) {
        const submission = known.get(cell.textContent);
        if (submission) cell.replaceChildren(Parts.submissionLink(submission));
    }
    return { title: "Statistics", element: view };
}
