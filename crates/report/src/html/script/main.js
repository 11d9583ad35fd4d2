/*
 * The page: reads the data, follows the address, and shows the view that it names.
 */
import { make } from "./dom.js";
import * as Dom from "./dom.js";
import * as Parts from "./parts.js";
import * as Query from "./query.js";
import * as Route from "./route.js";
import * as Select from "./select.js";
import * as Store from "./store.js";
import * as Views from "./views.js";

const app = Dom.part("app");
let store = null;
let shown = 0;
const parts = {};

/**
 * The terms that a query may have, each as an example to follow.
 * @param {Run} run
 */
function help(run) {
    const first = run.submissions[0]?.name ?? "bees";
    const folder = run.case_groups.at(-1)?.name || "secret";
    /** @type {[Term[], string][]} */
    const examples = [
        [[{ key: "v", value: "W" }], "one of these verdicts (letters as in the table)"],
        [[{ key: "s", value: first }], "the submission's name contains this"],
        [[{ key: "c", value: `${folder}/1*` }], "the case's name; * stands for anything, ? for one character"],
        [[{ key: "g", value: folder }], "the folder of the case, or its group of points"],
        [[{ key: "k", value: "expected" }], "the kind of refutation"],
        [[{ key: "word", value: "near" }], "a limit shorter or longer by 20 % would give another verdict"],
        [[{ key: "word", value: "unsteady" }], "the verdict differed between runs"],
        [[{ key: "word", value: "surprise" }], "not what was expected of the submission"],
        [[{ key: "v", value: "A", negated: true }], "a minus turns a term round"],
    ];
    return make(
        "details",
        { class: "help" },
        make("summary", {}, "How to search"),
        make(
            "p",
            {},
            "Terms stand beside each other, and all must hold. Any other word is looked for in names and refutations; ",
            "quotes hold words together.",
        ),
        make(
            "dl",
            {},
            examples.map(([terms, text]) =>
                make(
                    "div",
                    {},
                    make("dt", {}, make("a", { href: Route.toQuery(terms) }, make("code", {}, Query.format(terms)))),
                    make("dd", {}, text),
                ),
            ),
        ),
    );
}

function search() {
    parts.field = make("input", {
        type: "search",
        id: "query",
        autocomplete: "off",
        spellcheck: "false",
        "aria-describedby": "query-error",
        placeholder: "v:W s:bees c:secret/1*",
    });
    parts.error = make("p", { id: "query-error", role: "alert" });
    parts.field.addEventListener("input", typed);
    const form = make(
        "form",
        { role: "search", class: "search" },
        make("label", { for: "query" }, "Search"),
        parts.field,
        make("kbd", { "aria-hidden": "true" }, "/"),
    );
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        location.hash = Route.format({ ...Route.parse(location.hash), q: parts.field.value });
    });
    return make("div", { class: "searching" }, form, parts.error, help(store.run));
}

/** While somebody types, the page follows, and history holds one entry for all of it. */
function typed() {
    const state = Route.parse(location.hash);
    if (!state.q && parts.field.value) history.pushState(null, "", location.hash || "#");
    history.replaceState(null, "", Route.format({ ...state, q: parts.field.value }));
    show();
}

/** @param {State} state */
function navigation(state) {
    const isHome = store.run.submissions.length === 1 && state.view === "submission";
    return Views.listed(store).map(([view, title]) =>
        make(
            "li",
            {},
            make(
                "a",
                {
                    href: Route.format({ view, q: state.q }),
                    "aria-current": state.view === view || (isHome && view === "matrix") ? "page" : null,
                },
                title,
            ),
        ),
    );
}

function keys(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inField = event.target instanceof HTMLInputElement;
    if (event.key === "/" && !inField) {
        event.preventDefault();
        parts.field.focus();
        parts.field.select();
    } else if (event.key === "Escape" && inField) {
        if (parts.field.value === "") {
            parts.view.querySelector("h2")?.focus();
            return;
        }
        parts.field.value = "";
        typed();
    }
}

/**
 * The bytes of a submission that a query asks for.
 * @param {Term[]} terms
 */
function planes(terms) {
    const needs = Select.needs(terms);
    return async (submission) => ({
        verdicts: store.verdicts[submission],
        times: needs.times ? await store.bytes(`times-${submission}`) : null,
        refutations: needs.refutations ? await store.bytes(`refutations-${submission}`) : null,
    });
}

/** Shows what the address says. Whoever comes while it works makes it give up. */
async function show({ moveFocus = false } = {}) {
    shown += 1;
    const mine = shown;
    const address = location.hash;
    const state = Views.landed(store.run, Route.parse(address));
    const { terms, error } = Query.parse(state.q);
    if (parts.field !== document.activeElement) parts.field.value = state.q;
    parts.error.textContent = error ?? "";
    parts.field.setAttribute("aria-invalid", error ? "true" : "false");
    const selection = await Select.apply(store.run, terms, planes(terms));
    const view = await Views.renderers[state.view]({ store, state, selection });
    if (mine !== shown) return;
    parts.navigation.replaceChildren(...navigation(state));
    parts.view.replaceChildren(view.element);
    document.title = `${view.title} · ${store.run.problem}`;
    document.documentElement.dataset.view = state.view;
    view.start?.();
    if (moveFocus) arrive();
    document.documentElement.dataset.ready = address;
}

/** Takes whoever follows a link to where it leads. */
function arrive() {
    const first = parts.view.querySelector(".first") ?? parts.view.querySelector("h2");
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest" });
    if (!first?.classList.contains("first")) window.scrollTo(0, 0);
}

/** Makes the names in the table that stands in the page without any script links to what the script adds. */
function linkTable() {
    const known = new Map(store.run.submissions.map((submission) => [submission.name, submission]));
    for (const cell of document.querySelectorAll("#summary tbody th")) {
        const submission = known.get(cell.textContent);
        if (submission) cell.replaceChildren(Parts.submissionLink(submission));
    }
}

export async function begin() {
    document.documentElement.classList.add("scripted");
    app.textContent = "Reading the data …";
    try {
        store = await Store.open();
    } catch (error) {
        // The tables below say the most important things without any of this.
        document.documentElement.classList.remove("scripted");
        app.textContent = `The data of this page cannot be read (${/** @type {Error} */ (error).message}); the tables below stand for it.`;
        return;
    }
    parts.navigation = make("ul", {});
    parts.view = make("div", { class: "view" });
    app.replaceChildren(
        Views.head(store.run),
        make("div", { class: "controls" }, make("nav", { "aria-label": "Views" }, parts.navigation), search()),
        parts.view,
    );
    // Of a run that was made for it, the matrix of what cases catch comes first.
    if (location.hash === "" && store.run.suite?.is_purpose) {
        history.replaceState(null, "", Route.format({ view: "suite" }));
    }
    linkTable();
    document.addEventListener("keydown", keys);
    addEventListener("hashchange", () => show({ moveFocus: true }));
    await show();
    document.documentElement.dataset.usable = String(Math.round(performance.now()));
}

begin();
