/*
 * What a student reads, section by section: the samples with all that there is to see, then each
 * group with what was lost in it.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Parts from "./parts.js";

/** @param {Detail} found */
const inputOf = (found) =>
    found.input === undefined
        ? null
        : [make("h5", {}, "Input"), Parts.pre(found.input, { "aria-label": "Input" })];

/**
 * A case that was not passed, with what is known of it.
 * @param {Store} store
 * @param {number} number
 * @param {Awaited<ReturnType<Store["details"]>>} details
 * @param {number} index
 */
function failure(store, number, details, index) {
    const byte = store.verdicts[number][index];
    const found = details[index];
    return make(
        "article",
        { class: "opened" },
        make(
            "h4",
            {},
            Parts.verdict(String.fromCharCode(byte), store.run.command),
            " on ",
            Dom.name(store.run.cases[index]),
        ),
        found
            ? [Parts.refusal(found), inputOf(found)].flat()
            : Parts.leftOut("more about this refusal"),
    );
}

/**
 * A case of which only the verdict is told.
 * @param {Store} store
 * @param {number} number
 * @param {number} index
 */
const named = (store, number, index) => [
    Parts.letter(String.fromCharCode(store.verdicts[number][index])),
    " ",
    Dom.name(store.run.cases[index]),
];

/** The number of failures of a section that are shown in full. */
const WHOLE = 40;

/**
 * @param {Store} store
 * @param {number} number
 */
export async function sections(store, number) {
    const { run } = store;
    const details = await store.details(number);
    return (run.sections ?? []).map((section) => {
        const failed = section.cases.filter((index) => store.fails[store.verdicts[number][index]]);
        return make(
            "section",
            { class: "refusals" },
            make("h3", {}, make("bdi", {}, section.title)),
            make("p", { class: "quiet" }, section.words),
            failed.slice(0, WHOLE).map((index) => failure(store, number, details, index)),
            failed.length > WHOLE
                ? Dom.longList(failed.slice(WHOLE), WHOLE, (index) => named(store, number, index))
                : null,
        );
    });
}
