import { readdir, readFile } from "node:fs/promises";
import { createScanPool } from "../../../src/methods/document/scan-pool.ts";
import { licenceSet } from "../../../tests/support/licence-set.ts";
import { makeLicencePhoto } from "../../documents/licence-photo.ts";
import { makeMrzPhoto } from "../../documents/mrz-photo.ts";
import { goodSet } from "../../documents/mrz-sets.ts";
import { atMost, printRows } from "./table.ts";

const PHOTOS = 20;

/** The most memory that each child of this process has had resident, in MiB. Linux only (proc(5), VmHWM). */
const peaksOfChildren = async (): Promise<number[]> => {
  const tasks = await readdir("/proc/self/task");
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/self/task/${task}/children`, "utf8")));
  const children = lists.flatMap((list) => list.split(" ").filter((pid) => pid !== ""));
  const statuses = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/status`, "utf8")));
  return statuses.map((status) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024);
};

/** A scan process, as the service runs it, after a day's mixture of photos. */
export const benchMemory = async (seed: number): Promise<void> => {
  if (process.platform !== "linux") return;
  const pool = createScanPool({ processes: 1, queueLimit: 1, timeoutMs: 20_000 });
  const zones = goodSet(PHOTOS, seed + 70_000);
  const licences = licenceSet(PHOTOS, seed + 80_000);
  try {
    for (const [index, options] of zones.entries()) {
      await pool.scan(await makeMrzPhoto(index % 5 === 0 ? { ...options, width: 4000 } : options));
      const licence = licences[index];
      if (licence) await pool.scan(await makeLicencePhoto(licence));
    }
    const peak = Math.max(...(await peaksOfChildren()));
    printRows("A scan process", [
      atMost(`most memory over ${PHOTOS * 2} photos, some of 12 megapixels`, peak, 350, "MiB"),
    ]);
  } finally {
    await pool.close();
  }
};
