/*
 * Verdicts: letters, their meaning, and which of them are failures.
 */
/** @type {Record<string, string>} */
export const WORDS = {
    A: "accepted",
    W: "wrong answer",
    P: "malformed output",
    N: "empty output",
    M: "memory limit exceeded",
    T: "time limit exceeded",
    O: "output limit exceeded",
    R: "run-time error",
    C: "compile error",
    J: "judge error",
};
/** @type {Record<Verdict, string>} */
const CODES = {
    AC: "A",
    WA: "W",
    PE: "P",
    NO: "N",
    MLE: "M",
    TLE: "T",
    OLE: "O",
    RTE: "R",
    CE: "C",
    JE: "J",
};
/** @type {Partial<Record<Met, string>>} */
const OUTCOMES = {
    "not-permitted": "NOT AS EXPECTED",
    "not-caught": "NOT CAUGHT",
    "not-judged": "NOT JUDGED",
};

/**
 * The meaning of a letter; a dash is a missing output, or a case that was not run.
 * @param {string} letter
 * @param {string} command
 */
export const words = (letter, command) =>
    WORDS[letter] ?? (command === "check" ? "missing output" : "not run");

/**
 * The meaning of a verdict's code, such as `WA`.
 * @param {Verdict} code
 */
export const ofCode = (code) => WORDS[CODES[code]];

/**
 * A table by byte: 1 for the letters that count against a submission.
 * @param {string} command
 */
export function failing(command) {
    const table = new Uint8Array(256).fill(1);
    for (const letter of command === "check" ? "AJ" : "AJ-") table[letter.charCodeAt(0)] = 0;
    return table;
}

/**
 * The flag of a submission, if its result is worth one: failing is not, if no result is expected.
 * @param {SubmissionRow} submission
 */
export const flag = ({ met, expected }) =>
    met === undefined || (met === "not-permitted" && !expected) ? undefined : OUTCOMES[met];

/**
 * Returns whether a submission did not get its expected result.
 * @param {SubmissionRow} submission
 */
export const isSurprise = (submission) =>
    submission.met !== "not-judged" && flag(submission) !== undefined;
