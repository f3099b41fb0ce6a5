// Plain JavaScript that any Node since 20.19 runs with nothing installed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, install, node24, ROOT, SIGNALS } from "./install.mjs";

const OLDEST = [20, 19];

/** Installs what is missing, then runs `script` in Node 24 with the same arguments, signals and exit code. */
export async function launch(script) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    fail(
      `This needs Node ${OLDEST.join(".")} or newer, and this is ${process.version}. See https://nodejs.org/en/download`,
    );
  }
  const startedAt = performance.now();
  const note = (await install()) ? "dependencies installed" : "dependencies in place";
  const ms = Math.round(performance.now() - startedAt);
  const child = spawn(node24(), [join(ROOT, script), ...process.argv.slice(2)], {
    cwd: ROOT,
    // The channel carries nothing; when it closes, the other side knows that this process is gone, even by kill -9.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, LINTEL_INSTALL: `${note};${ms}` },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  watchParent(() => child.kill("SIGTERM"));
  child.once("error", (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal === "SIGKILL" ? 9 : 15)));
}

// npm passes signals on, but not its own sudden death. Between it and us there may be a shell that outlives it.
function watchParent(onLoss) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const lineage = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const atStart = lineage();
  setInterval(() => lineage() !== atStart && onLoss(), 250).unref();
}

/** Known where /proc tells; elsewhere only the parent itself is watched. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ")[1];
  } catch {
    return "";
  }
}
