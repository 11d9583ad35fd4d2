/*
 * Scales: times from bytes, positions on log axes, ticks, numbers in words, and the visible rows
 * and columns.
 */
/**
 * The seconds for a byte of a times block; 0 means no time.
 * @param {TimeScale} time
 * @param {number} byte
 */
export const seconds = (time, byte) => (byte === 0 ? 0 : time.first * time.step ** (byte - 1));

/**
 * A time for people.
 * @param {number} value
 */
export const inSeconds = (value) =>
    `${value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(1)} s`;

/**
 * A size for people.
 * @param {number} value
 */
export function inBytes(value) {
    const units = ["bytes", "KiB", "MiB", "GiB"];
    let unit = 0;
    let rest = value;
    while (rest >= 1024 && unit < units.length - 1) {
        rest /= 1024;
        unit += 1;
    }
    return `${unit === 0 ? rest : rest.toFixed(1)} ${value === 1 ? "byte" : units[unit]}`;
}

/**
 * A name of at most `most` characters, shortened in the middle, since names differ at their ends.
 * @param {string} name
 * @param {number} most
 */
export function shortened(name, most) {
    const letters = [...name];
    if (letters.length <= most) return name;
    const head = Math.ceil((most - 1) / 2);
    const tail = letters.length - (most - 1 - head);
    return `${letters.slice(0, head).join("")}…${letters.slice(tail).join("")}`;
}

/**
 * A count and its noun.
 * @param {number} count
 * @param {string} noun
 * @param {string} nouns
 */
export const plural = (count, noun, nouns = `${noun}s`) =>
    `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;

/**
 * A log axis from `low` to `high` over `length` pixels, from `start`; it may run downwards.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} length
 * @returns {(value: number) => number}
 */
export function logAxis(low, high, start, length) {
    const [from, to] = [Math.log(low), Math.log(Math.max(high, low * 1.01))];
    return (value) => start + ((Math.log(Math.max(value, low)) - from) / (to - from)) * length;
}

/**
 * The powers of ten within a range; if these are fewer than two, also their doubles and fives.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
    const found = [];
    for (
        let power = Math.floor(Math.log10(low));
        power <= Math.ceil(Math.log10(high));
        power += 1
    ) {
        for (const factor of [1, 2, 5]) {
            const value = Number(`${factor}e${power}`);
            if (value >= low * 0.999 && value <= high * 1.001)
                found.push({ value, isPower: factor === 1 });
        }
    }
    const powers = found.filter((tick) => tick.isPower);
    return (powers.length >= 2 ? powers : found).map((tick) => tick.value);
}

/**
 * The left edge of each column, and of the one after the last. There is a gap between folders, and
 * more room where the name of a folder needs it (`least`).
 * @param {Columns[]} stretches
 * @param {number} count
 * @param {number} width
 * @param {number} gap
 */
export function columnEdges(stretches, count, width, gap) {
    const edges = new Float64Array(count + 1);
    let left = 0;
    for (const { first, count: size, least = 0 } of stretches) {
        for (let index = 0; index < size; index += 1) edges[first + index] = left + index * width;
        edges[count] = left + Math.max(size * width, least);
        left = edges[count] + gap;
    }
    return edges;
}

/**
 * The last index whose edge is at or before `position`.
 * @param {ArrayLike<number>} edges
 * @param {number} position
 */
export function indexAt(edges, position) {
    let [low, high] = [0, edges.length - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (edges[middle] <= position) low = middle;
        else high = middle - 1;
    }
    return low;
}

/**
 * Numbers from `from` up to `to`, exclusive, clamped to 0 to `count`, and `pinned` if it is in
 * range.
 * @param {number} from
 * @param {number} to
 * @param {number} count
 * @param {number} pinned
 */
export function range(from, to, count, pinned) {
    const [first, end] = [Math.max(0, Math.min(from, count)), Math.max(0, Math.min(to, count))];
    const numbers = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
    if (pinned >= 0 && pinned < count && pinned < first) numbers.unshift(pinned);
    if (pinned >= 0 && pinned < count && pinned >= end) numbers.push(pinned);
    return numbers;
}
