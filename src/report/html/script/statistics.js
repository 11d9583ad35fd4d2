/*
 * The statistics, which stand in the page without any script; here the names in them become links.
 */
const Statistics = (() => {
    const SECTION = "statistics";

    /** Whether there are any: of one submission, and for students, there are none. */
    const isThere = () => document.getElementById(SECTION) !== null;

    function render({ store: { run } }) {
        const view = document.getElementById(SECTION).cloneNode(true);
        view.removeAttribute("id");
        view.querySelector("h2").removeAttribute("id");
        view.querySelector("h2").tabIndex = -1;
        for (const cell of view.querySelectorAll(".case")) cell.replaceChildren(Parts.caseLink(cell.textContent));
        const known = new Map(run.submissions.map((submission) => [submission.name, submission]));
        for (const cell of view.querySelectorAll(".submission")) {
            const submission = known.get(cell.textContent);
            if (submission) cell.replaceChildren(Parts.submissionLink(submission));
        }
        return { title: "Statistics", element: view };
    }

    return { isThere, render };
})();
