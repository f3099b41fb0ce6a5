import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createWebhookSender, developmentNetwork } from "#platform/webhooks/sender.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { start, submit } from "../support/http/actions.ts";
import { listen } from "../support/http/dispatch.ts";
import { LOOPBACK_ENV } from "../support/webhooks/tls-world.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { seeded } from "../support/world/seeded.ts";
import { lacksPython, PYTHON_ENV, pythonWith } from "./support/languages.ts";

// A shop that is killed again and again while the service sends it events, and while nothing is there to receive them.

const KILLS = 12;
const STOCK = 1_000;
const SHOPS = join(ROOT, "tests/sdk/support/shops");

const TABLES = [
  "create table shipped (parcel text not null, source text not null)", // nothing is unique: what is done twice shall show
  "create table stock (bottles integer not null)",
  `insert into stock values (${STOCK})`,
];
const EVENT_TABLES = [
  "create table lintel_event (id text primary key, at timestamptz not null default now())",
  "create table lintel_cursor (stream text primary key, cursor text not null)",
];

type Done = { parcels: string[]; bottles: number };
type Shop = {
  command: readonly [string, ...string[]];
  env: Record<string, string>;
  done: () => Promise<Done>;
};

const postgresShop = async (): Promise<Shop> => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  await withClient(database.url, async (client) => {
    for (const sql of [...TABLES, ...EVENT_TABLES]) await client.query(sql);
  });
  return {
    command: [process.execPath, join(SHOPS, "shop.ts")],
    env: { SHOP_DATABASE: database.url },
    done: () =>
      withClient(database.url, async (client) => ({
        parcels: (await client.query("select parcel from shipped")).rows.map(({ parcel }) => parcel),
        bottles: (await client.query("select bottles from stock")).rows[0].bottles,
      })),
  };
};

const sqliteShop = async (): Promise<Shop> => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-shop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { DatabaseSync } = await import("node:sqlite");
  const path = join(folder, "shop.db");
  const database = new DatabaseSync(path, { timeout: 10_000 });
  onTestFinished(() => database.close());
  for (const sql of TABLES) database.exec(sql);
  return {
    command: pythonWith(join(SHOPS, "shop.py")),
    env: {
      ...PYTHON_ENV,
      PYTHONPATH: `${PYTHON_ENV.PYTHONPATH}:${join(ROOT, "sdk/python/examples")}`,
      SHOP_DATABASE: path,
    },
    done: async () => ({
      parcels: database
        .prepare("select parcel from shipped")
        .all()
        .map(({ parcel }) => String(parcel)),
      bottles: Number(database.prepare("select bottles from stock").get()?.bottles),
    }),
  };
};

/** A service that sends webhooks to a port of this computer. */
const serviceFor = async (port: number) => {
  const world = await createWebhookWorld({ env: LOOPBACK_ENV, overrides: { now: () => new Date() } });
  const sender = createWebhookSender({ now: () => new Date(), ...developmentNetwork({}) });
  onTestFinished(() => sender.close());
  const tenant = await world.tenant();
  const url = `http://localhost:${port}/hooks/age`;
  const { secret } = await createEndpoint(await ownerCtx(world.deps, tenant.id), { url });
  const { call } = world.service;
  world.deliverer(sender);
  const orders: string[] = [];
  const sell = async (count: number): Promise<void> => {
    for (let sold = 0; sold < count; sold += 1) {
      const order = `order-${orders.length}`;
      orders.push(order);
      const { verificationId } = await start(call, tenant.testKey, { metadata: { order } });
      await submit(call, tenant.testKey, { verificationId, result: "approved" });
    }
  };
  const env = {
    LINTEL_URL: await listen(world.deps),
    LINTEL_API_KEY: tenant.testKey,
    LINTEL_WEBHOOK_SECRET: secret,
  };
  return { env, orders, sell };
};

const LANGUAGES = [
  { name: "TypeScript, on PostgreSQL", lacks: null, shopOf: postgresShop },
  { name: "Python, on SQLite", lacks: lacksPython(), shopOf: sqliteShop },
];

for (const { name, lacks, shopOf } of LANGUAGES) {
  const title = `${name}: a shop that is killed at any moment has done for each event what there is to do, once`;
  test.skipIf(lacks !== null)(
    lacks ?? title,
    async () => {
      const port = await anyPort();
      const shop = await shopOf();
      const service = await serviceFor(port);
      const { seed, below } = seeded();
      const said: string[] = [];
      let running: ChildProcess | undefined;
      const open = async (): Promise<void> => {
        const [file, ...args] = shop.command;
        const child = spawn(file, [...args, String(port)], {
          stdio: ["ignore", "pipe", "pipe"],
          env: { NODE_ENV: "production", PATH: process.env.PATH, ...service.env, ...shop.env },
        });
        running = child;
        createInterface(child.stderr).on("line", (line) => said.push(line));
        await once(createInterface(child.stdout), "line"); // it has caught up
      };
      const kill = async (): Promise<void> => {
        if (!running || running.exitCode !== null || running.signalCode !== null) return;
        const ended = once(running, "exit");
        running.kill("SIGKILL");
        await ended;
      };
      onTestFinished(kill);

      for (let times = 0; times < KILLS; times += 1) {
        await open();
        const selling = service.sell(4);
        await sleep(below(250));
        await kill();
        await selling;
        await service.sell(1); // nobody is there
      }
      await open();
      const { orders } = service;
      await eventually(async () => (await shop.done()).parcels.length, 30_000).toBeGreaterThanOrEqual(
        orders.length,
      );
      await service.sell(1);
      await eventually(async () => (await shop.done()).parcels.includes(orders.at(-1) ?? "")).toBe(true);
      await kill();
      const { parcels, bottles } = await shop.done();
      expect(parcels.toSorted(), `seed ${seed}\n${said.slice(-20).join("\n")}`).toEqual(orders.toSorted());
      expect(bottles).toBe(STOCK - orders.length);
    },
    120_000,
  );
}
