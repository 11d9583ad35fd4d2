/*
 * Data: the blocks of the page, inflated on demand. The letters of all submissions stay in memory;
 * of the other blocks, the most recently used.
 */
import * as Order from "./order.js";
import * as Verdicts from "./verdicts.js";

/** The maximum bytes of cached blocks, besides the letters. */
const MOST = 48 << 20;

/** @param {string} text */
function fromBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The bytes of a block, or null if there is none.
 * @param {string} id
 */
async function block(id) {
    const element = document.getElementById(id);
    return element ? inflate(fromBase64(element.textContent.trim())) : null;
}

/**
 * The content of a block of JSON, whose type the caller knows.
 * @param {Uint8Array | null} bytes
 */
const json = (bytes) => (bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null);

/**
 * Reads the run and the letters of all submissions.
 * @returns {Promise<Store>}
 */
export async function open() {
    /** @type {RunBlock | null} */
    const run = json(await block("run"));
    if (!run) throw new Error("there is no run in it");
    const letters = await Promise.all(
        run.submissions.map((_, index) => block(`verdicts-${index}`)),
    );
    const missing = new Uint8Array(run.cases.length).fill(45);
    const verdicts = letters.map((bytes) => bytes ?? missing);
    const fails = Verdicts.failing(run.command);
    /** @type {Map<string, Uint8Array | null>} */
    const remembered = new Map();
    let size = 0;

    /**
     * The bytes of any other block; the least recently used ones are evicted.
     * @type {Store["bytes"]}
     */
    const bytes = async (id) => {
        const found = remembered.get(id) ?? (await block(id));
        // Another call may have loaded it in the meantime.
        if (!remembered.has(id)) size += found?.length ?? 0;
        remembered.delete(id);
        remembered.set(id, found);
        for (const [old, value] of remembered) {
            if (size <= MOST || old === id) break;
            size -= value?.length ?? 0;
            remembered.delete(old);
        }
        return found;
    };

    /**
     * The content of a case: input, answer, drawing; empty if left out of the page.
     * @type {Store["caseView"]}
     */
    const caseView = async (index) => {
        const number = run.case_blocks.findIndex((cases) => cases.includes(index));
        /** @type {Record<number, CaseView> | null} */
        const views = number < 0 ? null : json(await bytes(`cases-${number}`));
        return views?.[index] ?? {};
    };

    /** @type {Store["details"]} */
    const details = async (submission) => json(await bytes(`details-${submission}`)) ?? {};
    const counts = Order.failures(verdicts, fails, run.cases.length);
    const hasTimes = document.querySelector('[id^="times-"]') !== null;
    return { run, hasTimes, verdicts, fails, counts, bytes, caseView, details };
}
