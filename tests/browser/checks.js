// What must hold for any view of the page: functions that return what is wrong, for tests/browser.
// They run in the page.

/** Returns the colour of a style as [red, green, blue, alpha]. */
function colour(text) {
    const numbers = text.match(/[\d.]+/g).map(Number);
    return [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
}

/** Returns the luminance of a colour, as WCAG defines it. */
function luminance([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the first opaque background, from an element outwards. */
function background(element) {
    for (let at = element; at; at = at.parentElement) {
        const found = colour(getComputedStyle(at).backgroundColor);
        if (found[3] === 1) return found;
    }
    return [255, 255, 255, 1];
}

const isSeen = (element) =>
    element.checkVisibility({ checkVisibilityCSS: true }) && element.getClientRects().length > 0;

/** Returns texts whose contrast to their background is below 4.5:1. */
function paleTexts() {
    const pale = new Set();
    for (const element of document.querySelectorAll("body *")) {
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
        if (!hasText || !isSeen(element) || element.closest("script, style, svg")) continue;
        const [a, b] = [colour(getComputedStyle(element).color), background(element)].map(luminance);
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5)
            pale.add(
                `${element.className || element.tagName} "${element.textContent.slice(0, 20)}": ${ratio.toFixed(2)}`,
            );
    }
    return [...pale].slice(0, 10);
}

/** Returns what is wrong with headings, names of controls, and the order of the keyboard. */
function structure() {
    const wrong = [];
    if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
    for (const element of document.querySelectorAll("a, button, input, summary, img, [role=img], [role=region]")) {
        const label = element.id ? document.querySelector(`label[for="${element.id}"]`) : null;
        const name =
            element.getAttribute("aria-label") ??
            element.getAttribute("alt") ??
            label?.textContent ??
            element.textContent;
        if (name.trim() === "" && !element.hidden) wrong.push(`no name: ${element.outerHTML.slice(0, 80)}`);
    }
    for (const element of document.querySelectorAll("[tabindex]")) {
        if (element.tabIndex > 0) wrong.push(`tabindex ${element.tabIndex}`);
    }
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    if (new Set(ids).size !== ids.length) wrong.push("an id occurs twice");
    if (document.documentElement.scrollWidth > innerWidth)
        wrong.push(`wider than the window: ${document.documentElement.scrollWidth}`);
    return wrong;
}

/** Returns what is wrong with the grid's counts and positions. */
function grid() {
    const wrong = [];
    const element = document.querySelector("[role=grid]");
    if (!element) return ["no grid"];
    const number = (at, name) => Number(at.getAttribute(name));
    const [rows, columns] = [number(element, "aria-rowcount"), number(element, "aria-colcount")];
    const seen = new Set();
    for (const row of element.querySelectorAll("[role=row]")) {
        const index = number(row, "aria-rowindex");
        if (index < 1 || index > rows || seen.has(index)) wrong.push(`row ${index} of ${rows}`);
        seen.add(index);
        let last = 0;
        for (const cell of row.querySelectorAll("[role=gridcell], [role=rowheader], [role=columnheader]")) {
            const column = number(cell, "aria-colindex");
            if (column <= last || column > columns) wrong.push(`column ${column} after ${last} of ${columns}`);
            last = column;
        }
    }
    const reached = element.querySelectorAll('a[tabindex="0"]').length;
    if (reached !== 1) wrong.push(`${reached} cells are reached by Tab`);
    return wrong;
}

/** Returns the requests that left the page, or would have. */
const requests = () =>
    performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => !name.startsWith("data:"));
