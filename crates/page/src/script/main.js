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

/**
 * The kinds of terms in a query, each with an example to follow.
 * @param {RunBlock} run
 */
function help(run) {
    const first = run.submissions[0]?.name ?? "bees";
    const folder = run.case_groups.at(-1)?.name || "secret";
    /** @type {[WrittenTerm[], string][]} */
    const examples = [
        [[{ key: "v", value: "W" }], "one of these verdicts (letters as in the table)"],
        [[{ key: "s", value: first }], "the submission's name contains this"],
        [
            [{ key: "c", value: `${folder}/1*` }],
            "the case's name; * stands for anything, ? for one character",
        ],
        [[{ key: "g", value: folder }], "the folder of the case, or its group of points"],
        [[{ key: "k", value: "expected" }], "the kind of rejection"],
        [
            [{ key: "word", value: "near" }],
            "a limit 20 % shorter or longer would change the verdict",
        ],
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
            "All terms must match. Any other word is searched for in ",
            "names and rejections; quotes group words.",
        ),
        make(
            "dl",
            {},
            examples.map(([terms, text]) =>
                make(
                    "div",
                    {},
                    make(
                        "dt",
                        {},
                        make(
                            "a",
                            { href: Route.toQuery(terms) },
                            make("code", {}, Query.format(terms)),
                        ),
                    ),
                    make("dd", {}, text),
                ),
            ),
        ),
    );
}

/** The page in use. */
class Page {
    /** @param {Store} store */
    constructor(store) {
        this.store = store;
        this.navigation = make("ul", {});
        this.view = make("div", { class: "view" });
        this.field = make("input", {
            type: "search",
            id: "query",
            autocomplete: "off",
            spellcheck: "false",
            "aria-describedby": "query-error",
            placeholder: "v:W s:bees c:secret/1*",
        });
        this.error = make("p", { id: "query-error", role: "alert" });
        /** The number of calls of `show` so far. */
        this.shown = 0;
    }

    /**
     * Inserts itself into the document, and listens to the address and the keyboard from then on.
     */
    async begin() {
        app.replaceChildren(
            Views.head(this.store.run),
            make(
                "div",
                { class: "controls" },
                make("nav", { "aria-label": "Views" }, this.navigation),
                this.search(),
            ),
            this.view,
        );
        this.linkTable();
        document.addEventListener("keydown", (event) => this.key(event));
        addEventListener("hashchange", () => this.show({ moveFocus: true }));
        await this.show();
    }

    search() {
        this.field.addEventListener("input", () => this.typed());
        const form = make(
            "form",
            { role: "search", class: "search" },
            make("label", { for: "query" }, "Search"),
            this.field,
            make("kbd", { "aria-hidden": "true" }, "/"),
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            location.hash = Route.format({ ...Route.parse(location.hash), q: this.field.value });
        });
        return make("div", { class: "searching" }, form, this.error, help(this.store.run));
    }

    /** The page follows the typing, with a single entry in the history for all of it. */
    typed() {
        const state = Route.parse(location.hash);
        if (!state.q && this.field.value) history.pushState(null, "", location.hash || "#");
        history.replaceState(null, "", Route.format({ ...state, q: this.field.value }));
        this.show();
    }

    /** @param {State} state */
    links(state) {
        const isHome = this.store.run.submissions.length === 1 && state.view === "submission";
        return Views.listed(this.store).map(({ view, title }) => {
            const isCurrent = state.view === view || (isHome && view === "matrix");
            const href = Route.format({ view, q: state.q });
            return make(
                "li",
                {},
                make("a", { href, "aria-current": isCurrent ? "page" : null }, title),
            );
        });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const inField = event.target instanceof HTMLInputElement;
        if (event.key === "/" && !inField) {
            event.preventDefault();
            this.field.focus();
            this.field.select();
        } else if (event.key === "Escape" && inField) {
            if (this.field.value === "") {
                this.view.querySelector("h2")?.focus();
                return;
            }
            this.field.value = "";
            this.typed();
        }
    }

    /**
     * Returns a function that loads the bytes of a submission that a query needs.
     * @param {Term[]} terms
     * @returns {(submission: number) => Promise<ByteColumns>}
     */
    columns(terms) {
        const { store } = this;
        const needs = Select.needs(terms);
        return async (submission) => ({
            verdicts: store.verdicts[submission],
            times: needs.times ? await store.bytes(`times-${submission}`) : null,
            refutations: needs.refutations ? await store.bytes(`refutations-${submission}`) : null,
        });
    }

    /** Shows the view of the address. A later call cancels this one. */
    async show({ moveFocus = false } = {}) {
        const { store } = this;
        this.shown += 1;
        const mine = this.shown;
        const address = location.hash;
        const state = Views.landed(store.run, Route.parse(address));
        const { terms, error } = Query.parse(state.q);
        if (this.field !== document.activeElement) this.field.value = state.q;
        this.error.textContent = error ?? "";
        this.field.setAttribute("aria-invalid", error ? "true" : "false");
        const selection = await Select.apply(store.run, terms, this.columns(terms));
        const view = await Views.renderers[state.view]({ store, state, selection });
        if (mine !== this.shown) return;
        this.navigation.replaceChildren(...this.links(state));
        this.view.replaceChildren(view.element);
        document.title = `${view.title} · ${store.run.problem}`;
        document.documentElement.dataset.view = state.view;
        view.start?.();
        if (moveFocus) this.arrive();
        document.documentElement.dataset.ready = address;
    }

    /** Moves focus and scroll position to the target of a link. */
    arrive() {
        /** @type {HTMLElement | null} */
        const place = this.view.querySelector(".first");
        const target = place ?? this.view.querySelector("h2");
        target?.focus({ preventScroll: true });
        target?.scrollIntoView({ block: "nearest" });
        if (!place) window.scrollTo(0, 0);
    }

    /**
     * Turns the names in the table that needs no script into links to the script's views.
     */
    linkTable() {
        const { submissions } = this.store.run;
        const known = new Map(submissions.map((submission) => [submission.name, submission]));
        for (const cell of document.querySelectorAll("#summary tbody th")) {
            const submission = known.get(cell.textContent);
            if (submission) cell.replaceChildren(Parts.submissionLink(submission));
        }
    }
}

/** Reads the data. On failure, shows why and returns null. */
async function opened() {
    document.documentElement.classList.add("scripted");
    app.textContent = "Loading the data …";
    try {
        return await Store.open();
    } catch (error) {
        // The tables below have the main results without any script.
        document.documentElement.classList.remove("scripted");
        const why = error instanceof Error ? error.message : error;
        const rest = "the tables below have the results";
        app.textContent = `The data of this page cannot be read (${why}); ${rest}.`;
        return null;
    }
}

async function begin() {
    const store = await opened();
    if (!store) return;
    // If the page was made for the kill matrix, that view opens first.
    if (location.hash === "" && store.run.suite?.is_purpose) {
        history.replaceState(null, "", Route.format({ view: "suite" }));
    }
    await new Page(store).begin();
    document.documentElement.dataset.usable = String(Math.round(performance.now()));
}

begin();
