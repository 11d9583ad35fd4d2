/*
 * Queries, as accepted by the search field and in the page's address. A query is a list of terms,
 * all of which must hold:
 *
 *     v:WT              the verdict is one of these letters
 *     s:bees            the submission's name contains this; with * or ?, it matches this pattern
 *     c:secret/1*       the same for the case
 *     g:sample          the same for the case's folder, or for the title of a group of cases that
 *                       is worth points
 *     k:"no such arrow" the same for the kind of rejection
 *     near              changing the limit by a fifth would give another verdict
 *     unsteady          the verdict differed between runs
 *     surprise          the submission did not get its expected result
 *     anything else     is searched for in the names of submissions and cases, and in the kinds of
 *                       refutation
 *
 * A `-` before a term negates it. Quotes hold words together: "two words", s:"Ann Lee",
 * "not:a-key".
 */
export const LETTERS = "AWPNMTORCJ-";
/** @type {Record<string, string>} */
export const KEYS = {
    v: "verdict",
    s: "submission",
    c: "case",
    g: "group of cases",
    k: "kind of rejection",
};
export const WORDS = ["near", "unsteady", "surprise"];

/**
 * Reads one word from `text` at `at`, quoted or bare. Returns it with its end, or null if the
 * closing quote is missing.
 * @param {string} text
 * @param {number} at
 */
function word(text, at) {
    if (text[at] !== '"') {
        let end = at;
        while (end < text.length && !/\s/.test(text[end])) end += 1;
        return { word: text.slice(at, end), end };
    }
    let found = "";
    for (let end = at + 1; end < text.length; end += 1) {
        if (text[end] === '"') return { word: found, end: end + 1 };
        if (text[end] === "\\" && end + 1 < text.length) end += 1;
        found += text[end];
    }
    return null;
}

/** @param {Term} term */
function checked(term) {
    if (term.key === "v") {
        term.value = term.value.toUpperCase();
        const wrong = [...term.value].find((letter) => !LETTERS.includes(letter));
        if (wrong)
            throw new Error(
                `There is no verdict “${wrong}”; the letters are ${[...LETTERS].join(" ")}.`,
            );
    }
    if (term.key !== "text" && term.key !== "word" && term.value === "") {
        throw new Error(`“${term.key}:” needs a ${KEYS[term.key]} after the colon.`);
    }
    return term;
}

/**
 * Reads one term at `at`.
 * @param {string} text
 * @param {number} at
 */
function term(text, at) {
    const negated = text[at] === "-" && at + 1 < text.length && !/\s/.test(text[at + 1]);
    const begin = at + (negated ? 1 : 0);
    const key = /^([A-Za-z]+):/.exec(text.slice(begin));
    if (key && !Object.hasOwn(KEYS, key[1])) {
        const known = Object.keys(KEYS)
            .map((name) => `${name}:`)
            .join(" ");
        throw new Error(
            `There is no key “${key[1]}:”; there are ${known}. ` +
                `Quotes make text of it: "${key[1]}:…".`,
        );
    }
    const read = word(text, begin + (key ? key[0].length : 0));
    if (!read) throw new Error("A quote is opened and not closed.");
    const bare = text[begin] !== '"';
    const kind = key ? key[1] : bare && WORDS.includes(read.word) ? "word" : "text";
    return { term: checked({ key: kind, value: read.word, negated }), end: read.end };
}

/**
 * Parses a query: returns its terms, and an error message if there is one; the terms before the
 * error still count.
 * @param {string} text
 * @returns {{ terms: Term[], error: string | null }}
 */
export function parse(text) {
    /** @type {Term[]} */
    const terms = [];
    let at = 0;
    try {
        for (;;) {
            while (at < text.length && /\s/.test(text[at])) at += 1;
            if (at >= text.length) return { terms, error: null };
            const read = term(text, at);
            if (read.term.value !== "") terms.push(read.term);
            at = read.end;
        }
    } catch (error) {
        if (!(error instanceof Error)) throw error;
        return { terms, error: error.message };
    }
}

/**
 * Quotes a value if necessary, so that it is parsed back unchanged.
 * @param {string} value
 * @param {boolean} isText
 */
function quoted(value, isText) {
    const misread = isText && (WORDS.includes(value) || /^(-|[A-Za-z]+:)/.test(value));
    return misread || /[\s"]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

/**
 * Formats terms as a query that is parsed back to the same terms.
 * @param {WrittenTerm[]} terms
 */
export const format = (terms) =>
    terms
        .map(({ key, value, negated }) => {
            const prefix =
                (negated ? "-" : "") + (key === "text" || key === "word" ? "" : `${key}:`);
            return prefix + (key === "word" ? value : quoted(value, key === "text"));
        })
        .join(" ");

/**
 * Returns whether a text contains `value`, or matches it as a pattern if it has `*` or `?`. Upper
 * and lower case are not distinguished.
 * @param {string} value
 * @returns {(text: string) => boolean}
 */
export function matcher(value) {
    const lower = value.toLowerCase();
    if (!/[*?]/.test(lower)) return (text) => text.toLowerCase().includes(lower);
    const form = lower
        .replace(/[.+^${}()|[\]\\]/g, "\\$&")
        .replace(/\*+/g, "[^]*")
        .replace(/\?/g, "[^]");
    const pattern = new RegExp(`^${form}$`, "u");
    return (text) => pattern.test(text.toLowerCase());
}
