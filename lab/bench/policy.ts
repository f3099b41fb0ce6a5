// npm run bench -- policy [--seconds 2] [--rounds 5]: how many decisions of a policy one core takes in a second: the rule for
// a place and the choices that it leaves a person, beside parsing the same policy's JSON once, in turns.
import { choicesOf, type Progress } from "../../src/core/policy/choices.ts";
import { applyPack, PACKS } from "../../src/core/policy/packs.ts";
import { type Policy, ruleFor } from "../../src/core/policy/policy.ts";
import { median } from "./figures.ts";
import { load, options } from "./program.ts";

/** Decisions a second. */
const BAR = 20_000;

const asked = options({ seconds: 2, rounds: 5 });

const BASE: Policy = {
  default: {
    minimumAge: 18,
    methods: [
      { id: "document", use: "offer" },
      { id: "voucher", use: "fallback" },
    ],
  },
  regions: [],
};
// Every pack: the places of the last ones are found last.
const policy = PACKS.reduce((all, pack) => applyPack(all, pack), BASE);
const json = JSON.stringify(policy);

const PLACES = [{ country: "AU" }, { country: "US", region: "US-NY" }, { country: "FR" }, { country: "JP" }];
const PROGRESS: Progress[] = [
  { tries: {}, hasAskedForOthers: false, closed: [] },
  { tries: { document: 1 }, hasAskedForOthers: false, closed: [] },
  { tries: { document: 2 }, hasAskedForOthers: false, closed: ["wallet"] },
  { tries: { document: 2, wallet: 1 }, hasAskedForOthers: true, closed: [] },
];
const cases = PLACES.flatMap((place) => PROGRESS.map((progress) => ({ place, progress })));

let sink = 0;
const decide = (): void => {
  for (const { place, progress } of cases) sink += choicesOf(ruleFor(policy, place), progress).methods.length;
};
const parse = (): void => {
  for (const _ of cases) sink += (JSON.parse(json) as Policy).regions.length;
};

/** Of `work`, which is one turn over all cases: cases a second. */
const perSecond = (work: () => void, ms: number): number => {
  const startedMs = performance.now();
  let turns = 0;
  while (performance.now() - startedMs < ms) {
    work();
    turns += 1;
  }
  return (turns * cases.length * 1000) / (performance.now() - startedMs);
};

perSecond(decide, 300);
perSecond(parse, 300);
const rounds = Array.from({ length: asked.rounds }, () => ({
  decided: perSecond(decide, asked.seconds * 500),
  parsed: perSecond(parse, asked.seconds * 500),
}));
const decided = median(rounds.map((round) => round.decided));
const parsed = median(rounds.map((round) => round.parsed));
const ratio = median(rounds.map((round) => round.decided / round.parsed));

console.log(
  `${policy.regions.length} places, ${json.length} bytes of JSON; medians of ${asked.rounds} rounds; ${load()}`,
);
console.log(`decisions            ${decided.toFixed(0).padStart(10)} a second on one core`);
console.log(`JSON.parse of it     ${parsed.toFixed(0).padStart(10)} a second on one core`);
console.log(`ratio                ${ratio.toFixed(1).padStart(10)}`);
console.log(decided >= BAR ? `at least ${BAR}` : `✗: fewer than ${BAR}`);
process.exitCode = decided >= BAR && sink > 0 ? 0 : 1;
