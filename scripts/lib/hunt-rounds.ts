// Under which conditions a hunt runs the tests: each round has its own order, clock, zone and number of workers.
import { existsSync } from "node:fs";

/** Instants that tests have failed near: each is the wall clock at the beginning of a round. */
const CLOCKS = [
  { name: "near midnight UTC", zone: "UTC", at: (year: number) => `${year}-06-14T23:57:00Z` },
  { name: "near a month's end", zone: "Pacific/Auckland", at: (year: number) => `${year}-04-30T23:57:00Z` },
  { name: "near a leap day's end", zone: "Asia/Tokyo", at: () => "2028-02-29T14:57:00Z" },
  // The European Union's and the United States' clocks go forward, and back, at these instants or within minutes.
  { name: "before summer time begins", zone: "Europe/Berlin", at: () => "2027-03-28T00:57:00Z" },
  { name: "before summer time ends", zone: "America/New_York", at: () => "2027-11-07T05:57:00Z" },
  { name: "near the year's end", zone: "Pacific/Apia", at: (year: number) => `${year}-12-31T23:57:00Z` },
] as const;

/** Where Debian's package `faketime` puts its library, by processor. */
const FAKETIME = ["x86_64", "aarch64"].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/faketime/libfaketime.so.1`,
);

export type HuntRound = {
  /** What is special about the round, in words. */
  name: string;
  /** Of the order of files, and of hostile chance. */
  seed: number;
  env: Record<string, string>;
  vitest: string[];
  playwright: string[];
};

export type HuntConditions = {
  /** Path of libfaketime; undefined: no round has another clock. */
  faketime: string | undefined;
  /** The module that makes chance hostile, for `--import`. */
  chance: string;
  now: Date;
  seed: number;
};

/** The library that gives a process and its children another wall clock; undefined where it is not installed. */
export const findFaketime = (): string | undefined => FAKETIME.find((path) => existsSync(path));

/**
 * The rounds of a hunt. The first has the machine's own clock; the others take one of `CLOCKS` after the other. In every
 * round a test that fails has failed: nothing is tried again.
 */
export function huntRounds(
  count: number,
  { faketime, chance, now, seed: first }: HuntConditions,
): HuntRound[] {
  return Array.from({ length: count }, (_, at) => {
    const seed = first + at;
    const clock = at === 0 || faketime === undefined ? undefined : CLOCKS[(at - 1) % CLOCKS.length];
    const workers = 1 + (at % 3);
    return {
      name: `order ${seed}, ${clock?.name ?? "the machine's clock"}, ${workers} browser${workers > 1 ? "s" : ""}`,
      seed,
      env: {
        NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${chance}`].filter(Boolean).join(" "),
        LINTEL_HUNT_SEED: String(seed),
        ...(clock && faketime && fakeClock(faketime, clock.at(now.getUTCFullYear() + 1), clock.zone, now)),
      },
      vitest: [
        "--retry=0",
        "--sequence.shuffle.files",
        "--sequence.shuffle.tests=false",
        `--sequence.seed=${seed}`,
      ],
      playwright: ["--retries=0", `--workers=${workers}`],
    };
  });
}

/** An offset, so that every process has the same clock however late it starts. Timers go on by the real one. */
function fakeClock(library: string, instant: string, zone: string, now: Date): Record<string, string> {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds >= 0 ? "+" : "-"}${Math.abs(seconds)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
    LINTEL_HUNT_ZONE: zone,
  };
}

/** How often each test was red, the worst first, with the rounds and the first thing that it said. */
export function huntReport(
  rounds: readonly { name: string; failures: readonly string[] }[],
): { test: string; rounds: string[]; said: string }[] {
  const red = new Map<string, { rounds: string[]; said: string }>();
  for (const { name, failures } of rounds)
    for (const failure of failures) {
      // `<file> > <name>: <why>`; the file's own path has no colon with a space behind it.
      const end = failure.indexOf(": ");
      const test = end < 0 ? failure : failure.slice(0, end);
      const known = red.get(test) ?? { rounds: [], said: end < 0 ? "" : failure.slice(end + 2) };
      red.set(test, { ...known, rounds: [...known.rounds, name] });
    }
  return [...red]
    .map(([test, found]) => ({ test, ...found }))
    .toSorted((a, b) => b.rounds.length - a.rounds.length || (a.test < b.test ? -1 : 1));
}
