import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const START_MS = 30_000;

/** Why tests with this program cannot run here; null when they can. */
export const missing = (program: string, debianPackage: string): string | null =>
  existsSync(program) ? null : `${program} is not installed (Debian: apt-get install ${debianPackage})`;

/** A folder of its own, which ends with the stack, and which a server that gives up root may read. */
export const ownFolder = async (stack: AsyncDisposableStack, name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `lintel-${name}-`));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
};

/** Writes files into a folder. @returns their paths */
export const writeFiles = async <Name extends string>(
  folder: string,
  files: Record<Name, string>,
): Promise<Record<Name, string>> => {
  const paths = {} as Record<Name, string>;
  for (const name of Object.keys(files) as Name[]) {
    paths[name] = join(folder, name);
    await writeFile(paths[name], files[name]);
  }
  return paths;
};

/**
 * A printed configuration with a test's own addresses, certificates and secret in the places of the example's.
 * @throws where something to replace does not occur: then the text has changed, and the test would test another one
 */
export const adapt = (configuration: string, replacements: Record<string, string>): string =>
  Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration does not say: ${from}`);
    return text.replaceAll(from, to);
  }, configuration);

/** Whether this machine has IPv6 at its own address. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

/**
 * For {@link adapt}: a server listens on this machine alone, by IPv6 where there is one.
 * @param word what the line for IPv4 has before the port, and that for IPv6 before its address
 */
export const atLoopback = (word: "listen " | "bind :", port: number): Record<string, string> => {
  const verb = word.replace(":", "");
  return {
    [`${verb}[::]:${port}`]: `${verb}${hasIpv6 ? "[::1]" : "127.0.0.2"}:${port}`,
    [`${word}${port}`]: `${verb}127.0.0.1:${port}`,
  };
};

export type Program = { child: ChildProcess; output: () => string };

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Starts a server that stays in the foreground, and waits until it listens. It ends with the stack. */
export const startProgram = async (
  stack: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  { port, env = {} }: { port: number; env?: Record<string, string> },
): Promise<Program> => {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const ended = once(child, "exit");
  stack.defer(async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
  });
  const deadlineMs = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    if (performance.now() > deadlineMs) throw new Error(`${program} does not listen: ${output}`);
    await pause(20);
  }
  return { child, output: () => output };
};
