// Tests of the script's functions that need no page: queries, addresses, order, groups, scales.
// Returns what is wrong.

const wrong = [];
const same = (what, got, wanted) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) wrong.push(`${what}: ${a}, not ${b}`);
};
const terms = (text) => Query.parse(text).terms.map(({ key, value, negated }) => `${negated ? "-" : ""}${key}=${value}`);

// Queries.
same("keys", terms('v:wt s:bees c:secret/1* g:sample k:"no such arrow"'), ["v=WT", "s=bees", "c=secret/1*", "g=sample", "k=no such arrow"]);
same("words", terms("near unsteady surprise other"), ["word=near", "word=unsteady", "word=surprise", "text=other"]);
same("quotes make texts", terms('"near" "two words" "s:x"'), ["text=near", "text=two words", "text=s:x"]);
same("minus", terms('-v:A -"a b" - v:-'), ["-v=A", "-text=a b", "text=-", "v=-"]);
same("backslash", terms('"a \\" b"'), ['text=a " b']);
same("nothing", Query.parse("   "), { terms: [], error: null });
same("unknown key", /no key “x:”/.test(Query.parse("x:y").error), true);
same("key of every object", /no key “constructor:”/.test(Query.parse("constructor:y").error), true);
same("unknown verdict", /no verdict “X”/.test(Query.parse("v:AX").error), true);
same("no value", /needs a/.test(Query.parse("s:").error), true);
same("open quote", /not closed/.test(Query.parse('"a').error), true);
same("what comes before an error counts", terms("v:W x:y"), ["v=W"]);
for (const value of ["bees", "two words", 'quo"te', "back\\slash", "near", "s:x", "-minus", "-", "日本語", "a\u202eb"]) {
    for (const key of ["text", "s"]) {
        const list = [{ key, value, negated: false }, { key: "v", value: "W", negated: true }];
        same(`written and read: ${key} ${value}`, Query.parse(Query.format(list)).terms, list);
    }
}
same("part of a name", ["secret/10", "Secret/1"].map(Query.matcher("SECRET/1")), [true, true]);
same("form of a name", ["secret/10", "xsecret/1", "secret/2"].map(Query.matcher("secret/1*")), [true, false, false]);
same("one character", ["ab", "abc"].map(Query.matcher("a?")), [true, false]);
same("no pattern by accident", ["a.b", "axb"].map(Query.matcher("a.b*")), [true, false]);

// Interactions.
const talk = Parts.dialogue("<5\n> 1\n---\n<7\n...");
same("passes", [...talk.querySelectorAll("h4")].map((head) => head.textContent), ["Pass 1", "Pass 2"]);
same("turns", [...talk.querySelectorAll("li")].map((turn) => `${turn.className}: ${turn.textContent}`), [
    "jury: jury 5",
    "submission: submission 1",
    "jury: jury 7",
    "quiet: ...",
]);
same("one pass", Parts.dialogue(">1").querySelector("h4").textContent, "Interaction");

// Rejections without their outputs.
const unseen = Parts.refusal({ message: "wrong", says: '"2.5"', answer: "3\n2.25\n" });
same("an unknown output is not compared", unseen.querySelectorAll(".diff").length, 0);
same("its answer is shown", [...unseen.querySelectorAll("dd")].map((text) => text.textContent), ['"2.5"', "3\n2.25"]);

// Points.
const twice = ["a", "a"].map((title) => ({ title, most_points: 3, rule: "each", cases: [0] }));
const earned = { name: "ants", groups: [{ title: "a", points: 1 }, { title: "a", points: 2 }] };
const points = SubmissionView.scoreGroups(earned, { score_groups: twice });
same("groups with the same title", [...points.querySelectorAll("tr td:nth-child(2)")].map((cell) => cell.textContent), ["1 of 3", "2 of 3"]);

// Addresses.
same("address", Route.parse("#q=v:W%20s:bees&view=kinds"), { view: "kinds", q: "v:W s:bees", case: "", s: "", order: "" });
same("address with spaces", Route.parse("#q=v:W s:bees near").q, "v:W s:bees near");
same("unknown view", Route.parse("#view=constructor&other=1").view, "matrix");
same("broken escape", Route.parse("#q=%zz").q, "%zz");
for (const q of ["v:W s:bees c:secret/1*", 'k:"a & b = c # d"', "100%", "\u202ea/b"]) {
    const state = { view: "case", q, case: q, s: q, order: "given" };
    same(`address there and back: ${q}`, Route.parse(Route.format(state)), state);
}

// Scales.
const time = { first: 0.001, step: 1.05 };
same("no time", Scale.seconds(time, 0), 0);
same("first time", Scale.seconds(time, 1), 0.001);
same("ticks", Scale.ticks(0.002, 3), [0.01, 0.1, 1]);
same("few ticks", Scale.ticks(1, 6), [1, 2, 5]);
same("log axis", [1, 10, 100].map(Scale.logAxis(1, 100, 0, 50)), [0, 25, 50]);
same("edges", [...Scale.columnEdges([{ first: 0, count: 2 }, { first: 2, count: 1 }], 3, 10, 4)], [0, 10, 24, 34]);
same("index", [-5, 0, 9, 10, 30, 99].map((at) => Scale.indexAt([0, 10, 24, 34], at)), [0, 0, 0, 1, 2, 3]);
same("range", Scale.range(-2, 3, 10, -1), [0, 1, 2]);
same("range keeps the focus", [Scale.range(4, 6, 10, 1), Scale.range(4, 6, 10, 8), Scale.range(4, 6, 10, 5)], [[1, 4, 5], [4, 5, 8], [4, 5]]);
same("range of nothing", Scale.range(0, 5, 0, 0), []);
same("sizes", [0, 1, 1023, 1536, 5 << 20].map(Scale.inBytes), ["0 bytes", "1 byte", "1023 bytes", "1.5 KiB", "5.0 MiB"]);
same("names", ["short", "11-few-safe-squares-4-01"].map((name) => Scale.shortened(name, 11)), ["short", "11-fe…-4-01"]);

// Order and groups.
const letters = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const run = {
    command: "check", kinds: [{ text: "no arrow" }, { text: "no meeting" }], time,
    cases: ["sample/1", "secret/1", "secret/2", "secret/3"], limit_seconds: 1,
    score_groups: [{ title: "small ones", cases: [0, 2] }],
    case_groups: [{ name: "sample", first: 0, count: 1 }, { name: "secret", first: 1, count: 3 }],
    submissions: [{ name: "ants", counts: { A: 4 } }, { name: "bees", counts: { A: 2, W: 2 } }, { name: "crabs", counts: { A: 3, "-": 1 } }],
};
const verdicts = ["AAAA", "AAWW", "AA-A"].map(letters);
const fails = Verdicts.failing("check");
const counts = Order.failures(verdicts, fails, 4);
same("failures", [...counts], [0, 0, 2, 1]);
same("a missing output fails, a run that was not made does not", [fails[45], Verdicts.failing("judge")[45]], [1, 0]);
same("cases failing first", Order.casesFailingFirst(run, [0, 1, 2, 3], counts), [0, 2, 3, 1]);
same("submissions failing first", Order.submissionsFailingFirst(run, [0, 1, 2]), [1, 2, 0]);
const met = ["as-expected", "not-caught", "not-permitted"].map((value) => ({ name: value, met: value, expected: "accepted" }));
const unjudged = [{ met: "not-judged", expected: "accepted" }, { met: "as-expected", expected: "accepted", verdict: "AC" }];
same("what was not judged comes last", Order.submissionsFailingFirst({ command: "judge", submissions: unjudged }, [0, 1]), [1, 0]);
same("surprises first", Order.submissionsFailingFirst({ ...run, submissions: met }, [0, 1, 2]), [1, 2, 0]);
same("stretches", Order.stretches(run, [0, 2, 3]).map(({ name, first, count }) => [name, first, count]), [["sample", 0, 1], ["secret", 1, 2]]);
const strength = Order.strength(verdicts, fails, counts, [0, 1, 2, 3]);
same("cases that nobody fails", strength.idle, [0, 1]);
same("cases that alone catch somebody", [...strength.alone], [[2, [2]]]);
const stopped = Order.strength([letters("AW--")], Verdicts.failing("judge"), [0, 1, 0, 0], [0, 1, 2, 3]);
same("who was stopped proves nothing", [stopped.stopped, stopped.alone.size], [1, 0]);
same("nobody fails where everybody was run", [stopped.idle, stopped.unsure], [[0], [2, 3]]);
const faulty = Order.strength(["AWJ", "AAJ", "---"].map(letters), Verdicts.failing("judge"), [0, 1, 0], [0, 1, 2]);
same("a judge error is no pass", [faulty.idle, faulty.unsure, faulty.alone.size], [[0], [2], 0]);
const unknown = Order.strength([letters("--")], Verdicts.failing("judge"), [0, 0], [0, 1]);
same("where nothing was judged, nothing is said", [unknown.idle, unknown.unsure], [[], [0, 1]]);
const nobody = (submissions, index) => CaseView.nobody({ run, verdicts }, index, submissions);
same("nobody of all", nobody([0, 1, 2], 0), "No submission fails this case");
same("nobody of some", nobody([0], 2), "None of the submissions found fails this case");
const suite = { wrong: [0, 1, 2, 4], order: [2, 0, 3, 1], order_catching: 2, uncaught: [4], weak: [{ submission: 1, case: 2 }], on_demand_only: [0] };
const caught = Kills.rowsOf(suite, Uint8Array.of(1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0), 4);
const everything = { submissions: [0, 1, 2, 3, 4], cases: [0, 1, 2, 3] };
same("a staircase", Kills.arranged(suite, caught, true, everything), { rows: [4, 1, 2, 0], columns: [2, 0, 3, 1] });
same("the weakest first", Kills.arranged(suite, caught, false, everything), { rows: [4, 1, 0, 2], columns: [0, 1, 2, 3] });
same("what is left of it", Kills.arranged(suite, caught, true, { submissions: [0, 3], cases: [1, 3] }), { rows: [0], columns: [3, 1] });
same("who is caught by then", Kills.gains(suite, caught), [[2, 2], [0, 1]]);
same("what is weak", [0, 1, 2, 4].map(Kills.weakness(suite)), ["ON DEMAND ONLY", "ONE CASE", null, "NOT CAUGHT"]);
const groups = Order.failuresOfCase([
    { submission: 0, letter: "W", kind: 1, output: 1 }, { submission: 1, letter: "W", kind: 1, output: 0 },
    { submission: 2, letter: "W", kind: 1, output: 1 }, { submission: 3, letter: "T", kind: 0, output: 0 },
]);
same("kinds, then outputs", groups.map(({ letter, outputs }) => [letter, outputs.map(({ submissions }) => submissions)]), [["W", [[0, 2], [1]]], ["T", [[3]]]]);
same("lines beside lines", Order.besides("a\nbc\n", "a\nbd\ne\n"), [
    { left: "a", right: "a", at: null }, { left: "bc", right: "bd", at: 1 }, { left: null, right: "e", at: 0 }]);
same("what is cut lacks no line", Order.besides("1\n2\n3", "1\n3\n..."), [
    { left: "1", right: "1", at: null }, { left: "2", right: "3", at: 0 }]);
same("changed cases", Changes.changedCases(letters("AW?-A"), letters("AAAA-"), "judge"), [1]);
same("a missing output has a verdict", Changes.changedCases(letters("AW?-A"), letters("AAAA-"), "check"), [1, 3, 4]);

// Times.
const measured = { run: { ...run, sizes: [9, 9, 9, 9] }, verdicts, fails };
const near = { number: 0, bytes: Uint8Array.of(142, 142, 142, 142), cases: [0, 1, 2, 3] };
const drawing = Times.drawing(measured, near, Times.axes(measured.run, [near], { width: 400, height: 230 }));
same("the slowest run is not slower than it was", drawing.getAttribute("aria-label"),
    "Times of ants: 4 runs, slowest about 0.97 s, limit 1 s");
const common = Times.axes({ ...run, sizes: [9, 100, 1, 50] }, [
    { number: 0, bytes: Uint8Array.of(142, 0, 0, 0), cases: [0, 1, 2, 3] },
    { number: 1, bytes: Uint8Array.of(0, 1, 0, 255), cases: [0, 1, 3] },
], { width: 400, height: 230 });
same("axes fit all drawings", common.sizes, [9, 100]);

// Selection.
const planes = (submission) => ({
    verdicts: verdicts[submission], times: Uint8Array.of(1, 1, 142, 1),
    refutations: Uint8Array.of(0, 0, submission === 1 ? 1 : 0, submission === 1 ? 2 : 0, 0, 0, 0, 0),
});
const select = async (query) => {
    const { submissions, cases } = await Select.apply(run, Query.parse(query).terms, planes);
    return [submissions, cases];
};
same("all", await select(""), [[0, 1, 2], [0, 1, 2, 3]]);
same("by verdict", await select("v:W"), [[1], [2, 3]]);
same("by verdict and case", await select("v:W- c:secret/2"), [[1, 2], [2]]);
same("by submission", await select("s:ants"), [[0], [0, 1, 2, 3]]);
same("by folder", await select("g:sample"), [[0, 1, 2], [0]]);
same("by group of points", await select('g:"small ones"'), [[0, 1, 2], [0, 2]]);
same("not in a folder", await select("-g:sample"), [[0, 1, 2], [1, 2, 3]]);
same("by kind", await select('k:"no arrow"'), [[1], [2]]);
same("near the limit", await select("near s:ants"), [[0], [2]]);
same("text in the name of a case", await select("secret/3"), [[0, 1, 2], [3]]);
same("text in a kind", await select("meeting"), [[1], [3]]);
same("text in the name of a submission", await select("crabs"), [[2], [0, 1, 2, 3]]);
same("nothing", await select("s:nobody"), [[], []]);

// The result of a run in a sentence.
const mixed = [{ met: "as-expected", expected: "accepted", verdict: "AC" }, { met: "not-permitted", verdict: "WA" }];
const counted = { judged: 2, as_expected: 1, nothing_expected: 1, not_judged: 1, allowed: 1 };
same("what is expected of some", Views.sentence({ submissions: mixed, totals: { submissions: counted } }), "1 of 1 as expected, 0 of 1 others accepted; 1 skipped");
const outputs = (accepted, refused, judge_errors) =>
    Views.sentence({ submissions: [], totals: { judged: accepted + refused + judge_errors, accepted, refused, judge_errors } });
same("no output", outputs(0, 0, 0), "No output was judged");
same("judge errors alone", outputs(0, 0, 3), "No output was judged; 3 judge errors");
same("one right output", outputs(1, 0, 0), "The output is right");
same("right outputs", outputs(3, 0, 1), "All 3 outputs are right; 1 judge error");
same("a wrong output", outputs(2, 1, 0), "1 of 3 outputs is wrong");

return wrong;
