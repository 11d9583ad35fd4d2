/*
 * Drawings of times: dots on log axes, the limit, and the band in which changing the limit by a
 * fifth gives another verdict. Dots at the same position are drawn once, so that a hundred thousand
 * of them become a few thousand.
 */
import { draw } from "./dom.js";
import * as Scale from "./scale.js";

const EDGE = { left: 52, right: 12, top: 22, bottom: 34 };

/**
 * A path of dots of length zero, one for each raster position; their round caps are visible.
 * @param {Place[]} points
 */
export function dots(points) {
    const places = new Set();
    for (const [x, y] of points) places.add(`M${Math.round(x * 2) / 2} ${Math.round(y * 2) / 2}h0`);
    return [...places].join("");
}

/**
 * A path of small crosses for failures: colour is not the only sign.
 * @param {Place[]} points
 */
function crosses(points) {
    const places = new Set();
    for (const [x, y] of points)
        places.add(`M${Math.round(x) - 3} ${Math.round(y) - 3}l6 6m0 -6l-6 6`);
    return [...places].join("");
}

/**
 * The least and the greatest value, at least a factor of two apart.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function extent(values) {
    let [low, high] = [Infinity, 0];
    for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
    }
    return low === Infinity ? [1, 10] : [low, Math.max(high, low * 2)];
}

/**
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {Axes} frame
 */
function axes(x, y, frame) {
    const { width, height, sizes, seconds } = frame;
    const bottom = height - EDGE.bottom;
    const vertical = Scale.ticks(...seconds).map((value) => [
        draw("line", {
            class: "rule",
            x1: EDGE.left,
            x2: width - EDGE.right,
            y1: y(value),
            y2: y(value),
        }),
        draw("text", { x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, `${value} s`),
    ]);
    const horizontal = (frame.isLog ? Scale.ticks(...sizes) : []).map((value) => [
        draw("line", { class: "rule", x1: x(value), x2: x(value), y1: EDGE.top, y2: bottom }),
        draw("text", { x: x(value), y: bottom + 15, "text-anchor": "middle" }, short(value)),
    ]);
    return [
        vertical,
        horizontal,
        draw(
            "text",
            { x: width - EDGE.right, y: height - 4, "text-anchor": "end", class: "label" },
            frame.label,
        ),
    ];
}

/** @param {number} value */
const short = (value) =>
    value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value);

/**
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} length
 * @returns {(value: number) => number}
 */
const linearAxis = (low, high, start, length) => (value) =>
    start + ((value - low) / Math.max(1, high - low)) * length;

/**
 * Draws points. The axes are given, so that adjacent drawings share them.
 * @param {Point[]} points
 * @param {string} title
 * @param {Axes} frame
 */
export function times(points, title, frame) {
    const { width, height, limit, sizes } = frame;
    const across = width - EDGE.left - EDGE.right;
    const x = frame.isLog
        ? Scale.logAxis(...sizes, EDGE.left, across)
        : linearAxis(...sizes, EDGE.left, across);
    const y = Scale.logAxis(
        ...frame.seconds,
        height - EDGE.bottom,
        EDGE.top + EDGE.bottom - height,
    );
    /**
     * @param {Point} point
     * @returns {Place}
     */
    const place = (point) => [x(point.x), y(point.seconds)];
    const passed = points.filter((point) => !point.failed).map(place);
    const failed = points.filter((point) => point.failed).map(place);
    const top = Math.max(y(limit * 1.2), EDGE.top);
    return draw(
        "svg",
        {
            class: "plot",
            viewBox: `0 0 ${width} ${height}`,
            role: "img",
            "aria-label": title,
        },
        draw("rect", {
            class: "band",
            x: EDGE.left,
            width: across,
            y: top,
            height: y(limit * 0.8) - top,
        }),
        axes(x, y, frame),
        draw("line", {
            class: "limit",
            x1: EDGE.left,
            x2: width - EDGE.right,
            y1: y(limit),
            y2: y(limit),
        }),
        draw("text", { class: "limit-label", x: EDGE.left + 4, y: top - 3 }, `limit ${limit} s`),
        draw("path", { class: "dots", d: dots(passed) }),
        draw("path", { class: "crosses", d: crosses(failed) }),
    );
}
