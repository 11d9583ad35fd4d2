/*
 * Order and groups: which submissions and cases come first, which failures are equal, and what each
 * case contributes.
 */
import * as Verdicts from "./verdicts.js";

/**
 * The number of submissions that fail each case.
 * @param {ByteColumn[]} verdicts
 * @param {Uint8Array} fails
 * @param {number} count
 */
export function failures(verdicts, fails, count) {
    const counts = new Uint32Array(count);
    for (const letters of verdicts) {
        for (let index = 0; index < letters.length; index += 1)
            counts[index] += fails[letters[index]];
    }
    return counts;
}

/**
 * The number of the folder of each case.
 * @param {RunBlock} run
 */
function folders(run) {
    const group = new Uint32Array(run.cases.length);
    for (const [index, { first, count }] of run.case_groups.entries())
        group.fill(index, first, first + count);
    return group;
}

/**
 * Sorts cases: folders keep their order, and in each the cases that most submissions fail come
 * first.
 * @param {RunBlock} run
 * @param {number[]} cases
 * @param {ArrayLike<number>} counts
 */
export function casesFailingFirst(run, cases, counts) {
    const group = folders(run);
    return [...cases].sort((a, b) => group[a] - group[b] || counts[b] - counts[a] || a - b);
}

/**
 * The number of failures of a submission.
 * @param {SubmissionRow} submission
 * @param {string} command
 */
export const failed = (submission, command) =>
    Object.entries(submission.counts ?? {}).reduce(
        (sum, [letter, count]) =>
            sum + (Verdicts.failing(command)[letter.charCodeAt(0)] ? count : 0),
        0,
    );

/**
 * Sorts submissions: surprises first; without expected results, those with most failures first. The
 * others keep the order of their folders.
 * @param {RunBlock} run
 * @param {number[]} submissions
 */
export function submissionsFailingFirst(run, submissions) {
    /** @param {number} index */
    const weight = (index) => {
        const submission = run.submissions[index];
        // Submissions that were not judged come last.
        if (run.command === "judge" && !submission.verdict) return -1;
        if (submission.expected) return Verdicts.isSurprise(submission) ? 1 : 0;
        return failed(submission, run.command);
    };
    return [...submissions].sort((a, b) => weight(b) - weight(a) || a - b);
}

/**
 * Lists the runs of columns in one folder: the first column, their number, and the folder's name.
 * @param {RunBlock} run
 * @param {number[]} columns
 */
export function stretches(run, columns) {
    const group = folders(run);
    /** @type {(Stretch & { group: number })[]} */
    const found = [];
    columns.forEach((column, index) => {
        const last = found.at(-1);
        if (last && last.group === group[column]) last.count += 1;
        else
            found.push({
                group: group[column],
                name: run.case_groups[group[column]]?.name ?? "",
                first: index,
                count: 1,
            });
    });
    return found;
}

/**
 * Collects the failures of one submission into `groups`, by verdict and kind of rejection.
 * @param {Map<number, FailureKind>} groups
 * @param {number} submission
 * @param {ByteColumn} verdicts
 * @param {Uint8Array | null} kinds
 * @param {ByteColumn} mask
 * @param {Uint8Array} fails
 */
export function collectKinds(groups, submission, verdicts, kinds, mask, fails) {
    for (let index = 0; index < verdicts.length; index += 1) {
        if (!fails[verdicts[index]] || !mask[index]) continue;
        const kind = kinds ? kinds[index] : 0;
        const key = verdicts[index] * 256 + kind;
        let group = groups.get(key);
        if (!group) {
            group = {
                letter: String.fromCharCode(verdicts[index]),
                kind,
                runs: 0,
                submissions: new Map(),
                cases: new Set(),
            };
            groups.set(key, group);
        }
        group.runs += 1;
        group.submissions.set(submission, (group.submissions.get(submission) ?? 0) + 1);
        group.cases.add(index);
    }
}

/**
 * Groups the submissions that fail a case: first by verdict and kind of rejection, then by equal
 * output. Large groups come first.
 * @param {Failure[]} members
 */
export function failuresOfCase(members) {
    /** @type {Map<string, { letter: string, kind: number, outputs: Map<string, EqualOutputs> }>} */
    const kinds = new Map();
    for (const { submission, letter, kind, output } of members) {
        const key = `${letter}${kind}`;
        const { outputs } = kinds.get(key) ?? { outputs: new Map() };
        kinds.set(key, { letter, kind, outputs });
        // An unknown output is equal to no other.
        const isKnown = output > 0 && output < 255;
        const same = isKnown ? `o${output}` : `s${submission}`;
        const { submissions } = outputs.get(same) ?? { submissions: [] };
        submissions.push(submission);
        outputs.set(same, { isKnown, submissions });
    }
    return [...kinds.values()]
        .map(({ letter, kind, outputs }) => {
            const sorted = [...outputs.values()].sort(
                (a, b) => b.submissions.length - a.submissions.length,
            );
            const count = sorted.reduce((sum, { submissions }) => sum + submissions.length, 0);
            return { letter, kind, count, outputs: sorted };
        })
        .sort((a, b) => b.count - a.count);
}

/** The letters of a case that was not run, and of a judge error. */
const [NOT_RUN, JUDGE_ERROR] = [45, 74];

/**
 * Whether a letter tells if a submission fails the case.
 * @param {number} letter
 */
const isJudged = (letter) => letter !== NOT_RUN && letter !== JUDGE_ERROR;

/**
 * Whether a case has a verdict on every submission that has any, and on one at least.
 * @param {ByteColumn[]} verdicts
 * @param {number} index
 */
export const isJudgedForAll = (verdicts, index) =>
    verdicts.some((letters) => isJudged(letters[index])) &&
    verdicts.every((letters) => isJudged(letters[index]) || !letters.some(isJudged));

/**
 * What the cases contribute. A case that no submission fails is idle if all were judged on it, and
 * unsure otherwise. `alone` has the submissions that exactly one case catches, by that case. It
 * excludes submissions stopped at their first failure, and those with judge errors, which other
 * cases might catch as well.
 * @param {ByteColumn[]} verdicts
 * @param {Uint8Array} fails
 * @param {ArrayLike<number>} counts
 * @param {number[]} cases
 * @returns {Strength}
 */
export function strength(verdicts, fails, counts, cases) {
    /** @type {Map<number, number[]>} */
    const alone = new Map();
    let stopped = 0;
    verdicts.forEach((letters, submission) => {
        let caught = -1;
        let times = 0;
        let isStopped = false;
        let isUnknown = false;
        for (let index = 0; index < letters.length; index += 1) {
            if (fails[letters[index]]) {
                times += 1;
                caught = index;
            } else if (letters[index] === NOT_RUN) {
                isStopped = true;
            } else if (letters[index] === JUDGE_ERROR) {
                isUnknown = true;
            }
        }
        if (times > 0 && isStopped) stopped += 1;
        if (times !== 1 || isStopped || isUnknown) return;
        alone.set(caught, [...(alone.get(caught) ?? []), submission]);
    });
    /** @type {number[]} */
    const idle = [];
    /** @type {number[]} */
    const unsure = [];
    for (const index of cases.filter((index) => counts[index] === 0)) {
        (isJudgedForAll(verdicts, index) ? idle : unsure).push(index);
    }
    const busiest = cases
        .filter((index) => counts[index] > 0)
        .sort((a, b) => counts[b] - counts[a] || a - b);
    return { alone, idle, unsure, busiest, stopped };
}

/**
 * Lines side by side, without alignment: no lines are moved to make them match. `at` is the first
 * column that differs, from 0. Where one text is cut, which its last line `...` says, both end.
 * @param {string} left
 * @param {string} right
 */
export function besides(left, right) {
    const [a, b] = [left, right].map((text) => text.replace(/\n$/, "").split("\n"));
    const cut = [a, b].filter((lines) => lines.length > 1 && lines.at(-1) === "...");
    const ends = cut.map((lines) => lines.length - 1);
    const length = Math.min(Math.max(a.length, b.length), ...ends);
    return Array.from({ length }, (_, index) => {
        const [x, y] = [a[index] ?? null, b[index] ?? null];
        if (x === y) return { left: x, right: y, at: null };
        let at = 0;
        while (x !== null && y !== null && at < x.length && x[at] === y[at]) at += 1;
        return { left: x, right: y, at };
    });
}
