/*
 * The grid of letters, submissions x cases. Only visible cells are in the document, so its size
 * does not depend on the number of rows and columns. The focused cell stays in it as well, so that
 * scrolling never loses focus.
 */
import * as Dom from "./dom.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Route from "./route.js";
import * as Scale from "./scale.js";
import * as Verdicts from "./verdicts.js";

const GAP = 14;
/**
 * How far beyond the edges cells are created, in pixels, so that a short scroll shows no gaps.
 */
const BEYOND = 240;
const HEADS = 2;
/**
 * The maximum number of characters shown of a case's name, and their approximate width in pixels.
 */
const LABEL = 19;
const LETTER = 8;
/** The maximum number of characters for signs before a name. */
const SIGNS = 3;
/** The maximum width of cells, relative to the usual one, if there is room. */
const WIDEST = 2.5;
/** The width of a sheet of paper: wider grids are printed smaller. */
const PAPER = 700;
/** Up to this many rows, all are in the document. */
const OPEN = 150;

/**
 * The default look of verdicts: each as its letter, muted outside the selection.
 * @param {Store} store
 * @param {Selected["mask"]} mask
 * @returns {Look}
 */
export const plain = ({ run }, mask) => ({
    label: "Verdicts of submissions on cases",
    stretches: null,
    outcome: Parts.outcome,
    signs: () => [],
    cell: (submission, index, letter) => ({
        text: letter,
        words: Verdicts.words(letter, run.command),
        isBeside: !mask(submission)[index],
    }),
});

/**
 * The cell in which an event happened, if any.
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
const cellAt = ({ target }) => (target instanceof Element ? target.closest("[data-row]") : null);

/**
 * A row in the document: the element that holds its cells, and the existing cells by column.
 * @typedef {HTMLElement & { cells: HTMLElement, made: Map<number, HTMLElement> }} Line
 */

export class LetterGrid {
    /**
     * Shows submissions and cases in this order.
     * @param {Store} store
     * @param {number[]} rows
     * @param {number[]} columns
     * @param {Look} look
     */
    constructor(store, rows, columns, look) {
        this.store = store;
        this.rows = rows;
        this.columns = columns;
        this.look = look;
        this.focus = { row: 0, column: -1 };
        /**
         * The sizes of a cell and of the names in pixels, from the style sheet, and the edges of
         * columns.
         */
        this.width = 0;
        this.height = 0;
        this.side = 0;
        this.edges = new Float64Array();
        this.stretches = (look.stretches ?? Order.stretches(store.run, columns)).map((stretch) => ({
            ...stretch,
            least: (Math.min(stretch.name.length, LABEL) + 1) * LETTER,
        }));
        this.element = Dom.make("div", {
            class: "grid",
            role: "grid",
            "aria-label": look.label,
            "aria-rowcount": rows.length + HEADS,
            "aria-colcount": columns.length + 1,
        });
        this.sizer = Dom.make("div", { class: "sizer", role: "rowgroup" });
        this.groupRow = Dom.make("div", { class: "cells", role: "presentation" });
        this.nameRow = Dom.make("div", { class: "cells", role: "presentation" });
        this.head = this.headOf(this.groupRow, this.nameRow);
        this.element.append(this.head, this.sizer);
        this.said = Dom.make(
            "p",
            { class: "said", "aria-hidden": "true" },
            "Each letter is a link. Arrow keys walk from one to the next.",
        );
        /** @type {Map<number, Line>} */
        this.lines = new Map();
        /** @type {Map<number, HTMLElement>} */
        this.headCells = new Map();
        /** @type {Map<number, HTMLElement>} */
        this.groupCells = new Map();
        /**
         * The cell that Tab reaches.
         * @type {HTMLElement | null}
         */
        this.roving = null;
        this.isPending = false;
        this.element.addEventListener("scroll", () => this.later(), { passive: true });
        this.element.addEventListener("keydown", (event) => this.key(event));
        this.element.addEventListener("focusin", (event) => this.focused(cellAt(event)));
        this.element.addEventListener("pointerover", (event) => this.say(cellAt(event)));
        this.watch = new ResizeObserver(() => this.later());
        this.watch.observe(this.element);
    }

    /**
     * The header rows, of folders and of cases.
     * @param {HTMLElement} groups
     * @param {HTMLElement} names
     */
    headOf(groups, names) {
        const title = this.store.run.command === "check" ? "contestant" : "submission";
        const corner = { class: "side", role: "columnheader", "aria-colindex": 1 };
        return Dom.make(
            "div",
            { class: "head", role: "rowgroup" },
            Dom.make(
                "div",
                { class: "row groups", role: "row", "aria-rowindex": 1 },
                Dom.make("div", corner, Dom.make("span", { class: "hidden" }, "Folder")),
                groups,
            ),
            Dom.make(
                "div",
                { class: "row names", role: "row", "aria-rowindex": 2 },
                Dom.make("div", corner, Dom.make("span", {}, title)),
                names,
            ),
        );
    }

    /**
     * Measures the style sheet's sizes, and draws for the first time. The element must be in the
     * document by then.
     */
    start() {
        const style = getComputedStyle(this.element);
        /** @param {string} name */
        const size = (name) => Number.parseFloat(style.getPropertyValue(name));
        this.height = size("--row");
        this.side = size("--side");
        this.fit(size("--cell"));
        /** @param {number} column */
        const signs = (column) => this.look.signs(this.columns[column]).length;
        /** @param {number} column */
        const length = (column) =>
            this.short(column).length + (signs(column) ? signs(column) + 1 : 0);
        const longest = this.columns.reduce((most, _, column) => Math.max(most, length(column)), 8);
        this.element.style.setProperty("--names", `${Math.min(longest, LABEL + SIGNS) * LETTER}px`);
        this.sizer.style.height = `${this.rows.length * this.height}px`;
        for (const part of [this.sizer, this.head]) {
            part.style.width = `${this.side + this.edges[this.columns.length] + GAP}px`;
        }
        this.draw();
    }

    /**
     * Makes cells as wide as there is room for. If all of them are visible and there are not too
     * many, the page scrolls instead of the grid.
     * @param {number} least
     */
    fit(least) {
        const count = this.columns.length;
        /** @param {number} width */
        const edges = (width) => Scale.columnEdges(this.stretches, count, width, GAP);
        const room = this.element.clientWidth - this.side - GAP;
        const wide = Math.floor((room - GAP * this.stretches.length) / count);
        this.width = Math.max(least, Math.min(wide, WIDEST * least));
        this.edges = edges(this.width);
        const whole = this.side + this.edges[count] + GAP;
        this.element.style.setProperty("--on-paper", `${Math.min(1, PAPER / whole)}`);
        const isOpen = this.edges[count] <= room && this.rows.length <= OPEN;
        this.element.classList.toggle("open", isOpen);
        // A frame around empty space would look as if something were missing.
        this.element.style.maxWidth = isOpen ? `${whole + 2}px` : "";
        this.element.style.setProperty("--cell", `${this.width}`);
    }

    later() {
        if (this.isPending) return;
        this.isPending = true;
        requestAnimationFrame(() => {
            this.isPending = false;
            this.draw();
        });
    }

    draw() {
        if (!this.element.isConnected) {
            this.watch.disconnect();
            return;
        }
        const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
        const top = Math.floor((scrollTop - BEYOND) / this.height);
        const bottom = Math.ceil((scrollTop + clientHeight + BEYOND) / this.height);
        const left = Scale.indexAt(this.edges, scrollLeft - BEYOND);
        const right = Scale.indexAt(this.edges, scrollLeft + clientWidth + BEYOND) + 1;
        const columns = Scale.range(left, right, this.columns.length, this.focus.column);
        const rows = Scale.range(top, bottom, this.rows.length, this.focus.row);
        this.drawGroups(columns);
        this.drawNames(columns);
        Dom.reconcile(this.sizer, this.lines, rows, (row) => this.line(row));
        for (const [row, { cells, made }] of this.lines) {
            Dom.reconcile(cells, made, columns, (column) => this.cell(row, column));
        }
        this.rove();
    }

    /** @param {number[]} columns */
    drawGroups(columns) {
        const inSight = this.stretches
            .map((_, index) => index)
            .filter((index) => {
                const { first, count } = this.stretches[index];
                const last = columns.at(-1) ?? -1;
                return first <= last && first + count > columns[0];
            });
        Dom.reconcile(this.groupRow, this.groupCells, inSight, (index) => {
            const { name, first, count, least } = this.stretches[index];
            const wide = this.edges[first + count - 1] + this.width - this.edges[first];
            const width = Math.max(wide, least);
            const text = Dom.make(
                "span",
                { class: "sticky" },
                Dom.name(name || "cases"),
                count < 5 ? "" : ` ${count}`,
            );
            return Dom.make(
                "div",
                {
                    class: "group",
                    role: "columnheader",
                    "aria-colindex": first + 2,
                    "aria-colspan": count,
                    style: { left: `${this.edges[first]}px`, width: `${width}px` },
                    title: name,
                },
                text,
            );
        });
    }

    /** @param {number[]} columns */
    drawNames(columns) {
        Dom.reconcile(this.nameRow, this.headCells, columns, (column) => {
            const name = this.store.run.cases[this.columns[column]];
            const short = this.short(column);
            const signs = this.look.signs(this.columns[column]);
            return this.place(
                column,
                "columnheader",
                Dom.make(
                    "a",
                    {
                        href: Route.toCase(name),
                        tabindex: -1,
                        "data-row": -1,
                        "data-column": column,
                        title: [name, ...signs.map(([, , words]) => words)].join(", "),
                        class: signs.length === 0 ? null : signs.map(([key]) => key).join(" "),
                    },
                    signs.length === 0
                        ? null
                        : Dom.make(
                              "span",
                              { "aria-hidden": "true" },
                              `${signs.map(([, sign]) => sign).join("")} `,
                          ),
                    Dom.make("bdi", {}, Scale.shortened(short, LABEL)),
                ),
            );
        });
    }

    /**
     * The name of a case without its folder.
     * @param {number} column
     */
    short(column) {
        const name = this.store.run.cases[this.columns[column]];
        return name.slice(name.lastIndexOf("/") + 1);
    }

    /**
     * @param {number} column
     * @param {string} role
     * @param {HTMLElement} link
     */
    place(column, role, link) {
        return Dom.make(
            "div",
            {
                class: "cell",
                role,
                "aria-colindex": column + 2,
                style: { left: `${this.edges[column]}px` },
            },
            link,
        );
    }

    /**
     * @param {number} row
     * @returns {Line}
     */
    line(row) {
        const submission = this.store.run.submissions[this.rows[row]];
        const link = Dom.make(
            "a",
            {
                href: Route.toSubmission(submission.name),
                tabindex: -1,
                "data-row": row,
                "data-column": -1,
                title: submission.name,
            },
            Parts.submissionName(submission),
        );
        const side = Dom.make(
            "div",
            { class: "side", role: "rowheader", "aria-colindex": 1 },
            link,
            this.look.outcome(submission, this.store.run, this.rows[row]),
        );
        const cells = Dom.make("div", { class: "cells", role: "presentation" });
        const line = Dom.make(
            "div",
            {
                class: "row",
                role: "row",
                "aria-rowindex": row + HEADS + 1,
                style: { transform: `translateY(${row * this.height}px)` },
            },
            side,
            cells,
        );
        /** @type {Line["made"]} */
        const made = new Map();
        return Object.assign(line, { cells, made });
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    cell(row, column) {
        const { run, verdicts, fails } = this.store;
        const [submission, index] = [this.rows[row], this.columns[column]];
        const byte = verdicts[submission][index];
        const letter = String.fromCharCode(byte);
        const isFailure = fails[byte] === 1;
        const name = run.cases[index];
        const { text, words, isBeside } = this.look.cell(submission, index, letter);
        const link = Dom.make(
            "a",
            {
                href: isFailure
                    ? Route.toSubmission(run.submissions[submission].name, name)
                    : Route.toCase(name),
                tabindex: -1,
                "data-row": row,
                "data-column": column,
                "data-v": letter,
                "aria-label": `${letter} ${words}`,
            },
            text,
        );
        if (isBeside) link.classList.add("beside");
        return this.place(column, "gridcell", link);
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    link(row, column) {
        const line = this.lines.get(row);
        const cells = row < 0 ? this.headCells : line?.made;
        // The first link of a line is the name of the submission.
        return (column < 0 ? line : cells?.get(column))?.querySelector("a") ?? null;
    }

    /** Exactly one cell is reached by Tab: the one that had focus last. */
    rove() {
        this.roving?.setAttribute("tabindex", "-1");
        this.roving =
            this.link(this.focus.row, this.focus.column) ?? this.element.querySelector("a");
        this.roving?.setAttribute("tabindex", "0");
    }

    /** @param {HTMLElement | null} target */
    focused(target) {
        if (!target) return;
        this.focus = { row: Number(target.dataset.row), column: Number(target.dataset.column) };
        this.say(target);
        this.rove();
    }

    /**
     * Announces in words what a cell shows as a letter.
     * @param {HTMLElement | null} target
     */
    say(target) {
        if (!target) return;
        const [row, column] = [Number(target.dataset.row), Number(target.dataset.column)];
        const { run } = this.store;
        const parts = [];
        if (row >= 0) parts.push(run.submissions[this.rows[row]].name);
        if (column >= 0) parts.push(run.cases[this.columns[column]]);
        if (target.dataset.v) {
            parts.push(
                this.look.cell(this.rows[row], this.columns[column], target.dataset.v).words,
            );
        } else if (column >= 0) {
            parts.push(...this.look.signs(this.columns[column]).map(([, , words]) => words));
        }
        this.said.textContent = parts.join("  ·  ");
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.altKey || event.metaKey) return;
        const seen = Math.min(this.element.clientHeight, innerHeight);
        const page = Math.max(1, Math.floor((seen - this.head.offsetHeight) / this.height) - 1);
        const { row, column } = this.focus;
        const [lastRow, lastColumn] = [this.rows.length - 1, this.columns.length - 1];
        const all = event.ctrlKey;
        /** @type {Record<string, [number, number]>} */
        const targets = {
            ArrowLeft: [row, column - 1],
            ArrowRight: [row, column + 1],
            ArrowUp: [row - 1, column],
            ArrowDown: [row + 1, column],
            PageUp: [Math.max(row - page, Math.min(row, 0)), column],
            PageDown: [row + page, column],
            Home: [all ? 0 : row, -1],
            End: [all ? lastRow : row, lastColumn],
        };
        if (!Object.hasOwn(targets, event.key)) return;
        event.preventDefault();
        const [toRow, toColumn] = targets[event.key];
        const newRow = Math.min(Math.max(toRow, -1), lastRow);
        const newColumn = Math.min(Math.max(toColumn, -1), lastColumn);
        // The corner above the names is empty.
        if (newRow === -1 && newColumn === -1) return;
        this.moveTo(newRow, newColumn);
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    moveTo(row, column) {
        this.focus = { row, column };
        this.reveal(row, column);
        this.draw();
        const link = this.link(row, column);
        link?.focus({ preventScroll: true });
        if (this.element.classList.contains("open")) link?.scrollIntoView({ block: "nearest" });
    }

    /**
     * Scrolls as little as needed to show a cell beside the names and below the headers.
     * @param {number} row
     * @param {number} column
     */
    reveal(row, column) {
        const grid = this.element;
        if (grid.classList.contains("open")) return;
        if (row >= 0) {
            const [top, space] = [row * this.height, grid.clientHeight - this.head.offsetHeight];
            if (top < grid.scrollTop) grid.scrollTop = top;
            if (top + this.height > grid.scrollTop + space)
                grid.scrollTop = top + this.height - space;
        }
        if (column >= 0) {
            const [left, space] = [this.edges[column], grid.clientWidth - this.side];
            if (left < grid.scrollLeft) grid.scrollLeft = left;
            if (left + this.width > grid.scrollLeft + space)
                grid.scrollLeft = left + this.width - space;
        }
    }
}
