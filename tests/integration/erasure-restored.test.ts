import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decodeJwt } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { createRest } from "#server/rest.ts";
import { noteRestore } from "#services/erasure/receipts.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

// The chain of receipts after its database was restored from a backup.

const SCRIPT = fileURLToPath(new URL("../../docs/examples/verify-erasure-log.mjs", import.meta.url));

const newWorld = async () => {
  const world = await createWebhookWorld();
  const tenant = await world.tenant();
  const { deps, service } = world;
  const answer = createRest(deps);
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = async (query = "") => (await fetch(`${url}/.well-known/erasure-log${query}`)).json();
  /** What the example script says of the log. */
  const run = (...more: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, [SCRIPT, url, ...more]).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => /Error: .*|ERR_\w+/.exec(error.stderr)?.[0] ?? error.stderr,
    );
  /** Erases a fresh verification. */
  const erase = async () => {
    const [id = ""] = await world.events(tenant);
    const { body } = await service.call("POST", "/verify/redact", {
      key: tenant.testKey,
      body: { verificationId: id },
    });
    const receipt = String(body.receipt);
    return { id, receipt, salt: String(body.salt), number: Number(decodeJwt(receipt).number) };
  };
  const sql = (text: string, values: unknown[] = []) => deps.db.pool.query(text, values);
  /** Takes a backup of the chain. @returns restores it */
  const backup = async () => {
    const { rows } = await sql("select count, last_hash, root, restores from erasure_chain");
    const [{ count, last_hash: lastHash, root, restores }] = rows;
    return async () => {
      await sql("delete from erasure_receipt where number > $1", [count]);
      await sql("update erasure_chain set count = $1, last_hash = $2, root = $3, restores = $4", [
        ...[count, lastHash, root, restores],
      ]);
    };
  };
  return { ...world, tenant, log, run, erase, sql, backup };
};

test("after a restore no receipt's number is given twice, and the script says which are lost instead of “unbroken”", async () => {
  const world = await newWorld();
  const kept = await world.erase();
  const { head: early } = await world.log();
  const restore = await world.backup();
  const lost = await world.erase();
  const { head: late } = await world.log();
  await restore();
  const number = world.clock.now().getTime() + 1;
  expect(await noteRestore(systemCtx(world.deps), { lastNumber: null })).toEqual({ after: 1, number });
  const next = await world.erase();
  expect([kept.number, lost.number, next.number]).toEqual([1, 2, number + 1]);

  const said = `2 receipts, restored from a backup on 2026-03-01: numbers 2 to ${number - 1} are lost`;
  expect(await world.run()).toEqual(said);
  expect(await world.run(kept.receipt, kept.salt, kept.id)).toEqual(said);
  expect(await world.run(next.receipt, next.salt, next.id)).toEqual(said);
  expect(await world.run("--head", early)).toEqual(said);
  expect(await world.run("--head", late)).toContain("lost when a backup was restored");
  expect(await world.run(lost.receipt, lost.salt, lost.id)).toContain("lost the receipt when a backup");
});

test("the number that the operator knows is the last that counts as lost; a second note right behind the first loses nothing", async () => {
  const world = await newWorld();
  await world.erase();
  const ctx = systemCtx(world.deps);
  expect(await noteRestore(ctx, { lastNumber: 7 })).toEqual({ after: 1, number: 8 });
  expect(await noteRestore(ctx, { lastNumber: 7 })).toEqual({ after: 8, number: 9 });
  expect((await world.erase()).number).toBe(10);
  // Nothing was lost, and a number below the chain's own lowers nothing.
  expect(await noteRestore(ctx, { lastNumber: 3 })).toEqual({ after: 10, number: 11 });
  expect(await world.run()).toMatch(
    /^2 receipts, restored .* 2 to 7 are lost, restored .* no number is lost, restored .* no number is lost$/,
  );
});

test("a backup that is restored a second time gives no number again, nor does one that ends with the note of a restore", async () => {
  const world = await newWorld();
  const ctx = systemCtx(world.deps);
  const given: number[] = [];
  const erase = async () => {
    given.push((await world.erase()).number);
  };
  const begin = async () => {
    world.clock.advance({ hours: 1 });
    given.push((await noteRestore(ctx, { lastNumber: null })).number);
  };
  await erase();
  const restore = await world.backup();
  await erase();
  for (let times = 0; times < 2; times += 1) {
    await restore();
    await begin();
    await erase();
  }
  await begin();
  const restoreNoted = await world.backup();
  await erase();
  await restoreNoted();
  await begin();
  await erase();
  await restoreNoted();
  const known = Math.max(...given);
  expect((await noteRestore(ctx, { lastNumber: known })).number).toBe(known + 1);
  expect(new Set(given).size).toBe(given.length);
  expect(given.toSorted((one, other) => one - other)).toEqual(given);
  expect(await world.run()).toMatch(/^\d+ receipts, restored from a backup/);
});

test("the log's pages go over the gap, and its note cannot be taken out", async () => {
  const world = await newWorld();
  await world.erase();
  await noteRestore(systemCtx(world.deps), { lastNumber: 40 });
  await world.erase();
  const first = await world.log("?limit=2");
  expect(first).toMatchObject({ hashes: [expect.any(String), expect.any(String)], next: 41 });
  const second = await world.log("?limit=2&after=41");
  expect(second.hashes).toHaveLength(1);
  expect(second).not.toHaveProperty("next");
  const { rows } = await world.sql("select restores from erasure_chain");
  await world.sql("update erasure_chain set restores = '{}'");
  expect(await world.run()).toContain("the log has 3 receipts, and its head says 42");
  await world.sql("update erasure_chain set restores = $1", [rows[0].restores]);
  await world.sql("delete from erasure_receipt where number = 41");
  expect(await world.run()).toContain("the log has 2 receipts, and its head says 3");
});

test("without the note, a restored chain gives a number twice, and the script believes neither the head nor the receipt of before", async () => {
  const world = await newWorld();
  await world.erase();
  const restore = await world.backup();
  const lost = await world.erase();
  const { head } = await world.log();
  await restore();
  const next = await world.erase();
  expect(next.number).toBe(lost.number);
  expect(await world.run("--head", head)).toContain("begun again after the kept head");
  expect(await world.run(lost.receipt, lost.salt, lost.id)).toContain("the receipt is not in the log");
});
