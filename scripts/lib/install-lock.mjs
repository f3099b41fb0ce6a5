// Plain JavaScript that any Node since 20.19 runs with nothing installed.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { ROOT } from "./install.mjs";

/** Two commands in one fresh clone: the second waits until the first has installed. */
export async function withInstallLock(work) {
  const lock = join(ROOT, ".local/install.pid");
  try {
    accessSync(ROOT, constants.W_OK);
    mkdirSync(join(ROOT, ".local"), { recursive: true });
  } catch {
    fail(`This user may not write to ${ROOT}. Start as the folder's owner, or chown it.`);
  }
  for (let told = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      if (!isAlive(Number(readText(lock)))) rmSync(lock, { force: true });
      else if (!told) console.log("  … install    waiting for another command that installs in this folder");
      told = true;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener("exit", release);
  }
}

const readText = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
