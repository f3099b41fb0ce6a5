import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { expectNothingLost, moreAnswers, startLoad } from "../support/faults/load.ts";
import { OLD_RELEASE, oldReleaseMissing, unpackOldRelease } from "../support/faults/old-release.ts";
import { startApi } from "../support/http/api-process.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { ourFolderBefore, ourMigrations } from "../support/world/prisma-folder.ts";

const isMissing = oldReleaseMissing();
const AFTER_ALL = "99991231000000_drill";

// What additive migrations do to the table that everything writes to: a column with a default, an index, a check.
const ADDITIVE = `
alter table verification add column drill_note text not null default '';
create index verification_drill_idx on verification (tenant_id, drill_note);
alter table verification add constraint verification_drill_check check (length(drill_note) < 100);
`;

test.skipIf(isMissing !== "")(
  `old and new version at once, over migrations, under load: no request fails${isMissing}`,
  { timeout: 300_000 },
  async () => {
    const old = unpackOldRelease();
    const database = await createEmptyDatabase();
    const before = await applyMigrations(database.url, old.prisma);
    const world = await createFaultWorld(database, old.tenant);

    let ready: string[] = [];
    const startOne = async (script?: string) => {
      const api = await startApi(world.env, script);
      onTestFinished(() => void api.child.kill("SIGKILL"));
      ready.push(api.url);
      return api;
    };
    const first = [await startOne(old.api), await startOne(old.api)];
    let turn = 0;
    const load = startLoad({
      url: () => {
        turn += 1;
        return ready[turn % ready.length] ?? "";
      },
      tenant: world.tenant,
    });
    /** As a balancer does: no more requests, then the end of those under way, then the signal. */
    const retire = async ({ child, url }: { child: ChildProcess; url: string }): Promise<void> => {
      ready = ready.filter((one) => one !== url);
      await eventually(() => load.underWay(url), 20_000).toBe(0);
      child.kill("SIGTERM");
      await once(child, "exit");
    };

    const oldWorker = await world.workers.start({}, old.worker);
    await moreAnswers(load, 150);
    const folder = await ourFolderBefore(AFTER_ALL);
    await mkdir(join(folder, "migrations", AFTER_ALL));
    await writeFile(join(folder, "migrations", AFTER_ALL, "migration.sql"), ADDITIVE);
    const applied = await applyMigrations(database.url, folder);
    const since = (await ourMigrations()).filter((name) => !before.includes(name));
    expect(since.length).toBeGreaterThan(10);
    expect(applied).toEqual([...since, AFTER_ALL]);
    await moreAnswers(load, 150); // the old version alone, on the new schema
    const newWorker = await world.workers.start();
    const second = [];
    for (const one of first) {
      second.push(await startOne());
      await moreAnswers(load, 150); // both versions, both workers
      await retire(one);
    }
    oldWorker.kill("SIGTERM");
    expect(await oldWorker.ended).toBe(0);
    await moreAnswers(load, 150);
    await load.stop();
    expect(load.refused).toEqual([]);
    const proof = await expectNothingLost(world, load, 1);
    newWorker.kill("SIGTERM");
    expect(await newWorker.ended).toBe(0);
    writeFaultRow(import.meta.filename, {
      fault: "Rolling upgrade",
      done: `two processes and a worker of release ${OLD_RELEASE} under load, on its own schema; the ${since.length} migrations since and one more, which adds column, index and check to verification; then the new version's processes and worker one by one, and the old ones drained`,
      expected: "no request fails, nothing lost; both versions work on the new schema",
      got: `${load.answers()} requests, 0 failed; ${proof}`,
    });
  },
);
