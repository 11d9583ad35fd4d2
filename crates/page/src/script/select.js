/*
 * Selection: the part of submissions x cases that a query matches. Each term is one pass over the
 * bytes of a submission, so twenty million pairs take a tenth of a second.
 */
import * as Query from "./query.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

const OF_SUBMISSIONS = ["s", "surprise"];
const OF_CASES = ["c", "g"];

/**
 * The subject of a term: its key, or the word itself.
 * @param {Term} term
 */
const topic = (term) => (term.key === "word" ? term.value : term.key);

/**
 * The blocks besides the verdicts that the terms need.
 * @param {Term[]} terms
 */
export const needs = (terms) => ({
    times: terms.some((term) => topic(term) === "near"),
    refutations: terms.some((term) => term.key === "k" || term.key === "text"),
});

/**
 * @param {SubmissionRow} submission
 * @param {Term[]} terms
 */
function submissionHolds(submission, terms) {
    return terms.every((term) => {
        const holds =
            topic(term) === "s"
                ? Query.matcher(term.value)(submission.name)
                : Verdicts.isSurprise(submission);
        return holds !== term.negated;
    });
}

/**
 * One byte per case: whether the terms about cases hold.
 * @param {RunBlock} run
 * @param {Term[]} terms
 */
function caseMask(run, terms) {
    const mask = new Uint8Array(run.cases.length).fill(1);
    for (const term of terms) {
        const matches = Query.matcher(term.value);
        const scored = new Set(
            run.score_groups.filter(({ title }) => matches(title)).flatMap(({ cases }) => cases),
        );
        for (const group of run.case_groups) {
            const inGroup = term.key === "g" && matches(group.name);
            for (let index = group.first; index < group.first + group.count; index += 1) {
                const holds =
                    term.key === "g" ? inGroup || scored.has(index) : matches(run.cases[index]);
                if (holds === term.negated) mask[index] = 0;
            }
        }
    }
    return mask;
}

/**
 * A table by byte of a times block: whether changing the limit by a fifth changes the verdict.
 * @param {RunBlock} run
 */
function nearTable(run) {
    const table = new Uint8Array(256);
    const limit = run.limit_seconds;
    if (limit === undefined) return table;
    for (let byte = 1; byte < 256; byte += 1) {
        const seconds = Scale.seconds(run.time, byte);
        table[byte] = seconds > limit * 0.8 && seconds <= limit * 1.2 ? 1 : 0;
    }
    return table;
}

/**
 * A table by byte of the column of kinds: whether the kind's text matches.
 * @param {RunBlock} run
 * @param {(text: string) => boolean} matches
 */
function kindTable(run, matches) {
    const table = new Uint8Array(256);
    run.kinds.slice(0, 254).forEach((kind, index) => {
        if (matches(kind.text)) table[index + 1] = 1;
    });
    return table;
}

/** @param {string} letters */
function verdictTable(letters) {
    const table = new Uint8Array(256);
    for (const letter of letters) table[letter.charCodeAt(0)] = 1;
    return table;
}

/**
 * Clears the mask of a submission where a term does not hold.
 * @typedef {(submission: number, columns: ByteColumns, mask: ByteColumn) => void} Clear
 */

/**
 * A term about a column, given a table of the bytes for which it holds.
 * @param {Term} term
 * @param {keyof ByteColumns} column
 * @param {Uint8Array} table
 * @returns {Clear}
 */
function tableTerm(term, column, table) {
    const wanted = term.negated ? 0 : 1;
    return (_, columns, mask) => {
        const bytes = columns[column];
        for (let index = 0; index < mask.length; index += 1) {
            if (table[bytes ? bytes[index] : 0] !== wanted) mask[index] = 0;
        }
    };
}

/**
 * A term about pairs of a submission and a case.
 * @param {RunBlock} run
 * @param {Term} term
 * @returns {Clear}
 */
function pairTerm(run, term) {
    switch (topic(term)) {
        case "v":
            return tableTerm(term, "verdicts", verdictTable(term.value));
        case "near":
            return tableTerm(term, "times", nearTable(run));
        case "k":
            return tableTerm(term, "refutations", kindTable(run, Query.matcher(term.value)));
        case "unsteady":
            return unsteadyTerm(run, term);
        default:
            return textTerm(run, term);
    }
}

/**
 * @param {RunBlock} run
 * @param {Term} term
 * @returns {Clear}
 */
function unsteadyTerm(run, term) {
    return (submission, _, mask) => {
        const unsteady = new Set(run.submissions[submission].unsteady ?? []);
        for (let index = 0; index < mask.length; index += 1) {
            if (unsteady.has(index) === term.negated) mask[index] = 0;
        }
    };
}

/**
 * Free text: in the name of the submission or the case, or in the kind of rejection.
 * @param {RunBlock} run
 * @param {Term} term
 * @returns {Clear}
 */
function textTerm(run, term) {
    const matches = Query.matcher(term.value);
    const kinds = kindTable(run, matches);
    const named = Uint8Array.from(run.cases, (name) => (matches(name) ? 1 : 0));
    return (submission, columns, mask) => {
        const whole = matches(run.submissions[submission].name);
        for (let index = 0; index < mask.length; index += 1) {
            const kind = columns.refutations ? kinds[columns.refutations[index]] : 0;
            const holds = whole || named[index] === 1 || kind === 1;
            if (holds === term.negated) mask[index] = 0;
        }
    };
}

/**
 * Applies a query. `columns(submission)` returns (a promise of) the bytes listed by `needs`. Returns
 * the matching submissions and cases in the run's order, and for each submission a mask with one
 * byte per case.
 * @param {RunBlock} run
 * @param {Term[]} terms
 * @param {(submission: number) => ByteColumns | Promise<ByteColumns>} columns
 * @returns {Promise<Selected>}
 */
export async function apply(run, terms, columns) {
    /** @param {string[]} keys */
    const about = (keys) => terms.filter((term) => keys.includes(topic(term)));
    const pairs = terms
        .filter((term) => ![...OF_SUBMISSIONS, ...OF_CASES].includes(topic(term)))
        .map((term) => pairTerm(run, term));
    const cases = caseMask(run, about(OF_CASES));
    /** @type {number[]} */
    const submissions = [];
    /** @type {Map<number, ByteColumn>} */
    const masks = new Map();
    const seen = pairs.length === 0 ? cases : new Uint8Array(run.cases.length);
    for (let index = 0; index < run.submissions.length; index += 1) {
        if (!submissionHolds(run.submissions[index], about(OF_SUBMISSIONS))) continue;
        if (pairs.length > 0) {
            const mask = cases.slice();
            const bytes = await columns(index);
            for (const clear of pairs) clear(index, bytes, mask);
            let any = 0;
            for (let at = 0; at < mask.length; at += 1) {
                any |= mask[at];
                seen[at] |= mask[at];
            }
            if (any === 0) continue;
            masks.set(index, mask);
        }
        submissions.push(index);
    }
    /** @param {number} index */
    const isLeft = (index) => submissions.length > 0 && seen[index] !== 0;
    const left = run.cases.map((_, index) => index).filter(isLeft);
    /** @param {number} submission */
    const mask = (submission) => masks.get(submission) ?? cases;
    return { submissions, cases: left, mask };
}
