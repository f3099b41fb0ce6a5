import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { type RunResult, runNode } from "../../scripts/lib/run.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { newSecrets } from "../../scripts/local/secrets.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { moreAnswers, startLoad } from "../support/faults/load.ts";
import { startServe } from "../support/http/serve-process.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

// The steps of docs/operations.md, "Rotating secrets", one after the other, with traffic.

/** Three minutes until the new value is in use, and some more for two signs of life and the reseal. */
const RESEALED_WITHIN_MS = 300_000;

type Settings = Readonly<Record<string, string>>;
/** A step in the guide's words; what a rollout makes of the settings, or null where the step is `npm run reseal`. */
type Turn = { says: string; next: ((now: Settings) => Settings) | null };

const GUIDE = readFileSync("docs/operations.md", "utf8");

/** The numbered steps below a heading. */
const stepsBelow = (heading: string): string =>
  (GUIDE.split(`\n### ${heading}\n`)[1] ?? "")
    .split("\n\n")
    .find((part) => part.startsWith("1. "))
    ?.replaceAll(/\n {3}/g, " ") ?? "";

const without = (settings: Settings, name: string): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name));

const exchange = (name: "SECRETS_KEY" | "KEY_PEPPER", fresh: string): Turn[] => {
  const previous = `${name}_PREVIOUS`;
  return [
    {
      says: `Move the present one to \`${previous}\`, set the new one as \`${name}\`, and restart all processes`,
      next: (now) => ({ ...now, [name]: fresh, [previous]: now[name] ?? "" }),
    },
    { says: "run `npm run reseal`", next: null },
    { says: `Remove \`${previous}\` and restart`, next: (now) => without(now, previous) },
  ];
};

const keysIn = (settings: Settings): unknown[] =>
  z.array(z.unknown()).parse(JSON.parse(settings.TOKEN_SIGNING_KEYS ?? ""));

const exchangeOfSigningKey = (fresh: Settings): Turn[] => [
  {
    says: "Put the new key first, keep the present one behind it, and restart all processes",
    next: (now) => ({
      ...now,
      TOKEN_SIGNING_KEYS: JSON.stringify([...keysIn(fresh), ...keysIn(now)]),
    }),
  },
];

const reseal = (settings: Settings): Promise<RunResult> =>
  runNode(["scripts/reseal.ts"], { env: processEnv(settings), quiet: true });

/** The turns are all that the guide asks for that restarts a process, in its order. */
const expectAsPrinted = (heading: string, turns: readonly Turn[]): void => {
  const steps = stepsBelow(heading);
  const places = turns.map(({ says }) => steps.indexOf(says));
  expect([heading, places]).not.toEqual([heading, expect.arrayContaining([-1])]);
  expect([heading, places]).toEqual([heading, places.toSorted((one, other) => one - other)]);
  const rollouts = turns.filter(({ next }) => next !== null);
  expect([heading, steps.match(/\brestart\b/g)?.length]).toEqual([heading, rollouts.length]);
};

test("each secret is exchanged by the printed steps, with two processes and a worker under load: no request fails", async () => {
  const fresh = await newSecrets();
  const { SECRETS_KEY: key = "", KEY_PEPPER: pepper = "" } = fresh;
  const exchanges: readonly [heading: string, turns: readonly Turn[]][] = [
    ["SECRETS_KEY", exchange("SECRETS_KEY", key)],
    ["KEY_PEPPER", exchange("KEY_PEPPER", pepper)],
    ["TOKEN_SIGNING_KEYS", exchangeOfSigningKey(fresh)],
  ];
  for (const [heading, turns] of exchanges) expectAsPrinted(heading, turns);

  const world = await createFaultWorld();
  await world.endpoint(0);
  let settings: Settings = { ...world.env, SHUTDOWN_GRACE_SECONDS: "1" };
  let ready: string[] = [];
  const startOne = async () => {
    // The program itself: it alone says which secrets it reads.
    const port = String(await anyPort());
    const own = { HOST: "127.0.0.1", PORT: port, LOG_LEVEL: "info", NEXT_TELEMETRY_DISABLED: "1" };
    const served = startServe({ ...settings, ...own });
    await eventually(served.output, 60_000).toContain("listening on");
    const url = `http://127.0.0.1:${port}`;
    ready.push(url);
    return { served, url };
  };
  let serving = [await startOne(), await startOne()];
  let worker = await world.workers.start();
  let turn = 0;
  const load = startLoad({
    url: () => {
      turn += 1;
      return ready[turn % ready.length] ?? "";
    },
    tenant: world.tenant,
  });
  /** As a balancer does: no more requests, then the end of those under way, then the signal. */
  const retire = async ({ served, url }: Awaited<ReturnType<typeof startOne>>): Promise<void> => {
    ready = ready.filter((one) => one !== url);
    await eventually(() => load.underWay(url), 20_000).toBe(0);
    served.kill("SIGTERM");
    expect(await served.ended).toBe(0);
  };
  const rollOut = async (): Promise<void> => {
    const started = [];
    for (const former of serving) {
      started.push(await startOne());
      await moreAnswers(load, 60); // processes with the former settings and with these
      await retire(former);
    }
    serving = started;
    const next = await world.workers.start(settings);
    worker.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    worker = next;
  };

  await moreAnswers(load, 60);
  let rollouts = 0;
  for (const [heading, turns] of exchanges) {
    for (const { says, next } of turns) {
      if (next === null) {
        // It refuses until the new value is in use, and waits for no lock: what is held is left to the next run.
        await eventually(async () => (await reseal(settings)).code, RESEALED_WITHIN_MS).toBe(0);
        continue;
      }
      settings = next(settings);
      await rollOut();
      rollouts += 1;
      expect([heading, says, load.refused, load.wrong]).toEqual([heading, says, [], []]);
    }
  }
  await moreAnswers(load, 60);
  await load.stop();
  expect([load.refused, load.wrong]).toEqual([[], []]);

  // Tokens of all times are valid, whichever key signed them.
  const [url = ""] = ready;
  for (const [verificationId, token] of load.tokens) {
    const answer = await fetch(`${url}/tokens/validate`, {
      method: "POST",
      headers: { "x-tenant-api-key": world.tenant.liveKey, "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    expect(await answer.json()).toMatchObject({ valid: true, verificationId });
  }
  const left = () => world.deps.db.orm.webhookDelivery.count({ where: { status: { not: "delivered" } } });
  await eventually(left, 60_000).toBe(0);
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  writeFaultRow(import.meta.filename, {
    fault: "Every secret is exchanged",
    done: "SECRETS_KEY, KEY_PEPPER and TOKEN_SIGNING_KEYS by the steps that docs/operations.md prints, with two processes and a worker that are replaced one by one under load",
    expected: "no request fails; tokens from before, between and after are valid; every event arrives",
    got: `${rollouts} rollouts, ${load.answers()} requests, 0 failed; ${load.tokens.size} tokens valid, all events delivered`,
  });
}, 1_200_000);
