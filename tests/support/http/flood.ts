import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";

const PIECE_BYTES = 64 * 1024;

export type Flood = {
  port: number;
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  /** Repeated until there is enough of it. */
  text: string;
  bytes: number;
  /** Shared by floods of one address: they break off when it is used up. */
  budget?: { leftBytes: number };
  /** Gives up after so long: nobody has to be cut for the test to end. */
  withinMs: number;
};

export type Outcome = {
  /** Null: cut without a word. */
  status: number | null;
  /** What left this side; much of it may still lie in the kernel's buffers. */
  sentBytes: number;
  isCut: boolean;
};

const chunkOf = (text: string): Buffer => {
  const piece = Buffer.alloc(PIECE_BYTES, text);
  return Buffer.concat([Buffer.from(`${PIECE_BYTES.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
};

/** Sends a body in chunks, with no length, and goes on whatever is answered until the other side cuts. */
export const flood = async ({
  port,
  method,
  target,
  headers,
  text,
  bytes,
  budget = { leftBytes: Number.POSITIVE_INFINITY },
  withinMs,
}: Flood): Promise<Outcome> => {
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const end = new Promise<void>((resolve) => socket.once("end", () => resolve()));
  socket.on("error", () => undefined); // the cut
  let answer = "";
  socket.on("data", (data) => {
    if (answer.length < 64) answer += data.toString("latin1");
  });
  const lines = { Host: `localhost:${port}`, ...headers, "Transfer-Encoding": "chunked" };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${target} HTTP/1.1\r\n${head.join("")}\r\n`);
  const chunk = chunkOf(text);
  const alarm = setTimeout(() => socket.destroy(), withinMs);
  let isEnded = false;
  void end.then(() => {
    isEnded = true;
  });
  while (socket.bytesWritten < bytes && !socket.destroyed && !isEnded) {
    budget.leftBytes -= PIECE_BYTES;
    if (budget.leftBytes < 0) {
      socket.destroy();
      break;
    }
    if (socket.write(chunk)) continue;
    await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed, end]);
  }
  const isCut = socket.bytesWritten < bytes;
  if (!socket.destroyed) socket.end("0\r\n\r\n");
  await Promise.race([closed, end]);
  clearTimeout(alarm);
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? Number.NaN);
  return { status: Number.isNaN(status) ? null : status, sentBytes: socket.bytesWritten, isCut };
};

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // it has ended
  }
};

const numberIn = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);

/** A process and all that it started. */
const family = (pid: number): number[] => {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((name) => [Number(name), numberIn(statusOf(Number(name)), "PPid")]));
  const below = (parent: number): number[] => [
    parent,
    ...[...parents].flatMap(([child, of]) => (of === parent ? below(child) : [])),
  ];
  return below(pid);
};

const sumOf = (pid: number, field: "VmRSS" | "VmHWM"): number =>
  family(pid).reduce((sum, each) => sum + numberIn(statusOf(each), field) / 1024, 0);

/** MiB of a process and its children, as the kernel counts them (proc_pid_status(5)). */
export const residentMiB = (pid: number): number => sumOf(pid, "VmRSS");

/**
 * Forgets the highest value so far and gives a function that tells the highest since (proc_pid_clear_refs(5)): no
 * sampling can miss it.
 */
export const watchPeak = (pid: number): (() => number) => {
  for (const each of family(pid)) writeFileSync(`/proc/${each}/clear_refs`, "5");
  return () => sumOf(pid, "VmHWM");
};

const APP = new URL("../../../src/app/", import.meta.url).pathname;

/** What stands in an address for a part that is open: a text, or several, each of which is tried. */
export type Parts = Readonly<Record<string, string | readonly string[]>>;

const choicesFor = (part: string, parts: Parts): readonly string[] => {
  const name = /^\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}$/.exec(part)?.[1];
  return name === undefined ? [part] : [parts[name] ?? "unknown"].flat();
};

const addressesOf = (file: string, parts: Parts): string[] =>
  file
    .split("/")
    .slice(0, -1)
    .filter((part) => !part.startsWith("("))
    .reduce<string[]>(
      (paths, part) => paths.flatMap((path) => choicesFor(part, parts).map((choice) => `${path}/${choice}`)),
      [""],
    )
    .map((path) => path || "/");

// A file of src/app answers for all addresses below a prefix of the interface.
const ofTheInterface = (parts: Parts): string[] =>
  ENDPOINTS.flatMap(({ path }) => addressesOf(`${path.slice(1).replace(/:(\w+)/g, "[$1]")}/route.ts`, parts));

/** Every address that the interface or a file of src/app serves: a new one is here without anybody's doing. */
export const servedAddresses = (parts: Parts): string[] => {
  const files = globSync("**/{route,page}.{ts,tsx}", { cwd: APP });
  const addresses = files.flatMap((file) => addressesOf(file, parts));
  return [...new Set([...addresses, ...ofTheInterface(parts)])].sort();
};
