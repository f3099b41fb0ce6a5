import { readdirSync, readFileSync } from "node:fs";

// proc(5), counted behind the name, which may hold spaces: state, parent, …, utime, stime, cutime, cstime.
const PARENT = 1;
const TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux

const fieldsOf = (pid: number): number[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(") ") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return []; // it has ended; its parent has its times
  }
};

export const parentOf = (pid: number): number => fieldsOf(pid)[PARENT] ?? Number.NaN;

/** Seconds of processor time of a process, its threads, the children that it has, and those that have ended. Linux only. */
export const processorSeconds = (pid: number): number => {
  const children = readdirSync("/proc")
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid);
  const ticks = [pid, ...children].flatMap((member) => TIMES.map((index) => fieldsOf(member)[index] ?? 0));
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
};
