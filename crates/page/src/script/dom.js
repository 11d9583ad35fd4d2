/*
 * Creates elements. Text is inserted only as text nodes, so nothing that a contestant wrote can
 * become markup.
 */
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Attributes} attributes
 */
function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "object") {
            for (const [property, text] of Object.entries(value)) {
                element.style.setProperty(property, text);
            }
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
}

/**
 * The nodes and strings of a child, flattened.
 * @param {Child} child
 * @returns {(Node | string)[]}
 */
function shown(child) {
    if (Array.isArray(child)) return child.flatMap(shown);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
    set(element, attributes);
    element.append(...shown(children));
    return element;
}

/**
 * The element with this id.
 * @param {string} id
 */
export function part(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no part “${id}”`);
    return element;
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export const make = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export const draw = (name, attributes = {}, ...children) =>
    fill(document.createElementNS(SVG, name), attributes, children);

/**
 * A name chosen by others: isolated, so that its writing direction affects nothing else.
 * @param {string} text
 */
export const name = (text) => make("bdi", { class: "name" }, text);

/**
 * A table with a caption; the first cell of each row is its header.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows
 */
export function table(caption, heads, rows) {
    /**
     * @param {Child} content
     * @param {number} index
     */
    const cell = (content, index) =>
        index === 0 ? make("th", { scope: "row" }, content) : make("td", {}, content);
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

/**
 * A list that shows its first `most` items, and more at the press of a button.
 * @template T
 * @param {T[]} items
 * @param {number} most
 * @param {(item: T) => Child} element
 */
export function longList(items, most, element) {
    const list = make("ul", { class: "plain" });
    const more = make("button", { type: "button" });
    let shown = 0;
    const add = () => {
        list.append(
            ...items.slice(shown, shown + most).map((item) => make("li", {}, element(item))),
        );
        shown = Math.min(items.length, shown + most);
        const left = items.length - shown;
        more.textContent = `Show ${Math.min(most, left)} more of ${left}`;
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
 * Makes `parent` hold exactly the elements of `keys`, in order. Existing elements are not touched,
 * so that they keep focus and selection.
 * @template {Element} E
 * @param {Element} parent
 * @param {Map<number, E>} present
 * @param {number[]} keys
 * @param {(key: number) => E} create
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
