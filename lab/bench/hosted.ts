// npm run bench -- hosted [--rounds 60] [--people 200] [--seconds 30]: the server's time and statements for each screen
// that an end user sees, on the production build, and what many of them at once get.
import { percentile } from "./figures.ts";
import { crowd } from "./hosted/crowd.ts";
import { askFor, screensOf } from "./hosted/screens.ts";
import { openWorld } from "./hosted/world.ts";
import { measure } from "./measure.ts";
import { columns, conclude, load, mark, options } from "./program.ts";
import { processorSeconds } from "./webhooks/processor-time.ts";

// The kernel counts processor time in hundredths of a second.
const CPU_ROUNDS = 20;
const BARS = { firstPageMs: 30, pollStatements: 1 };

const { rounds, people, seconds } = options({ rounds: 60, people: 200, seconds: 30 });
const cells = columns(14, 12);

await using stack = new AsyncDisposableStack();
const world = await openWorld(stack);
const screens = (await screensOf(world)).map((screen) => askFor(world, screen));
const lines = await measure(screens, rounds);

console.log(`hosted: each screen until its last byte, ${rounds} rounds in turns, one at a time; ${load()}`);
console.log(cells("", "p50 ms", "p95 ms", "CPU ms", "statements"));
const [pid = 0] = world.pids();
/** Of the service, which other load on the machine does not change much. */
const processorMs = async (ask: () => Promise<unknown>): Promise<number> => {
  const before = processorSeconds(pid);
  for (let i = 0; i < CPU_ROUNDS; i += 1) await ask();
  return ((processorSeconds(pid) - before) * 1_000) / CPU_ROUNDS;
};
const asked: { name: string; texts: string[] }[] = [];
for (const { name, p50, p95 } of lines) {
  const ask = screens.find((screen) => screen.name === name)?.ask ?? (async () => undefined);
  const spentMs = await processorMs(ask);
  await world.statements.listen();
  await ask();
  const texts = await world.statements.taken();
  asked.push({ name, texts });
  const isMet =
    (name !== "choose" || p50 <= BARS.firstPageMs) &&
    (name !== "poll" || texts.length <= BARS.pollStatements);
  const figures = [p50, p95, spentMs].map((ms) => ms.toFixed(1));
  console.log(cells(name, ...figures, String(texts.length)) + mark(isMet));
}
for (const { name, texts } of asked)
  if (name === "choose" || name === "poll")
    for (const text of texts) console.log(`  ${name}: ${text.slice(0, 110)}`);

const { pages, polls, errors } = await crowd(world, people, seconds);
console.log(
  `\n${people} people at once for ${seconds} s: pages with their scripts, a poll every 2 s; ${load()}`,
);
console.log(cells("", "answers", "p50 ms", "p95 ms", "p99 ms"));
for (const [name, times] of Object.entries({ page: pages, poll: polls })) {
  const figures = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
  console.log(cells(name, String(times.length), ...figures));
}
console.log(`errors: ${errors.length}${mark(errors.length === 0)}`);
for (const text of new Set(errors.slice(0, 5))) console.log(`  ${text}`);
conclude();
