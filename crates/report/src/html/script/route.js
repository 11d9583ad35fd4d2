/*
 * Addresses: everything that the page shows is said by the part of its address after `#`, so that each view, filter and row is
 * a link that can be sent.
 */
import * as Query from "./query.js";

export const VIEWS = ["matrix", "case", "submission", "kinds", "suite", "times", "changes", "statistics"];
const FIELDS = ["view", "q", "case", "s", "order"];

function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Reads an address. What it does not know, it leaves out. */
export function parse(hash) {
    const state = { view: "matrix", q: "", case: "", s: "", order: "" };
    for (const part of hash.replace(/^#/, "").split("&")) {
        const [, name, value] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
        if (FIELDS.includes(name)) state[name] = decoded(value);
    }
    if (!VIEWS.includes(state.view)) state.view = "matrix";
    return state;
}

/**
 * Writes an address, with what people read in it left readable.
 * @param {Partial<State>} state
 */
export function format(state) {
    const readable = (text) => encodeURIComponent(text).replace(/%(3A|2F|2C|22)/g, decodeURIComponent);
    const parts = FIELDS.filter((field) => state[field] && !(field === "view" && state.view === "matrix")).map(
        (field) => `${field}=${readable(state[field])}`,
    );
    return `#${parts.join("&")}`;
}

/** The address of a case. */
export const toCase = (name) => format({ view: "case", case: name });

/** The address of a submission, and of its run on a case. */
export const toSubmission = (name, caseName = "") => format({ view: "submission", s: name, case: caseName });

/**
 * The address of all that a query finds.
 * @param {Term[]} terms
 */
export const toQuery = (terms) => format({ view: "matrix", q: Query.format(terms) });
