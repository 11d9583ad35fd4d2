/*
 * Times by input size: a small drawing for each submission, all with the same axes.
 */
import { make } from "./dom.js";
import * as Matrix from "./matrix.js";
import * as Order from "./order.js";
import * as Parts from "./parts.js";
import * as Plot from "./plot.js";
import * as Scale from "./scale.js";

const AT_FIRST = 12;

/**
 * The position of a case on the axis of sizes.
 * @param {RunBlock} run
 * @param {Pick<Axes, "isLog">} axes
 * @param {number} index
 */
const across = (run, { isLog }, index) => (isLog ? run.sizes[index] || 1 : index + 1);

/**
 * The axes common to drawings of series. If input sizes are unknown, cases are placed in order.
 * @param {RunBlock} run
 * @param {Series[]} series
 * @param {{ width: number, height: number }} size
 * @returns {Axes}
 */
export function axes(run, series, { width, height }) {
    /** @type {Set<number>} */
    const times = new Set();
    /** @type {Set<number>} */
    const measured = new Set();
    for (const { bytes, cases } of series) {
        for (const index of cases) {
            if (bytes[index] === 0) continue;
            times.add(bytes[index]);
            measured.add(index);
        }
    }
    const isLog = series.some(({ cases }) => cases.some((index) => run.sizes[index]));
    const limit = run.limit_seconds ?? 0;
    const [low, high] = Plot.extent([...times].map((byte) => Scale.seconds(run.time, byte)));
    return {
        width,
        height,
        isLog,
        limit,
        label: isLog ? "bytes of input" : "cases in order",
        sizes: Plot.extent([...measured].map((index) => across(run, { isLog }, index))),
        seconds: [Math.min(low * 0.8, limit / 10), Math.max(high * 1.1, limit * 1.3)],
    };
}

/**
 * The runs of a submission as points, without those indistinguishable in a drawing.
 * @param {Store} store
 * @param {Series} series
 * @param {Axes} frame
 */
function points(store, { number, bytes, cases }, frame) {
    const { run, verdicts, fails } = store;
    /** @type {Map<number, Point>} */
    const found = new Map();
    for (const index of cases) {
        if (bytes[index] === 0) continue;
        const x = across(run, frame, index);
        const failed = fails[verdicts[number][index]];
        const key = (Math.round(Math.log(x) * 200) * 256 + bytes[index]) * 2 + failed;
        const seconds = Scale.seconds(run.time, bytes[index]);
        if (!found.has(key)) found.set(key, { x, seconds, failed: failed === 1 });
    }
    return [...found.values()];
}

/**
 * Draws a series; null if it has no times.
 * @param {Store} store
 * @param {Series} series
 * @param {Axes} frame
 */
export function drawing(store, series, frame) {
    const own = points(store, series, frame);
    if (own.length === 0) return null;
    const { name } = store.run.submissions[series.number];
    const runs = series.cases.filter((index) => series.bytes[index] > 0).length;
    const slowest = own.reduce((most, point) => Math.max(most, point.seconds), 0);
    const longest = `slowest about ${Scale.inSeconds(slowest)}, limit ${frame.limit} s`;
    const title = `Times of ${name}: ${Scale.plural(runs, "run")}, ${longest}`;
    return Plot.times(own, title, frame);
}

/**
 * The selected runs of submissions, without submissions whose times are unknown.
 * @param {View} view
 */
async function selected({ store, selection }) {
    /** @type {Series[]} */
    const series = [];
    for (const number of Order.submissionsFailingFirst(store.run, selection.submissions)) {
        const bytes = await store.bytes(`times-${number}`);
        const mask = selection.mask(number);
        const cases = selection.cases.filter((index) => mask[index] && bytes?.[index]);
        if (bytes && cases.length) series.push({ number, bytes, cases });
    }
    return series;
}

/**
 * @param {Store} store
 * @param {Series} series
 * @param {Axes} frame
 */
const panel = (store, series, frame) =>
    make(
        "figure",
        {},
        make("figcaption", {}, Parts.submissionLink(store.run.submissions[series.number])),
        drawing(store, series, frame),
    );

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render(view) {
    const { store, state } = view;
    const series = await selected(view);
    const frame = axes(store.run, series, { width: 400, height: 230 });
    const grid = make("div", { class: "panels" });
    const more = make("button", { type: "button" });
    let shown = 0;
    const add = () => {
        const next = series.slice(shown, shown + AT_FIRST);
        shown += next.length;
        const left = series.length - shown;
        more.hidden = left === 0;
        more.textContent = `Show ${Math.min(AT_FIRST, left)} more of ${left}`;
        grid.append(...next.map((one) => panel(store, one, frame)));
    };
    more.addEventListener("click", add);
    add();
    return {
        title: "Times",
        element: make(
            "section",
            {},
            make("h2", { tabindex: "-1" }, "Times by size of the case"),
            make(
                "p",
                { class: "quiet" },
                "CPU time and size on log axes: ",
                make("span", { class: "key dot" }),
                "accepted, ",
                make("span", { class: "key cross" }, "×"),
                " failed. The band is where a limit shorter or longer by 20 % gives another ",
                "verdict.",
            ),
            grid.childElementCount === 0
                ? state.q
                    ? Matrix.nothing(state)
                    : make("p", {}, "No times were measured.")
                : grid,
            more,
        ),
    };
}
