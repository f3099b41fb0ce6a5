import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { withClient, withDatabase } from "../../scripts/lib/database.ts";
import { newSecrets } from "../../scripts/local/secrets.ts";
import { asTyped, printed, stepsOf } from "../support/deploy/guide-blocks.ts";
import {
  databaseOn,
  missing,
  postgresBin,
  programFolder,
  runProgram,
  startDebianPostgres,
} from "../support/faults/debian.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { approvedToken, complete, start, statusOf } from "../support/http/actions.ts";
import { startApi } from "../support/http/api-process.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { answerOf, type Call, requestOf } from "../support/world/service.ts";

const TOKENS = 20;
const WAITING = 10;
const isMissing = missing({});

/** The interface of a process, called as the tests call their own. */
const callAt =
  (url: string): Call =>
  async (method, path, options = {}) => {
    const request = requestOf(method, path, options);
    const body = method === "GET" ? {} : { body: await request.text() };
    return answerOf(await fetch(`${url}${path}`, { method, headers: request.headers, ...body }));
  };

/** Runs commands of the guide with PostgreSQL's programs at hand, in that folder, as PostgreSQL's own user. */
const typeIn = (folder: string, commands: readonly string[], env: Record<string, string>): string => {
  const script = [`cd ${folder}`, ...commands].join("\n");
  const path = `${postgresBin()}:${process.env.PATH}`;
  return runProgram("/bin/sh", ["-e", "-c", script], { PATH: path, ...env });
};

/** Runs commands of the guide in this tree. */
const typeHere = (commands: readonly string[], env: Readonly<Record<string, string>>) =>
  spawnSync("/bin/sh", ["-e", "-c", commands.join("\n")], { env: processEnv(env), encoding: "utf8" });

test.skipIf(isMissing !== "")(
  `a backup on an empty cluster: old tokens and keys are good, what was due is delivered${isMissing}`,
  { timeout: 300_000 },
  async () => {
    const old = await startDebianPostgres();
    const before = await databaseOn(old.server, "lintel");
    const world = await createFaultWorld(before);
    const { service, tenant, receiver } = world;
    await world.endpoint(0);
    const issued = [];
    for (let i = 0; i < TOKENS; i += 1) issued.push(await approvedToken(service.call, tenant.liveKey));
    // One was attempted and failed, the others have never been tried: all are due on the new machine.
    receiver.answerWith((_request, response) => response.writeHead(500).end());
    const tired = await world.workers.start();
    await eventually(() => receiver.requests.length).toBeGreaterThan(0);
    tired.kill("SIGTERM");
    await tired.ended;
    for (let i = 0; i < WAITING; i += 1) await approvedToken(service.call, tenant.liveKey);
    const open = await start(service.call, tenant.liveKey);
    const overdue = await start(service.call, tenant.liveKey);
    await service.deps.db.orm.verification.update({
      where: { id: overdue.verificationId },
      data: { createdAt: new Date(Date.now() - 7_200_000), expiresAt: new Date(Date.now() - 3_600_000) },
    });
    const bodies = new Map((await service.deps.db.orm.event.findMany()).map(({ id, body }) => [id, body]));

    const folder = programFolder("backup");
    const backup = stepsOf(printed("docs/operations.md > Backup and restore > 1"));
    typeIn(folder, backup, { DATABASE_URL: before.url });
    const later = await approvedToken(service.call, tenant.liveKey);

    const empty = await startDebianPostgres();
    const after = { url: withDatabase(empty.server, "lintel_drill") };
    const drill = printed("docs/operations.md > The drill > 1");
    const steps = stepsOf(asTyped(drill, { "postgresql://…/lintel_drill": after.url }));
    const [create = "", restore = "", address = "", status = "", serve = ""] = steps;
    expect(steps).toEqual([create, restore, address, status, "npm run serve"]);
    const { hostname, port, username } = new URL(empty.server);
    typeIn(folder, [create, restore], { PGHOST: hostname, PGPORT: port, PGUSER: username });
    const compared = typeHere([address, status], world.env);
    expect([compared.status, compared.stdout]).toEqual([0, expect.stringContaining("is up to date")]);
    const strangers = typeHere([address, serve], { ...world.env, ...(await newSecrets()) });
    expect([strangers.status, strangers.stderr]).toEqual([1, expect.stringContaining("SECRETS_KEY")]);
    // A minute's wait for the second attempt proves nothing more.
    await withClient(after.url, (client) =>
      client.query("update webhook_delivery set next_attempt_at = now() where status = 'pending'"),
    );

    receiver.requests.length = 0;
    receiver.answerWith((_request, response) => response.writeHead(204).end());
    const api = await startApi({ ...world.env, DATABASE_URL: after.url });
    onTestFinished(() => void api.child.kill("SIGKILL"));
    const call = callAt(api.url);
    const key = tenant.liveKey;
    for (const { token, verificationId } of issued) {
      const answer = await call("POST", "/tokens/validate", { key, body: { token } });
      expect(answer.body).toMatchObject({ valid: true, verificationId });
    }
    const unknown = await call("POST", "/tokens/validate", { key, body: { token: later.token } });
    expect(unknown.body).toMatchObject({ valid: false, reason: "TOKEN_NOT_FOUND" });
    const { token } = await complete(call, key, { verificationId: open.verificationId, verifiedAge: 30 });
    expect(token).toMatch(/^eyJ/);

    const worker = await world.workers.start({ DATABASE_URL: after.url });
    // The overdue one is expired by the worker, and the open one was completed here: two events that no backup had.
    const due = bodies.size + 2;
    const arrived = () => new Set(receiver.requests.map(({ headers }) => String(headers["x-event-id"])));
    await eventually(() => arrived().size, 60_000).toBe(due);
    expect(await statusOf(call, key, overdue.verificationId)).toMatchObject({ status: "expired" });
    for (const { headers, body } of receiver.requests) {
      const was = bodies.get(String(headers["x-event-id"]));
      if (was !== undefined) expect(body.toString()).toBe(was);
    }
    worker.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    writeFaultRow(import.meta.filename, {
      fault: "The database's machine is lost; there is a backup",
      done: "the printed pg_dump under Debian's PostgreSQL, the printed createdb, pg_restore and migrate status on a cluster that initdb has just made, service and worker with the same secrets",
      expected:
        "old keys and tokens are good, what was due is delivered with the same bytes, what was overdue expires",
      got: `${issued.length} of ${issued.length} old tokens valid, ${due} of ${due} events arrived (${bodies.size} from the backup, byte for byte), the overdue verification expired, the open one completed; a token younger than the backup: TOKEN_NOT_FOUND`,
    });
  },
);
