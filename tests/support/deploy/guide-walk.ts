import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { processEnv } from "../webhooks/worker-process.ts";

// A newcomer's machine: a user without rights, an empty home, nothing of this tree on the PATH.

/** Commands that go on until they are ended; each of them starts a process of the service. */
const GOES_ON = /^npm run (?:serve|worker)$/;

/** The programs of this machine, without those of this tree and of the npm that runs the tests. */
const PATH = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

const idOf = (flag: "-u" | "-g"): number =>
  Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));

/** Started by root, the guides are typed by `nobody`. */
const account = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

const canRun = (program: string): boolean =>
  spawnSync(program, ["--version"], { ...account(), cwd: "/", env: processEnv({ PATH, HOME: "/tmp" }) })
    .status === 0;

/** Why the guides cannot be walked here, in words for the test's name; "" when they can. */
export const walkMissing = (): string => {
  const lacking = ["curl", "git", "npm", "tar"].filter((program) => !canRun(program));
  return lacking.length === 0 ? "" : ` (not here, for a user without rights: ${lacking.join(", ")})`;
};

export type Step = { command: string; seconds: number };
export type Typed = {
  /** The commands that were begun, with the time that each took. */
  steps: readonly Step[];
  /** Of the last of them. */
  code: number;
  /** Both streams of all of them but those that go on. */
  output: string;
};
type Place = { cwd: string; env?: Readonly<Record<string, string>> };

export type Walker = AsyncDisposable & {
  readonly account: { uid?: number; gid?: number };
  readonly home: string;
  readonly path: string;
  /** An empty folder of the user's, with this name in the home. */
  folder(name: string): string;
  /** The tree at HEAD, as a clone has it, in a folder with this name. */
  clone(name: string): string;
  /** Types commands into one shell, which ends at the first that fails. */
  attempt(commands: readonly string[], place: Place): Promise<Typed>;
  /** Like `attempt`, where all have to succeed. @throws Error with the end of what was printed */
  type(commands: readonly string[], place: Place): Promise<readonly Step[]>;
  /** What a command that goes on has printed. */
  outputOf(command: string): string;
  /** Sends a signal to all that was started by typing. */
  signal(signal: NodeJS.Signals): void;
};

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 1e8 }).trim();

/** How npm reaches its registry on this machine, without any other setting of the user that runs the tests. */
const registryEnv = (home: string): Record<string, string> => {
  const env: Record<string, string> = { npm_config_registry: run("npm", ["config", "get", "registry"]) };
  for (const name of ["http_proxy", "https_proxy", "no_proxy"])
    for (const spelling of [name, name.toUpperCase()]) {
      const value = process.env[spelling];
      if (value !== undefined) env[spelling] = value;
    }
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined && certificates !== "") {
    const copy = join(home, "registry.pem");
    cpSync(certificates, copy, { dereference: true });
    chmodSync(copy, 0o644);
    env.NODE_EXTRA_CA_CERTS = copy;
  }
  return env;
};

const markOf = (command: string): string => `${command.replaceAll(/\W+/g, "-")}.log`;

/** After each command its exit code goes to a separate stream, so that its end is seen when it comes. */
const scriptOf = (commands: readonly string[], home: string): string =>
  commands
    .map((command) => {
      const begun = GOES_ON.test(command)
        ? `( ${command} ) > ${join(home, markOf(command))} 2>&1 3>&- &`
        : command;
      return `${begun}\ncode=$?; echo "$code" >&3; [ "$code" = 0 ] || exit "$code"`;
    })
    .join("\n");

/** A home for a user without rights. It ends with everything that was started in it. */
export const createWalker = async (): Promise<Walker> => {
  const own = account();
  const groups = new Set<number>();
  let count = 0;
  const home = mkdtempSync(join(tmpdir(), "lintel-guide-"));
  chmodSync(home, 0o755);
  const give = (path: string): void => {
    if (own.uid !== undefined && own.gid !== undefined) chownSync(path, own.uid, own.gid);
  };
  give(home);
  const registry = registryEnv(home);

  const folder = (name: string): string => {
    const path = join(home, name);
    mkdirSync(path);
    give(path);
    return path;
  };

  const clone = (name: string): string => {
    const tree = folder(name);
    const archive = join(home, `${name}.tar`);
    run("git", ["archive", `--output=${archive}`, "HEAD"]);
    run("tar", ["-xf", archive, "-C", tree, "--no-same-owner"]);
    if (own.uid !== undefined) run("chown", ["-R", `${own.uid}:${own.gid}`, tree]);
    return tree;
  };

  const signal = (name: NodeJS.Signals): void => {
    for (const group of groups)
      try {
        process.kill(-group, name);
      } catch {
        groups.delete(group); // it has ended by itself
      }
  };

  const attempt = async (commands: readonly string[], { cwd, env = {} }: Place): Promise<Typed> => {
    count += 1;
    const file = join(home, `typed-${count}.log`);
    const log = openSync(file, "w");
    // A shell of a newcomer has no NODE_ENV, with which `npm ci` would leave packages out.
    const child = spawn("/usr/bin/env", ["-u", "NODE_ENV", "/bin/sh", "-c", scriptOf(commands, home)], {
      ...own,
      cwd,
      env: processEnv({ PATH, HOME: home, LANG: "C.UTF-8", ...registry, ...env }),
      detached: true, // in a separate group, with all that goes on
      stdio: ["ignore", log, log, "pipe"],
    });
    closeSync(log);
    const { pid: group } = child;
    if (group === undefined) throw new Error("no shell could be started");
    groups.add(group);
    const marks = child.stdio[3];
    if (!(marks instanceof Readable)) throw new Error("the shell has no stream for its marks");
    const steps: Step[] = [];
    let sinceMs = performance.now();
    marks.on("data", (chunk) => {
      for (const _ of String(chunk).trim().split("\n")) {
        const nowMs = performance.now();
        steps.push({ command: commands[steps.length] ?? "", seconds: (nowMs - sinceMs) / 1000 });
        sinceMs = nowMs;
      }
    });
    const [[code]] = await Promise.all([once(child, "exit"), once(marks, "end")]);
    if (!commands.some((command) => GOES_ON.test(command))) groups.delete(group);
    for (const { command, seconds } of steps) console.log(`${seconds.toFixed(1).padStart(7)} s  ${command}`);
    return { steps, code: typeof code === "number" ? code : 1, output: readFileSync(file, "utf8") };
  };

  return {
    account: own,
    home,
    path: PATH,
    folder,
    clone,
    attempt,
    type: async (commands, place) => {
      const { steps, code, output } = await attempt(commands, place);
      const last = steps.at(-1)?.command ?? commands[0];
      if (code !== 0) throw new Error(`${last} ended with ${code}:\n${output.slice(-4000)}`);
      return steps;
    },
    outputOf: (command) => readFileSync(join(home, markOf(command)), "utf8"),
    signal,
    [Symbol.asyncDispose]: async () => {
      signal("SIGKILL");
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
    },
  };
};
