/*
 * Addresses: the part after `#` determines everything that the page shows, so that each view,
 * filter and row is a link that can be shared.
 */
import * as Query from "./query.js";

/** @type {ViewName[]} */
const VIEWS = ["matrix", "case", "submission", "kinds", "suite", "times", "changes", "statistics"];
/** @type {(keyof State)[]} */
const FIELDS = ["view", "q", "case", "s", "order"];

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/**
 * Parses an address, ignoring unknown parts.
 * @param {string} hash
 * @returns {State}
 */
export function parse(hash) {
    /** @type {Partial<Record<keyof State, string>>} */
    const said = {};
    for (const part of hash.replace(/^#/, "").split("&")) {
        const [, name, value] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
        const field = FIELDS.find((known) => known === name);
        if (field) said[field] = decoded(value);
    }
    const { q = "", case: caseName = "", s = "", order = "" } = said;
    const view = VIEWS.find((known) => known === said.view) ?? "matrix";
    return { view, q, case: caseName, s, order };
}

/**
 * Formats an address; common punctuation stays readable.
 * @param {Partial<State>} state
 */
export function format(state) {
    const parts = FIELDS.flatMap((field) => {
        const value = state[field];
        if (!value || (field === "view" && value === "matrix")) return [];
        const readable = encodeURIComponent(value).replace(/%(3A|2F|2C|22)/g, decodeURIComponent);
        return [`${field}=${readable}`];
    });
    return `#${parts.join("&")}`;
}

/**
 * The address of a case.
 * @param {string} name
 */
export const toCase = (name) => format({ view: "case", case: name });

/**
 * The address of a submission, or of its run on a case.
 * @param {string} name
 * @param {string} caseName
 */
export const toSubmission = (name, caseName = "") =>
    format({ view: "submission", s: name, case: caseName });

/**
 * The address of the results of a query.
 * @param {WrittenTerm[]} terms
 */
export const toQuery = (terms) => format({ view: "matrix", q: Query.format(terms) });
