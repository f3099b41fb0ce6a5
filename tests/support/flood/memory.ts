import { readdirSync, readFileSync, writeFileSync } from "node:fs";

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
