/*
 * Elements made by script. Text goes in as text nodes only: nothing that a contestant wrote can become markup.
 */
const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes; `style` is an object of properties, `on` one of listeners, null and false leave an attribute out. */
function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name === "style") {
            for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
        } else if (name === "on") {
            for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        } else {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
}

function fill(element, attributes, children) {
    set(element, attributes);
    element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** The part of the page with this name. */
export function part(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no part “${id}”`);
    return element;
}

/** Makes an element. Children are elements, texts, numbers, lists of them, or null for nothing. */
export const make = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** The same for what a drawing is made of. */
export const draw = (name, attributes = {}, ...children) =>
    fill(document.createElementNS(SVG, name), attributes, children);

/** A name that somebody else chose: its writing direction stays its own. */
export const name = (text) => make("bdi", { class: "name" }, text);

/** A table with a caption; each row begins with the cell that names it. */
export function table(caption, heads, rows) {
    const cell = (content, index) => (index === 0 ? make("th", { scope: "row" }, content) : make("td", {}, content));
    return make(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": caption },
        make(
            "table",
            {},
            make("caption", {}, caption),
            make(
                "thead",
                {},
                make(
                    "tr",
                    {},
                    heads.map((head) => make("th", { scope: "col" }, head)),
                ),
            ),
            make(
                "tbody",
                {},
                rows.map((row) => make("tr", {}, row.map(cell))),
            ),
        ),
    );
}

/** A list of which the first `most` are shown, and more at the press of a button. */
export function longList(items, most, element) {
    const list = make("ul", { class: "plain" });
    const more = make("button", { type: "button" });
    let shown = 0;
    const add = () => {
        list.append(...items.slice(shown, shown + most).map((item) => make("li", {}, element(item))));
        shown = Math.min(items.length, shown + most);
        more.textContent = `Show ${Math.min(most, items.length - shown)} more of ${items.length - shown}`;
        more.hidden = shown === items.length;
    };
    more.addEventListener("click", () => {
        const next = shown;
        add();
        const link = list.children[next].querySelector("a");
        if (link) link.focus();
    });
    add();
    return [list, more];
}

/**
 * Makes `parent` hold exactly the elements of `keys`, in their order. What is there already is not touched, so that focus
 * and selection stay where they are.
 */
export function reconcile(parent, present, keys, create) {
    const wanted = new Set(keys);
    for (const [key, element] of present) {
        if (wanted.has(key)) continue;
        element.remove();
        present.delete(key);
    }
    let next = parent.firstElementChild;
    for (const key of keys) {
        const element = present.get(key);
        if (element) {
            next = element.nextElementSibling;
            continue;
        }
        const made = create(key);
        present.set(key, made);
        parent.insertBefore(made, next);
    }
}
