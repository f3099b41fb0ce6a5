import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { approvedToken, start, validate } from "../support/http/actions.ts";
import { startApi } from "../support/http/api-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const LIBRARY = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
const isMissing = LIBRARY ? "" : " (not here: apt-get install libfaketime)";
const HOUR_MS = 3_600_000;
const PATIENCE_MS = 30_000;

/** The clock of one process's machine, as its environment; `set` moves it while the process runs. */
const movableClock = (begin: string) => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "clock");
  const set = (offset: string): void => writeFileSync(file, `${offset}\n`);
  set(begin);
  const env = {
    LD_PRELOAD: LIBRARY ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1", // a clock that is set leaves this one alone
  };
  return { env, set };
};

test.skipIf(isMissing !== "")(
  `a machine's clock is an hour wrong, and is set while it runs: deliveries and expiry keep Postgres' time${isMissing}`,
  { timeout: 180_000 },
  async () => {
    const world = await createFaultWorld();
    const { deps, receiver, service, tenant } = world;
    await world.endpoint(0);
    const { orm } = deps.db;
    const key = tenant.liveKey;
    /** A verification whose time is up in three seconds. */
    const nearlyOver = async (): Promise<string> => {
      const { verificationId } = await start(service.call, key);
      const expiresAt = new Date(Date.now() + 3_000);
      await orm.verification.update({ where: { id: verificationId }, data: { expiresAt } });
      return verificationId;
    };
    const statusOf = async (id: string) =>
      (await orm.verification.findUniqueOrThrow({ where: { id } })).status;

    const clock = movableClock("+3600s");
    const worker = await world.workers.start(clock.env);
    const seen: string[] = [];
    for (const offset of ["+3600s", "-3600s", "+3600s"]) {
      clock.set(offset);
      const open = await start(service.call, key);
      // Twice, so that the worker has looked for overdue ones after the open one was there.
      for (let look = 0; look < 2; look += 1) {
        const over = await nearlyOver();
        await eventually(() => statusOf(over), PATIENCE_MS).toBe("expired");
      }
      expect(await statusOf(open.verificationId)).toBe("pending");
      const { verificationId } = await approvedToken(service.call, key);
      const arrived = () =>
        receiver.requests.find(({ headers }) => headers["x-verification-id"] === verificationId);
      await eventually(() => arrived() !== undefined, PATIENCE_MS).toBe(true);
      const signedAtMs = Number(arrived()?.headers["webhook-timestamp"]) * 1_000;
      expect(Math.abs(signedAtMs - Date.now())).toBeLessThan(HOUR_MS / 2);
      seen.push(offset.replace("3600s", "1 h"));
    }
    receiver.answerWith((_request, response) => response.writeHead(500).end());
    await approvedToken(service.call, key);
    const failed = () => orm.webhookDelivery.findFirst({ where: { lastStatus: 500 } });
    await eventually(async () => (await failed()) !== null, PATIENCE_MS).toBe(true);
    const nextInMs = ((await failed())?.nextAttemptAt.getTime() ?? 0) - Date.now();
    expect(nextInMs).toBeGreaterThan(0);
    expect(nextInMs).toBeLessThan(HOUR_MS / 2);
    worker.kill("SIGTERM");
    expect(await worker.ended).toBe(0);

    // A web process judges by its own machine: what it says is wrong, what it writes is not for good.
    const webClock = movableClock("+3600s");
    const api = await startApi({ ...world.env, ...webClock.env });
    onTestFinished(() => void api.child.kill("SIGKILL"));
    const post = async (path: string, body: unknown) => {
      const headers = { "x-tenant-api-key": key, "content-type": "application/json" };
      const answer = await fetch(`${api.url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      const shape = z.object({ code: z.string().optional(), token: z.string().optional() });
      const aheadMs = Date.parse(answer.headers.get("date") ?? "") - Date.now();
      return { status: answer.status, aheadMs, ...shape.parse(await answer.json()) };
    };
    const { verificationId } = await start(service.call, key);
    const evidence = { verificationId, verifiedAge: 30 };
    const early = await post("/verify/complete", evidence);
    expect(early.aheadMs).toBeGreaterThan(HOUR_MS / 2); // else nothing was moved
    expect(early).toMatchObject({ status: 400, code: "VERIFICATION_ALREADY_COMPLETED" });
    expect(await statusOf(verificationId)).toBe("pending");
    webClock.set("+0s");
    const completed = async () => (await post("/verify/complete", evidence)).token ?? "";
    let token = "";
    await eventually(async () => (token ||= await completed()), PATIENCE_MS).not.toBe("");
    expect(await validate(service.call, key, token)).toMatchObject({ valid: true, verificationId });
    writeFaultRow(import.meta.filename, {
      fault: "A machine's clock is moved by an hour",
      done: `the worker under libfaketime at ${seen.join(", then ")} while it runs, Postgres with the right time; then a web process an hour ahead, and set right`,
      expected:
        "the worker delivers, plans and expires by Postgres' time; what a web process says wrongly is not written",
      got: `at each setting: what was over expired, what was open stayed, events arrived and were signed with the right time; a failed attempt is planned ${Math.round(nextInMs / 1_000)} s ahead. The web process an hour ahead refused an open verification as expired (it judges by its machine: run NTP), wrote nothing, and completed it once its clock was right`,
    });
  },
);
