/*
 * Parts shared by several views: names, verdicts, a rejection with its details, a button that
 * copies.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Order from "./order.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

/**
 * A letter in its colour.
 * @param {string} value
 */
export const letter = (value) =>
    make("span", { class: "letter", "data-v": value, "aria-hidden": "true" }, value);

/**
 * A letter with its meaning.
 * @param {string} value
 * @param {string} command
 */
export const verdict = (value, command) =>
    make("span", { class: "verdict" }, letter(value), ` ${Verdicts.words(value, command)}`);

/**
 * The name of a submission, with its folder muted.
 * @param {SubmissionRow} submission
 */
export function submissionName(submission) {
    const folder = submission.folder ? `${submission.folder}/` : "";
    const isBelow = folder !== "" && submission.name.startsWith(folder);
    const rest = isBelow ? submission.name.slice(folder.length) : submission.name;
    return make(
        "bdi",
        { class: "name" },
        isBelow ? make("span", { class: "folder" }, folder) : null,
        make("span", { class: "file" }, rest),
    );
}

/**
 * The two orders of a table: its own, and the given one.
 * @param {State} state
 * @param {string} own
 * @param {string} given
 */
export function orders(state, own, given) {
    /**
     * @param {string} order
     * @param {string} text
     */
    const option = (order, text) => {
        const isCurrent = state.order === order;
        const href = Route.format({ ...state, order });
        return make("a", { href, "aria-current": isCurrent ? "true" : null }, text);
    };
    return make("p", { class: "order" }, "Order: ", option("", own), " · ", option("given", given));
}

/**
 * The result of a submission, in two or three words.
 * @param {SubmissionRow} submission
 * @param {RunBlock} run
 */
export function outcome(submission, run) {
    const flag = Verdicts.flag(submission);
    const most = submission.most_points ? `/${submission.most_points}` : "";
    const counted = submission.grade ?? submission.points;
    const points =
        counted === undefined ? null : make("span", { class: "points" }, `${counted}${most}`);
    if (submission.decision?.is_excused) return make("span", { class: "outcome" }, "excused");
    if (flag) return make("span", { class: "outcome" }, make("strong", { class: "flag" }, flag));
    if (run.command === "check") {
        const accepted = submission.counts?.A ?? 0;
        return make("span", { class: "outcome" }, `${accepted} of ${run.cases.length}`);
    }
    return make("span", { class: "outcome" }, points, submission.verdict ?? "–");
}

/**
 * @param {SubmissionRow} submission
 * @param {string} caseName
 */
export const submissionLink = (submission, caseName = "") =>
    make("a", { href: Route.toSubmission(submission.name, caseName) }, submissionName(submission));

/** @param {string} name */
export const caseLink = (name) => make("a", { href: Route.toCase(name) }, Dom.name(name));

/**
 * A case after a bar: a part of a whole.
 * @param {number} part
 * @param {number} all
 * @param {string} caseName
 */
export const share = (part, all, caseName) =>
    make(
        "span",
        { class: "share" },
        make("span", { class: "count" }, `${part} of ${all}`),
        make(
            "span",
            { class: "meter", "aria-hidden": "true" },
            make("span", { style: { width: `${(100 * part) / all}%` } }),
        ),
        caseLink(caseName),
    );

/**
 * A number in a list of them, and of how many it is.
 * @param {number} value
 * @param {string} words
 * @param {number | null} of
 */
export const figure = (value, words, of = null) =>
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

/**
 * @param {string} text
 * @param {Attributes} attributes
 */
export const pre = (text, attributes = {}) => make("pre", { tabindex: "0", ...attributes }, text);

/**
 * A text with a heading, which states how much of it is shown.
 * @param {string} title
 * @param {TextStart | undefined} found
 */
export function excerpt(title, found) {
    if (!found) return null;
    const size = found.cut
        ? `the beginning of ${Scale.inBytes(found.bytes)}`
        : Scale.inBytes(found.bytes);
    return make(
        "section",
        { class: "excerpt" },
        make("h3", {}, title, make("span", { class: "quiet" }, ` ${size}`)),
        pre(found.text, { "aria-label": title }),
    );
}

/**
 * A command, and a button that copies it.
 * @param {string} text
 */
export function command(text) {
    const button = make("button", { type: "button" }, "Copy");
    const code = make("code", {}, text);
    const status = make("span", { class: "hidden", role: "status" });
    button.addEventListener("click", async () => {
        let done = "Copied";
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            // If the browser denies access to the clipboard, people can still copy a selection.
            getSelection()?.selectAllChildren(code);
            done = "Selected";
        }
        button.textContent = done;
        status.textContent = done;
    });
    return make("p", { class: "command" }, code, button, status);
}

const IMAGE = /^image\/(png|jpeg|gif|webp|svg\+xml)$/;

/** @param {string} text */
function toBase64(text) {
    let binary = "";
    for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
    return btoa(binary);
}

/**
 * Pictures as images, so that their content is not part of the page's document.
 * @param {{ picture?: SvgPicture, images?: EmbeddedImage[] }} found
 */
export function pictures(found) {
    const all = [];
    if (found.picture) {
        all.push({
            alt: found.picture.alt,
            type: "image/svg+xml",
            base64: toBase64(found.picture.svg),
        });
    }
    for (const image of found.images ?? []) {
        if (IMAGE.test(image.type))
            all.push({ alt: image.name, type: image.type, base64: image.base64 });
    }
    return all.map(({ alt, type, base64 }) =>
        make(
            "figure",
            { class: "picture" },
            make("img", { alt, src: `data:${type};base64,${base64}` }),
        ),
    );
}

/**
 * One line of a text, marked from the first difference on.
 * @param {string | null} text
 * @param {number | null} at
 */
function side(text, at) {
    if (text === null)
        return make("td", { class: "none" }, make("span", { class: "quiet" }, "no line"));
    if (at === null) return make("td", {}, text);
    const rest = text.slice(at);
    return make("td", {}, text.slice(0, at), make("mark", {}, rest === "" ? "⏎" : rest));
}

/**
 * Output and answer, line beside line.
 * @param {string} output
 * @param {string} answer
 */
function diff(output, answer) {
    const lines = Order.besides(output, answer);
    const differ = lines.filter((line) => line.at !== null).length;
    const [body, most] = [make("tbody"), 200];
    /**
     * @param {ReturnType<typeof Order.besides>[number]} line
     * @param {number} index
     */
    const row = ({ left, right, at }, index) =>
        make(
            "tr",
            { class: at === null ? null : "differs" },
            make("th", { scope: "row" }, index + 1),
            side(left, at),
            make(
                "td",
                { class: "sign" },
                at === null ? "" : make("abbr", { title: "differs" }, "≠"),
            ),
            side(right, at),
        );
    body.append(...lines.slice(0, most).map(row));
    const verb = differ === 1 ? "differs" : "differ";
    const differs = `${differ} of ${Scale.plural(lines.length, "line")} ${verb}`;
    const result = differ === 0 ? "equal as far as shown" : differs;
    const caption = `Output beside the jury's answer, ${result}`;
    const heads = ["line", "output", "", "answer"].map((head) =>
        head === "" ? make("td") : make("th", { scope: "col" }, head),
    );
    return make(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": "Output beside answer" },
        make(
            "table",
            { class: "diff" },
            make("caption", {}, caption),
            make("thead", {}, make("tr", {}, heads)),
            body,
        ),
        lines.length > most
            ? make("p", { class: "quiet" }, `The first ${most} of ${lines.length} lines.`)
            : null,
    );
}

/**
 * The range of the times in a recheck.
 * @param {Recheck} recheck
 */
function interval(recheck) {
    const times = recheck.cpu_seconds;
    /** @param {number} time */
    const seconds = (time) => time.toFixed(recheck.limit_seconds < 1 ? 3 : 2);
    const [least, most] = [Math.min(...times), Math.max(...times)].map(seconds);
    const between = `${least} to ${most} s of ${recheck.limit_seconds} s`;
    return `close to the limit: ${between} in ${times.length} runs`;
}

/**
 * The resources used by a run, in one line.
 * @param {Detail} found
 */
function used(found) {
    const parts = [];
    if (found.cpu_seconds !== undefined) {
        const what = found.worked_seconds === undefined ? "CPU time" : "by instructions";
        parts.push(`${Scale.inSeconds(found.cpu_seconds)} ${what}`);
    }
    if (found.worked_seconds !== undefined) {
        parts.push(`${Scale.inSeconds(found.worked_seconds)} CPU time`);
    }
    if (found.wall_seconds !== undefined)
        parts.push(`${Scale.inSeconds(found.wall_seconds)} wall time`);
    if (found.memory_bytes !== undefined) parts.push(Scale.inBytes(found.memory_bytes));
    if (found.instructions !== undefined) parts.push(`${found.instructions} instructions`);
    if (found.exit !== undefined) parts.push(`exit code ${found.exit}`);
    if (found.signal !== undefined) parts.push(`signal ${found.signal}`);
    if (found.near_limit) parts.push(`a limit 20 % ${found.near_limit} would change the verdict`);
    if (found.near_limit && found.recheck) parts.push(interval(found.recheck));
    if (found.repeats) parts.push(`runs: ${found.repeats.join(" ")}`);
    if (found.before) parts.push(`before: ${found.before}`);
    if (found.retried) parts.push("rerun alone");
    return parts.length === 0 ? null : make("p", { class: "quiet" }, parts.join(" · "));
}

/**
 * The dialogue of an interaction: the turns of the submission (>) on one side, those of the jury
 * (<) on the other. Each pass has its own list.
 * @param {string} text
 */
export function dialogue(text) {
    /** @param {string} line */
    const turn = (line) => {
        if (!/^[<>]/.test(line)) return make("li", { class: "quiet" }, line);
        const isJury = line[0] === "<";
        return make(
            "li",
            { class: isJury ? "jury" : "submission" },
            make("span", { class: "quiet" }, isJury ? "jury " : "submission "),
            make("code", {}, line.slice(1).trimStart()),
        );
    };
    const passes = text.split(/^---$/m).map((pass) => pass.replace(/^\n|\n$/g, ""));
    /** @param {string} pass */
    const list = (pass) =>
        make("ol", { class: "dialogue" }, pass === "" ? [] : pass.split("\n").map(turn));
    /** @param {number} number */
    const title = (number) =>
        make("h4", {}, passes.length === 1 ? "Interaction" : `Pass ${number + 1}`);
    return make(
        "div",
        {},
        passes.flatMap((pass, number) => [title(number), list(pass)]),
    );
}

/**
 * Facts, each with its label; multiple passes are kept apart.
 * @param {Detail} found
 */
function facts(found) {
    const list = make("dl", { class: "facts" });
    /**
     * @param {string} label
     * @param {string} text
     */
    const add = (label, text) => {
        const isLong = text.includes("\n");
        list.append(
            make(
                "div",
                { class: label === "pass" ? "pass" : null },
                make("dt", {}, label),
                make("dd", {}, isLong ? pre(text, { "aria-label": label }) : text),
            ),
        );
    };
    if (found.says) add("says", found.says);
    if (found.answer !== undefined && found.output === undefined)
        add("answer", found.answer.trimEnd());
    for (const fact of found.facts ?? []) add(fact.label, fact.text);
    return list.childElementCount === 0 ? null : list;
}

/**
 * All details of a rejection.
 * @param {Detail} found
 */
export function refusal(found) {
    const saysPlace = found.message?.includes(`line ${found.place?.line}, column`);
    const place =
        found.place && !saysPlace ? `, line ${found.place.line}, column ${found.place.column}` : "";
    const repeatsFact = (found.facts ?? []).some((fact) => fact.text === found.message);
    // Without the output, only what was understood of it is known, which is no text to compare.
    const { output } = found;
    const drawn = pictures(found);
    return make(
        "div",
        { class: drawn.length === 0 ? "refusal" : "refusal pictured" },
        make(
            "div",
            { class: "told" },
            repeatsFact ? null : make("p", { class: "message" }, found.message, place),
            facts(found),
            found.drawing?.length && !found.picture
                ? pre(found.drawing.join("\n"), { "aria-label": "Drawing" })
                : null,
            found.dialogue ? dialogue(found.dialogue) : null,
            found.answer !== undefined && output
                ? diff(output, found.answer)
                : output && pre(output, { "aria-label": "Output" }),
            used(found),
            found.again ? command(found.again) : null,
        ),
        drawn.length === 0 ? null : make("div", {}, drawn),
    );
}

/**
 * The notice for content left out of the page.
 * @param {string} what
 */
export const leftOut = (what) => make("p", { class: "quiet" }, `This file does not hold ${what}.`);

/**
 * The view for an address that names something missing.
 * @param {string} what
 * @param {string} name
 */
export const missing = (what, name) => ({
    title: "Not found",
    element: make(
        "section",
        {},
        make("h2", { tabindex: "-1" }, `There is no ${what} “`, Dom.name(name), "”"),
        make("p", {}, make("a", { href: "#" }, "All submissions and cases")),
    ),
});
