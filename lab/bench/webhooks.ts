import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/run.ts";
import { ratio, spread } from "./figures.ts";
import { options } from "./program.ts";
import { type Drain, drain, type Lag, lag } from "./webhooks/scenes.ts";
import { type Side, sidesFor } from "./webhooks/sides.ts";
import { createWorld, type Layout } from "./webhooks/world.ts";

// Webhooks end to end: a TLS receiver, one worker and its store, each in a separate process, compared with
// graphile-worker and BullMQ with fetch. The sides take turns, and each round reverses the order. Lag runs from the
// event's timestamp to the request's arrival.

/** `--quick` is one smaller round, in under three minutes. */
const usual = process.argv.includes("--quick")
  ? { rounds: 1, waiting: 4_000, seconds: 4, backlog: 10_000, patience: 10 }
  : { rounds: 4, waiting: 20_000, seconds: 15, backlog: 100_000, patience: 60 };
const { scenes, alone, quick, ...sizes } = options({
  ...usual,
  rate: 100,
  /** As many as our worker sends to 50 endpoints at once, and faster for both baselines than 64. */
  concurrency: 200,
  scenes: "",
  quick: false,
  /** Leaves the baselines out: enough to judge our own change, in a fifth of the time. */
  alone: false,
});
for (const [name, value] of Object.entries(sizes))
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`);

const ALONE = { endpoints: 50, tenants: 50, hosts: 50 };
/** Each tenant has four endpoints on two hosts, each host ten endpoints of five tenants; those that hang are on one host. */
const SHARED = { endpoints: 100, tenants: 25, hosts: 10 };

type Scene = { title: string; layout: Layout } & (
  | { measures: "rate" }
  | { measures: "lag"; backlog?: number }
);

const SCENES: Record<string, Scene> = {
  waiting: { title: `${sizes.waiting} waiting for 50 hosts`, layout: ALONE, measures: "rate" },
  "waiting-shared": {
    title: `${sizes.waiting} waiting for 100 endpoints of 25 tenants on 10 hosts`,
    layout: SHARED,
    measures: "rate",
  },
  steady: { title: `lag at ${sizes.rate} events/s`, layout: ALONE, measures: "lag" },
  hanging: {
    title: "the same, 5 of 100 hosts hang",
    layout: { endpoints: 100, tenants: 100, hosts: 100, hangsEvery: 20 },
    measures: "lag",
  },
  shared: {
    title: "the same, 100 endpoints of 25 tenants on 10 hosts, of which one host has 5 that hang",
    layout: { ...SHARED, hangsEvery: 20 },
    measures: "lag",
  },
  backlog: {
    title: `the same on 50 hosts, one tenant with a backlog of ${sizes.backlog}`,
    layout: ALONE,
    measures: "lag",
    backlog: sizes.backlog,
  },
};

const wanted = scenes === "" ? Object.keys(SCENES) : scenes.split(",");
const unknown = wanted.filter((name) => !(name in SCENES));
if (unknown.length > 0) {
  throw new Error(`no scene is called ${unknown.join(" or ")}; there are ${Object.keys(SCENES).join(", ")}`);
}

const world = await createWorld();
const say = (line: string): void => console.log(line);
const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;
const NEVER = `none within ${sizes.patience} s`;

const sidesOf = (hasBacklog: boolean): Side[] =>
  sidesFor(world, sizes.concurrency, hasBacklog).slice(0, alone ? 1 : undefined);

/** Every side once a round; the second round, and every other after it, begins with the last. */
const inTurns = async <Result>(sides: readonly Side[], measure: (side: Side) => Promise<Result>) => {
  const results = new Map(sides.map((side) => [side, [] as Result[]]));
  for (let round = 0; round < sizes.rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      results.get(side)?.push(await measure(side));
    }
  }
  return [...results].map(([side, rounds]) => ({ name: side.name, rounds }));
};

const showRates = (rows: { name: string; rounds: Drain[] }[]): void => {
  const of = (rounds: Drain[], field: keyof Drain) => rounds.map((round) => round[field]);
  for (const { name, rounds } of rows) {
    say(
      `  ${name}: ${spread(of(rounds, "perSecond"), "")}/s; processor time each: worker ` +
        `${spread(of(rounds, "workerMicros"), "")} µs, store ${spread(of(rounds, "storeMicros"), "")} µs`,
    );
  }
  const [own, ...others] = rows;
  for (const { name, rounds } of own ? others : []) {
    const times = (field: keyof Drain) => ratio(of(rounds, field), of(own?.rounds ?? [], field));
    say(
      `  ${name} beside ours: rate ${times("perSecond")}, worker's time ${times("workerMicros")}, ` +
        `store's time ${times("storeMicros")}`,
    );
  }
};

const showLags = (rows: { name: string; rounds: Lag[] }[], hasBacklog: boolean): void => {
  const of = (rounds: Lag[], field: keyof Lag) => rounds.map((round) => round[field]);
  for (const { name, rounds } of rows) {
    const backlog = hasBacklog ? `; the backlog ${spread(of(rounds, "backlogPerSecond"), "")}/s` : "";
    const [p50, p99] = [spread(of(rounds, "p50"), NEVER), spread(of(rounds, "p99"), NEVER)];
    const came = `${spread(of(rounds, "arrived"), "")} of ${rounds[0]?.sent} came`;
    say(`  ${name}: lag in ms: p50 ${p50}, p99 ${p99}; ${came}${backlog}`);
  }
  const [own, ...others] = rows;
  for (const { name, rounds } of own ? others : []) {
    const times = (field: keyof Lag) => ratio(of(rounds, field), of(own?.rounds ?? [], field));
    say(`  ${name} beside ours: p50 ${times("p50")}, p99 ${times("p99")}`);
  }
};

const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
  return `${name} ${version}`;
};

try {
  say("webhooks: signed deliveries over TLS, one worker process; medians (lowest to highest) of the rounds");
  say(
    `${sizes.rounds} round${sizes.rounds === 1 ? "" : "s"} in turns, the order reversed each time; ${versionOf("graphile-worker")}, ${versionOf("bullmq")}, ` +
      `PostgreSQL ${world.postgresVersion}, Redis ${world.redis?.version ?? "none"}, Node ${process.versions.node}; ` +
      `${cpus().length} cores`,
  );
  if (!world.redis)
    say("BullMQ is left out: there is no redis-server (Debian: apt-get install redis-server)");
  for (const name of wanted) {
    const scene = SCENES[name];
    if (!scene) continue;
    const before = load();
    const patienceMs = sizes.patience * 1_000;
    const { layout } = scene;
    if (scene.measures === "rate") {
      const measure = (side: Side) => drain(world, side, { layout, count: sizes.waiting, patienceMs });
      const rows = await inTurns(sidesOf(false), measure);
      say(`\n${name}: ${scene.title} (${before} before, ${load().slice(5)} after)`);
      showRates(rows);
    } else {
      const { backlog = 0 } = scene;
      const more = { ratePerSecond: sizes.rate, seconds: sizes.seconds, backlog, patienceMs };
      const rows = await inTurns(sidesOf(backlog > 0), (side) => lag(world, side, { layout, ...more }));
      say(`\n${name}: ${scene.title} (${before} before, ${load().slice(5)} after)`);
      showLags(rows, backlog > 0);
    }
  }
} finally {
  await world.close();
}
