import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: 20 };

/** A home for a server. Started by root it may have moved: what the link points to goes as well. */
function folder(): string {
  const parent = mkdtempSync(join(tmpdir(), "lintel-embedded-"));
  const path = join(parent, "postgres");
  onTestFinished(() => {
    if (existsSync(path)) rmSync(realpathSync(path), { recursive: true });
    rmSync(parent, { recursive: true });
  });
  return path;
}

const start = async (path: string) => {
  const postgres = await startPostgres({ folder: path, preferredPort: await anyPort(), settings: SETTINGS });
  onTestFinished(postgres.stop);
  return postgres;
};
const pidFile = (path: string) => join(realpathSync(path), "data/postmaster.pid");
const pidOf = (path: string) => Number.parseInt(readFileSync(pidFile(path), "utf8"), 10);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const query = (url: string, sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);

test("data is kept from one start to the next", async () => {
  const path = folder();
  const first = await start(path);
  expect(first).toMatchObject({ isNew: true, found: "free" });
  await query(first.url("postgres"), "create table kept (id int)");
  await first.stop();
  expect(existsSync(pidFile(path))).toBe(false);
  const second = await start(path);
  expect(second).toMatchObject({ isNew: false, found: "free" });
  expect(await query(second.url("postgres"), "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
});

test("a pid file that now names another program is no obstacle", async () => {
  const path = folder();
  await (await start(path)).stop();
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => void other.kill());
  writeFileSync(pidFile(path), `${other.pid}\n`);
  expect(await start(path)).toMatchObject({ found: "was stale" });
  expect(other.exitCode).toBeNull();
});

test.runIf(process.platform === "linux")(
  "a server that outlived its guard is stopped before the next one starts",
  async () => {
    const path = folder();
    const first = await start(path);
    const orphan = pidOf(path);
    const guard = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${orphan}/status`, "utf8"))?.[1]);
    process.kill(guard, "SIGKILL");
    await expect.poll(() => isAlive(guard)).toBe(false);
    expect(isAlive(orphan)).toBe(true);
    const second = await start(path);
    expect(second.found).toBe("was running");
    expect(pidOf(path)).not.toBe(orphan);
    expect(await query(second.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
    await first.stop();
  },
);

test("a server that is killed comes back by itself, on the same port", async () => {
  const path = folder();
  const postgres = await start(path);
  process.kill(pidOf(path), "SIGKILL");
  await expect
    .poll(() => query(postgres.url("postgres"), "select 1 as one").catch(() => []), { timeout: 10_000 })
    .toEqual([{ one: 1 }]);
});

test("a link to data that is gone is told, and nothing is made in its place", async () => {
  const path = folder();
  symlinkSync(`${path}-gone`, path);
  await expect(startPostgres({ folder: path })).rejects.toThrow("which is not there");
  rmSync(path);
});

test("a temporary server leaves nothing behind, even when its parent is killed", async () => {
  const module = new URL("../../scripts/local/postgres.ts", import.meta.url).href;
  const script = `const { startPostgres } = await import(${JSON.stringify(module)});
    const postgres = await startPostgres({ settings: ${JSON.stringify(SETTINGS)} });
    console.log(postgres.folder); process.kill(process.pid, "SIGKILL");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script]);
  let path = "";
  parent.stdout.on("data", (chunk: Buffer) => {
    path += chunk.toString().trim();
  });
  await new Promise((resolve) => parent.once("close", resolve));
  expect(parent.signalCode).toBe("SIGKILL");
  expect(path).not.toBe("");
  await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(false);
});
