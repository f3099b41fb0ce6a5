import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Makes a data folder free to be started: a PostgreSQL of ours that outlived its parent is stopped, and a pid
 * file left by a crash is removed, even if its number now belongs to some other program.
 */
export async function releaseDataFolder(dataFolder: string): Promise<"free" | "was stale" | "was running"> {
  const pid = readPid(dataFolder);
  if (pid === undefined) return "free";
  if (!isPostmasterOf(pid, dataFolder)) {
    rmSync(join(dataFolder, "postmaster.pid"), { force: true });
    return "was stale";
  }
  await stopPostmaster(pid, dataFolder);
  return "was running";
}

/** SIGINT is PostgreSQL's fast, clean shutdown; SIGQUIT its emergency brake, healed by the next start. */
async function stopPostmaster(pid: number, dataFolder: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < 10_000; waited += 50) {
      await pause(50);
      if (!isPostmasterOf(pid, dataFolder)) return;
    }
  }
}

function readPid(dataFolder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataFolder, "postmaster.pid"), "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A postmaster works in its data folder, which tells it from a process that got the same number later. */
function isPostmasterOf(pid: number, dataFolder: string): boolean {
  if (platform() === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dataFolder && !isZombie(pid);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return (stdout ?? "").includes(dataFolder);
}

function isZombie(pid: number): boolean {
  return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}
