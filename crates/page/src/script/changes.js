/*
 * Changes since an earlier run: old beside new, by submission and by case.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

/** The maximum number of submissions whose changes are shown by case. */
const MOST = 200;

/**
 * Old and new value, or only one if they are equal.
 * @param {string | number | null | undefined} before
 * @param {string | number | null | undefined} now
 * @returns {Child}
 */
const arrow = (before, now) =>
    before === now ? now : [before ?? "–", make("span", { class: "quiet" }, " → "), now ?? "–"];

/**
 * Whether a letter is a verdict. A missing output is one for `check`; a case that `judge` did not
 * run is not.
 * @param {string} letter
 * @param {string} command
 */
const isVerdict = (letter, command) => letter !== "?" && (letter !== "-" || command === "check");

/**
 * The cases for which both runs have a verdict, but different ones.
 * @param {ByteColumn} before
 * @param {ByteColumn} now
 * @param {string} command
 */
export function changedCases(before, now, command) {
    /** @param {number} byte */
    const has = (byte) => isVerdict(String.fromCharCode(byte), command);
    const found = [];
    for (let index = 0; index < now.length; index += 1) {
        if (before[index] !== now[index] && has(before[index]) && has(now[index]))
            found.push(index);
    }
    return found;
}

/**
 * The verdict, and how it compares with the expected result, if that has changed.
 * @param {ChangedRow} change
 */
function verdicts(change) {
    const before = change.met_before?.replaceAll("-", " ");
    const now = change.met_now?.replaceAll("-", " ");
    const met = before === now ? null : make("div", { class: "quiet" }, arrow(before, now));
    return [arrow(change.verdict_before, change.verdict_now), met];
}

/**
 * @param {Store} store
 * @param {ChangedRow} change
 */
async function cases(store, change) {
    if (change.submission === null) return null;
    const before = await store.bytes(`before-${change.submission}`);
    if (!before) return null;
    const now = store.verdicts[change.submission];
    const submission = store.run.submissions[change.submission];
    const found = changedCases(before, now, store.run.command);
    if (found.length === 0) return null;
    /** @param {number} byte */
    const letterOf = (byte) => Parts.letter(String.fromCharCode(byte));
    return make(
        "details",
        {},
        make(
            "summary",
            {},
            Parts.submissionName(submission),
            ` ${Scale.plural(found.length, "case")}`,
        ),
        Dom.longList(found, 40, (index) =>
            make(
                "a",
                { href: Route.toSubmission(submission.name, store.run.cases[index]) },
                letterOf(before[index]),
                make("span", { class: "quiet" }, " → "),
                letterOf(now[index]),
                " ",
                Dom.name(store.run.cases[index]),
                make(
                    "span",
                    { class: "hidden" },
                    ` ${said(store, before[index])}, now ${said(store, now[index])}`,
                ),
            ),
        ),
    );
}

/**
 * @param {Store} store
 * @param {number} byte
 */
function said(store, byte) {
    const letter = String.fromCharCode(byte);
    return letter === "?" ? "no such case" : Verdicts.words(letter, store.run.command);
}

/**
 * The name of a submission, as a link unless it is only in the earlier run.
 * @param {Store} store
 * @param {ChangedRow} change
 */
const named = (store, change) =>
    change.submission === null
        ? Dom.name(change.name)
        : Parts.submissionLink(store.run.submissions[change.submission]);

/**
 * The columns of the table that have content.
 * @param {Store} store
 * @param {ChangedRow[]} changes
 */
function columnsOf(store, changes) {
    /** @type {{ head: string, isShown: boolean, cell: (change: ChangedRow) => Child }[]} */
    const all = [
        { head: "submission", isShown: true, cell: (change) => named(store, change) },
        {
            head: "verdict",
            isShown: changes.some((change) => change.verdict_before || change.verdict_now),
            cell: verdicts,
        },
        {
            head: "points",
            isShown: changes.some(
                (change) => change.points_before !== undefined || change.points_now !== undefined,
            ),
            cell: (change) => arrow(change.points_before, change.points_now),
        },
        { head: "cases", isShown: true, cell: (change) => change.cases },
    ];
    return all.filter(({ isShown }) => isShown);
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, selection }) {
    const { against } = store.run;
    if (!against) return Parts.missing("earlier run", "");
    const shown = new Set(selection.submissions);
    const changes = against.submissions.filter(
        ({ submission }) => submission === null || shown.has(submission),
    );
    const columns = columnsOf(store, changes);
    const rows = changes.map((change) => columns.map(({ cell }) => cell(change)));
    const byCase = [];
    for (const change of changes.slice(0, MOST)) byCase.push(await cases(store, change));
    /**
     * @param {string} title
     * @param {string[]} list
     */
    const names = (title, list) =>
        list.length > 0 ? [make("h3", {}, title), Dom.longList(list, 40, Dom.name)] : null;
    return {
        title: "Changes",
        element: make(
            "section",
            { class: "changes" },
            make("h2", { tabindex: "-1" }, "Changes"),
            make(
                "p",
                { class: "quiet" },
                "Against ",
                make("bdi", {}, against.file),
                `: ${against.sentence}.`,
            ),
            against.notes.map((note) => make("p", { class: "quiet" }, note)),
            rows.length === 0
                ? make("p", {}, "No submission changed.")
                : Dom.table(
                      "What changed, old beside new",
                      columns.map(({ head }) => head),
                      rows,
                  ),
            byCase.some(Boolean) ? [make("h3", {}, "By case"), byCase] : null,
            changes.length > MOST
                ? make(
                      "p",
                      { class: "quiet" },
                      `The changes by case are those of the first ${MOST} submissions.`,
                  )
                : null,
            names("New", against.new),
            names("Gone", against.gone),
        ),
    };
}
