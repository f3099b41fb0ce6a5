import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apacheMissing, startApache } from "./support/apache.ts";
import { caddyMissing, serveCaddy } from "./support/caddy.ts";
import { haproxyMissing, startHaproxy } from "./support/haproxy.ts";
import { honestTable, hostileTable } from "./support/hostile-table.ts";
import { nginxMissing, njsMissing, startAskingNginx, startNginx } from "./support/nginx.ts";
import type { Guarded } from "./support/promises.ts";
import { exchange } from "./support/raw.ts";
import { FROM_THE_SITE, leaked, startSite } from "./support/site.ts";
import { newTestGate } from "./support/test-gate.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

// One table for all servers: nothing of the closed site without proof, whatever is combined with what; and all of it with proof.

type Start = (stack: AsyncDisposableStack) => Promise<GateWorld>;
const inWorld =
  (name: string, start: (stack: AsyncDisposableStack, world: GateWorld) => Promise<unknown>): Start =>
  async (stack) => {
    const world = await newGateWorld(stack, name);
    await start(stack, world);
    return world;
  };

const SERVERS: readonly [string, string | null, Start][] = [
  ["nginx", njsMissing, inWorld("nginx", startNginx)],
  ["nginx without njs", nginxMissing, inWorld("nginx", startAskingNginx)],
  ["HAProxy", haproxyMissing, inWorld("haproxy", startHaproxy)],
  ["Caddy", caddyMissing, inWorld("caddy", serveCaddy)],
  ["Apache", apacheMissing, (stack) => startApache(stack)],
];

/** What is open, by its plain spelling. */
const OPEN: readonly string[] = ["/health", "/assets/app.css"];

/** A few at a time: a busy server mixes up more than an idle one. */
const AT_ONCE = 6;

type Sent = { name: string; bytes: string };

/** The names of what went wrong, and what came. */
const wrongOf = async (world: Guarded, rows: readonly Sent[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const before = world.site.requests.length;
    const batch = rows.slice(from, from + AT_ONCE);
    const got = await Promise.all(batch.map(({ bytes }) => exchange(world.door, bytes)));
    for (const [i, { bytes }] of got.entries()) {
      const said = bytes.toString("latin1");
      if (leaked(bytes) > 0 || said.includes(`${FROM_THE_SITE}: 1`) || /^HTTP\/1\.1 101/.test(said))
        wrong.push(`${batch[i]?.name}: ${said.slice(0, 200)}`);
    }
    const reached = world.site.requests.slice(before).map(({ target }) => target);
    if (reached.some((target) => !OPEN.includes(target)))
      wrong.push(`reached ${reached.join(" ")}, by one of: ${batch.map(({ name }) => name).join("; ")}`);
  }
  return wrong;
};

describe.each(SERVERS)("%s", (name, whyNot, start) => {
  if (whyNot) console.warn(`skipped: ${whyNot}`);
  const stack = new AsyncDisposableStack();
  let world: GateWorld;
  beforeAll(async () => {
    if (!whyNot) world = await start(stack);
  });
  afterAll(() => stack.disposeAsync());

  test.skipIf(whyNot)(
    "lets nothing out, of any pair of method, address, cookie and header",
    async () => {
      const rows = hostileTable(world.gate, world.door);
      expect(rows.length).toBeGreaterThan(1_600);
      expect(await wrongOf(world, rows)).toEqual([]);
    },
    300_000,
  );

  // Apache has a session of its own in the place of the gate's cookie: apache.test.ts.
  test.skipIf(whyNot || name === "Apache")("lets all out that is asked with proof", async () => {
    const wrong: string[] = [];
    for (const { name: about, bytes, statuses } of honestTable(world.gate, world.door)) {
      const [answer] = (await exchange(world.door, bytes)).answers;
      const isOfTheSite = answer?.headers.get(FROM_THE_SITE) === "1";
      if (!answer || !isOfTheSite || !statuses.includes(answer.status))
        wrong.push(`${about}: ${answer?.status}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("the table would see a hole: of a site without a gate it gets the bytes", async () => {
  await using site = await startSite();
  const gate = newTestGate(site.port, {
    origin: `http://localhost:${site.port}`,
    cookieName: "lintel_gate_18",
  });
  const door = { port: site.port, host: gate.host };
  const rows = hostileTable(gate, door).filter((_, at) => at % 10 === 0);
  const wrong = await wrongOf({ gate, door, site }, rows);
  // The rest is malformed to any server.
  expect(wrong.length).toBeGreaterThan(rows.length / 2);
});
