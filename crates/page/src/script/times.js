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
 * The runs of a submission as points, without those indistinguishable in a drawing.
 * @param {Store} store
 * @param {Series} series
 * @param {(index: number) => number} across
 */
function points(store, { number, bytes, cases }, across) {
    const { run, verdicts, fails } = store;
    /** @type {Map<number, Point>} */
    const found = new Map();
    for (const index of cases) {
        if (bytes[index] === 0) continue;
        const x = across(index);
        const failed = fails[verdicts[number][index]];
        const key = (Math.round(Math.log(x) * 200) * 256 + bytes[index]) * 2 + failed;
        const seconds = Scale.seconds(run.time, bytes[index]);
        if (!found.has(key)) found.set(key, { x, seconds, failed: failed === 1 });
    }
    return [...found.values()];
}

/**
 * Draws series with common axes; null for those without times. If input sizes are unknown, cases
 * are placed in order.
 * @param {Store} store
 * @param {Series[]} series
 * @param {{ width: number, height: number }} size
 */
export function drawing(store, series, { width, height }) {
    const { run } = store;
    /** @param {number} index */
    const size = (index) => run.sizes[index] ?? 0;
    const isLog = series.some(({ cases }) => cases.some((index) => size(index) > 0));
    /** @param {number} index */
    const across = (index) => (isLog ? size(index) || 1 : index + 1);
    const drawn = series.map((one) => points(store, one, across));
    const limit = (run.runs?.cpu_milliseconds ?? 0) / 1000;
    const all = drawn.flat();
    const [low, high] = Plot.extent(all.map((point) => point.seconds));
    /** @type {Axes} */
    const frame = {
        width,
        height,
        isLog,
        limit,
        label: isLog ? "bytes of input" : "cases in order",
        sizes: Plot.extent(all.map((point) => point.x)),
        seconds: [Math.min(low * 0.8, limit / 10), Math.max(high * 1.1, limit * 1.3)],
    };
    return drawn.map((own, index) => {
        if (own.length === 0) return null;
        const { name } = run.submissions[series[index].number];
        const runs = series[index].cases.filter((number) => series[index].bytes[number] > 0).length;
        const slowest = own.reduce((most, point) => Math.max(most, point.seconds), 0);
        const longest = `slowest about ${Scale.inSeconds(slowest)}, limit ${limit} s`;
        const title = `Times of ${name}: ${Scale.plural(runs, "run")}, ${longest}`;
        return Plot.times(own, title, frame);
    });
}

/**
 * @param {Store} store
 * @param {Selected} selection
 * @param {number[]} numbers
 */
async function panels(store, selection, numbers) {
    /** @type {Series[]} */
    const series = [];
    for (const number of numbers) {
        const bytes = await store.bytes(`times-${number}`);
        const mask = selection.mask(number);
        if (bytes)
            series.push({ number, bytes, cases: selection.cases.filter((index) => mask[index]) });
    }
    const drawings = drawing(store, series, { width: 400, height: 230 });
    return series.map(
        ({ number }, index) =>
            drawings[index] &&
            make(
                "figure",
                {},
                make("figcaption", {}, Parts.submissionLink(store.run.submissions[number])),
                drawings[index],
            ),
    );
}

/**
 * @param {View} view
 * @returns {Promise<RenderedView>}
 */
export async function render({ store, state, selection }) {
    const numbers = Order.submissionsFailingFirst(store.run, selection.submissions);
    const grid = make("div", { class: "panels" });
    const more = make("button", { type: "button" });
    let shown = 0;
    const add = async () => {
        const next = numbers.slice(shown, shown + AT_FIRST);
        // Updated before any waiting, so that another click loads the next submissions.
        shown += next.length;
        const left = numbers.length - shown;
        more.hidden = left === 0;
        more.textContent = `Show ${Math.min(AT_FIRST, left)} more of ${left}`;
        for (const panel of await panels(store, selection, next)) if (panel) grid.append(panel);
    };
    more.addEventListener("click", add);
    await add();
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
