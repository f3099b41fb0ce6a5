import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { databaseOn } from "../support/faults/debian.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { expectNothingLost, moreAnswers, startLoad } from "../support/faults/load.ts";
import { startApi } from "../support/http/api-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const SIZE_MB = 400;
const REFUSALS = 100;

/** A file system of its own, which can be full without filling the machine's; null where this user may not mount. */
const mountSmall = (): string | null => {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "lintel-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "tmpfs", folder]);
  if (status === 0) chmodSync(folder, 0o755);
  return status === 0 ? folder : null;
};

const fill = (file: string): void => {
  const piece = Buffer.alloc(64 * 1024);
  const descriptor = openSync(file, "a");
  try {
    for (;;) writeSync(descriptor, piece);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(descriptor);
  }
};

test("the disk of Postgres is full: nothing is half written, and the service is back by itself when there is room", {
  timeout: 300_000,
}, async ({ skip }) => {
  const disk = mountSmall();
  if (disk === null) return skip("only root may mount a small file system");
  onTestFinished(() => {
    spawnSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  const settings = {
    shared_buffers: "16MB",
    min_wal_size: "32MB",
    max_wal_size: "48MB",
    max_connections: 60,
  };
  const postgres = await startPostgres({ folder: join(disk, "postgres"), settings });
  onTestFinished(() => postgres.stop());
  const world = await createFaultWorld(await databaseOn(postgres.url("postgres"), "lintel"));
  await world.endpoint(0);
  const api = await startApi(world.env);
  onTestFinished(() => void api.child.kill("SIGKILL"));
  const worker = await world.workers.start();
  const load = startLoad({ url: () => api.url, tenant: world.tenant });
  await moreAnswers(load, 100);

  const ballast = join(disk, "ballast");
  fill(ballast);
  const filledMs = performance.now();
  // What is still free inside tables and WAL segments is used up first. The rest of the WAL's room goes as well.
  await eventually(() => {
    fill(join(disk, "more"));
    return load.refused.length;
  }, 180_000).toBeGreaterThan(REFUSALS);
  rmSync(ballast);
  rmSync(join(disk, "more"), { force: true });
  const freedMs = performance.now();
  await eventually(() => load.firstAnswerTo(freedMs), 60_000).not.toBeNull();
  await moreAnswers(load, 100);
  const backMs = Math.max(load.firstAnswerTo(freedMs) ?? 0, load.lastRefusalMs()) - freedMs;
  await load.stop();
  const proof = await expectNothingLost(world, load, 1);
  const spent = await world.deps.db.orm.webhookDelivery.count({ where: { scheduled: { gt: 1 } } });
  expect(spent).toBe(0); // our full disk is no attempt of the receiver's
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  writeFaultRow(import.meta.filename, {
    fault: "The disk of Postgres is full",
    done: `data and WAL on a tmpfs of ${SIZE_MB} MB, filled to the last byte under load until ${REFUSALS} requests were refused, then emptied`,
    expected: "DATABASE_ERROR, nothing half done, no delivery attempt used up; back by itself",
    got: `${proof}; full for ${((freedMs - filledMs) / 1_000).toFixed(0)} s, last refusal ${(Math.max(0, backMs) / 1_000).toFixed(1)} s after there was room; refused and sent again: ${load.refusals()}`,
  });
});
