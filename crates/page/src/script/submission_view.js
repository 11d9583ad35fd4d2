/*
 * A submission: its letters, its times against the limit, its points, and each of its rejections
 * with an explanation and the command that reproduces it.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Grid from "./grid.js";
import * as Matrix from "./matrix.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Times from "./times.js";
import * as Verdicts from "./verdicts.js";

/**
 * @param {SubmissionRow} submission
 * @param {RunBlock} run
 */
function summary(submission, run) {
    /** @type {HTMLElement[]} */
    const facts = [];
    /**
     * @param {string} label
     * @param {Child} text
     */
    const add = (label, text) =>
        facts.push(make("div", {}, make("dt", {}, label), make("dd", {}, text)));
    if (submission.verdict) add("verdict", Verdicts.ofCode(submission.verdict));
    if (submission.expected) add("expected", submission.expected);
    if (submission.expected || submission.met === "not-judged") {
        const flag = Verdicts.flag(submission);
        add("outcome", flag ? make("strong", { class: "flag" }, flag) : "as expected");
    }
    if (submission.points !== undefined) {
        const most = submission.most_points;
        add("points", `${submission.points}${most === undefined ? "" : ` of ${most}`}`);
    }
    if (submission.grade !== undefined)
        add(
            "counts",
            `${submission.grade} points ${typeof submission.decision?.points === "number" ? "by decision" : "since it was late"}`,
        );
    if (submission.decision) {
        const { is_excused, note, by } = submission.decision;
        const words = [is_excused ? "excused" : "", note ?? "", by ? `(${by})` : ""];
        add("decided", words.filter((word) => word !== "").join(" "));
    }
    if (submission.score !== undefined) add("score", String(submission.score));
    if (submission.slowest) {
        add("slowest", [
            `${Scale.inSeconds(submission.slowest.cpu_seconds)} on `,
            Parts.caseLink(run.cases[submission.slowest.case]),
        ]);
    }
    if (submission.student)
        add("student", make("bdi", {}, `${submission.student.name} (${submission.student.id})`));
    return make("dl", { class: "summary" }, facts);
}

/**
 * Remarks: why it was not judged, the output of the compiler, and the verdicts that differed
 * between runs.
 * @param {SubmissionRow} submission
 * @param {RunBlock} run
 */
function remarks(submission, run) {
    const unsteady = submission.unsteady ?? [];
    return [
        submission.message ? Parts.pre(submission.message, { "aria-label": "Message" }) : null,
        submission.again ? Parts.command(submission.again) : null,
        submission.same_failure
            ? make(
                  "p",
                  {},
                  `Every run ended the same way: ${submission.same_failure}. `,
                  "The environment may be the cause.",
              )
            : null,
        unsteady.length
            ? make(
                  "p",
                  {},
                  "The verdict differed between runs on: ",
                  unsteady.slice(0, 20).flatMap((index) => [Parts.caseLink(run.cases[index]), " "]),
              )
            : null,
    ];
}

/**
 * The times of its runs by input size, beside a list of those near the limit.
 * @param {Store} store
 * @param {number} number
 * @param {number[]} cases
 */
async function times(store, number, cases) {
    const { run } = store;
    const bytes = await store.bytes(`times-${number}`);
    if (run.limit_seconds === undefined || !bytes) return null;
    // As wide as there is room, so that text in the drawing is not scaled down.
    const width = Math.min(720, Math.max(320, Dom.part("app").clientWidth));
    const series = { number, bytes, cases };
    const frame = Times.axes(run, [series], { width, height: 260 });
    const drawing = Times.drawing(store, series, frame);
    const { limit } = frame;
    const near = cases.filter((index) => {
        const seconds = Scale.seconds(run.time, bytes[index]);
        return seconds > limit * 0.8 && seconds <= limit * 1.2;
    });
    return (
        drawing &&
        make(
            "section",
            {},
            make("h3", {}, "Times"),
            drawing,
            make(
                "p",
                { class: "quiet" },
                near.length === 0 ? "No run" : Scale.plural(near.length, "run"),
                " in the band in which a limit 20 % shorter or longer would change the verdict.",
            ),
            near.length === 0
                ? null
                : Dom.longList(near, 8, (index) => [
                      Parts.caseLink(run.cases[index]),
                      ` ${Scale.inSeconds(Scale.seconds(run.time, bytes[index]))}`,
                  ]),
        )
    );
}

/**
 * @param {SubmissionRow} submission
 * @param {RunBlock} run
 */
export function scoreGroups(submission, run) {
    const { groups } = submission;
    if (run.score_groups.length === 0 || !groups) return null;
    const rows = run.score_groups.map((group, index) => {
        // By position: two groups may have the same title.
        const earned = groups.at(index);
        const found = Route.toQuery([
            { key: "s", value: submission.name },
            { key: "g", value: group.title },
        ]);
        return [
            make("a", { href: found }, make("bdi", {}, group.title)),
            `${earned?.points ?? "–"} of ${group.most_points}`,
            // Points have two decimal places; floating-point differences may have more.
            earned ? String(Math.round((group.most_points - earned.points) * 100) / 100) : "–",
            group.rule,
            String(group.cases.length),
        ];
    });
    return make(
        "section",
        {},
        make("h3", {}, "Points"),
        Dom.table("Points by group of cases", ["group", "points", "lost", "rule", "cases"], rows),
    );
}

/**
 * The groups of a package: the verdict and score of each.
 * @param {SubmissionRow} submission
 */
function testGroups(submission) {
    if (!submission.test_groups?.length) return null;
    const rows = submission.test_groups.map((group) => [
        make("bdi", {}, group.name),
        group.verdict ? Verdicts.ofCode(group.verdict) : "",
        String(group.score),
    ]);
    return make(
        "section",
        {},
        make("h3", {}, "Groups"),
        Dom.table("Groups of the package", ["group", "verdict", "score"], rows),
    );
}

/**
 * @param {Store} store
 * @param {number} number
 * @param {number[]} cases
 * @param {Selected["mask"]} mask
 */
async function letters(store, number, cases, mask) {
    if (cases.length === 0) return { element: null, start: () => {} };
    const grid = new Grid.LetterGrid(
        store,
        [number],
        Order.casesFailingFirst(store.run, cases, failsOf(store, number)),
        Grid.plain(store, mask),
    );
    grid.element.classList.add("single");
    return { element: make("div", {}, grid.element, grid.said), start: () => grid.start() };
}

/**
 * @param {Store} store
 * @param {number} number
 */
const failsOf = (store, number) => store.verdicts[number].map((byte) => store.fails[byte]);

/**
 * Its rejections, one line each; the one named by the address is open.
 * @param {Store} store
 * @param {number} number
 * @param {number[]} cases
 * @param {number} open
 */
async function refusals(store, number, cases, open) {
    const { run } = store;
    const submission = run.submissions[number];
    const failed = cases.filter((index) => store.fails[store.verdicts[number][index]]);
    if (failed.length === 0) return null;
    const details = await store.details(number);
    const columns = await store.bytes(`refutations-${number}`);
    /** @param {number} index */
    const line = (index) => {
        const letter = String.fromCharCode(store.verdicts[number][index]);
        const text =
            details[index]?.message ??
            run.kinds[(columns?.[index] ?? 0) - 1]?.text ??
            Verdicts.words(letter, run.command);
        return make(
            "a",
            {
                class: "refusal-line",
                href: Route.toSubmission(submission.name, run.cases[index]),
                "aria-current": index === open ? "true" : null,
            },
            Parts.letter(letter),
            " ",
            Dom.name(run.cases[index]),
            " ",
            make("span", { class: "quiet" }, text),
        );
    };
    const first = failed.includes(open)
        ? [open, ...failed.filter((index) => index !== open)]
        : failed;
    return make(
        "section",
        { class: "refusals" },
        make(
            "h3",
            {},
            "Rejections ",
            make("span", { class: "quiet" }, failed.length.toLocaleString("en")),
        ),
        Dom.longList(first, 40, line),
    );
}

/**
 * The details of its run on the case named by the address.
 * @param {Store} store
 * @param {number} number
 * @param {number} index
 */
async function opened(store, number, index) {
    const { run } = store;
    const byte = store.verdicts[number][index];
    const found = (await store.details(number))[index];
    const letter = String.fromCharCode(byte);
    return make(
        "section",
        { class: "opened", id: "opened" },
        make(
            "h3",
            { tabindex: "-1", class: "first" },
            Parts.verdict(letter, run.command),
            " on ",
            Parts.caseLink(run.cases[index]),
        ),
        found
            ? Parts.refusal(found)
            : store.fails[byte]
              ? Parts.leftOut("details of this rejection")
              : null,
    );
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    const { run } = store;
    const number = run.submissions.findIndex(({ name }) => name === state.s);
    if (number < 0) return Parts.missing("submission", state.s);
    const submission = run.submissions[number];
    const mask = selection.submissions.includes(number)
        ? selection.mask(number)
        : new Uint8Array(run.cases.length);
    const cases = selection.cases.filter((index) => mask[index]);
    const open = run.cases.indexOf(state.case);
    const grid = await letters(store, number, cases, selection.mask);
    return {
        title: submission.name,
        element: make(
            "section",
            { class: "submission" },
            make("h2", { tabindex: "-1" }, Parts.submissionName(submission)),
            summary(submission, run),
            remarks(submission, run),
            cases.length === 0 && state.q ? Matrix.nothing(state) : grid.element,
            open >= 0 ? await opened(store, number, open) : null,
            scoreGroups(submission, run),
            testGroups(submission),
            await times(store, number, cases),
            await refusals(store, number, cases, open),
        ),
        start: grid.start,
    };
}
