import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../../../scripts/lib/run.ts";

// Python, PHP and Go as they are on this machine. `.ci/run` installs Debian's packages; elsewhere their tests are skipped by name.

const SDK = join(ROOT, "sdk");

type Command = readonly [file: string, ...args: string[]];

/** Debian's own interpreter first: it has Debian's Django and Flask, and what PATH names is often a slow wrapper. */
const PYTHON = ["/usr/bin/python3", "python3"].find((file) => spawnSync(file, ["--version"]).status === 0);

const isHere = (file: string, ...args: string[]): boolean => spawnSync(file, args).status === 0;

/** Why something of Python is missing, or null. */
export const lacksPython = (...modules: string[]): string | null => {
  if (PYTHON === undefined) return "python: not on this machine (Debian: python3)";
  const missing = modules.filter((module) => !isHere(PYTHON, "-c", `import ${module}`));
  return missing.length === 0 ? null : `python: no ${missing.join(", ")} on this machine`;
};

/** The interpreter that has Debian's packages, with arguments of one's own. */
export const pythonWith = (...args: string[]): Command => [PYTHON ?? "python3", ...args];

export const lacksPhp = (): string | null => {
  if (!isHere("php", "--version")) return "php: not on this machine (Debian: php-cli)";
  return isHere("php", "-r", "exit(function_exists('curl_init') ? 0 : 1);")
    ? null
    : "php: no curl on this machine (Debian: php-curl)";
};

export const lacksGo = (): string | null =>
  isHere("go", "version") ? null : "go: not on this machine (Debian: golang-go)";

/** Programs of sdk/go, built once for a file of tests. No module is fetched: there is none to fetch. */
export const createGoBuilds = () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-go-"));
  const go = (...args: string[]): string => {
    const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GO111MODULE: "on" };
    const { status, stdout, stderr } = spawnSync("go", args, { cwd: join(SDK, "go"), env, encoding: "utf8" });
    if (status !== 0) throw new Error(`go ${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    go,
    /** @param pkg below sdk/go, for example `./internal/probe` */
    build(pkg: string): string {
      const file = join(folder, pkg.replaceAll(/\W/g, "_"));
      go("build", "-o", file, pkg);
      return file;
    },
    buildTests(): string {
      const file = join(folder, "cases.test");
      go("test", "-c", "-o", file, ".");
      return file;
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};

export const python = (file: string, ...args: string[]): Command => [
  PYTHON ?? "python3",
  join(SDK, "python", file),
  ...args,
];
export const php = (file: string, ...args: string[]): Command => ["php", join(SDK, "php", file), ...args];

type Env = Readonly<Record<string, string>>;

// Nothing of this machine's settings: neither proxies nor a service that someone uses by hand.
const bare = (): NodeJS.ProcessEnv => {
  const env = { ...process.env };
  for (const name of Object.keys(env))
    if (/proxy$/i.test(name) || name.startsWith("LINTEL_")) delete env[name];
  return env;
};

/** The environment of a program that uses the Python SDK from its sources. */
export const PYTHON_ENV: Env = { PYTHONPATH: join(SDK, "python/src"), PYTHONDONTWRITEBYTECODE: "1" };

/** Runs a program to its end. */
export const run = async (
  [file, ...args]: Command,
  env: Env = {},
  input = "",
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = spawn(file, args, { cwd: join(SDK, "go"), env: { ...bare(), ...env } });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = child.exitCode ?? (await once(child, "exit"))[0];
  return { code, stdout, stderr };
};

/** A port that was free a moment ago, for servers that cannot choose one themselves. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the port has no number");
  return address.port;
};

/** Starts a server; `stop` ends it and waits for that. */
export const serve = (
  [file, ...args]: Command,
  env: Env,
): { child: ChildProcess; stop: () => Promise<void> } => {
  const child = spawn(file, args, {
    cwd: SDK,
    env: { ...bare(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, "exit");
  return {
    child,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};
