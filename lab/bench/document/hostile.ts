import { hostilePictures } from "../../../tests/support/hostile-pictures.ts";
import { makeMrzPhoto } from "../../documents/mrz-photo.ts";
import { goodSet } from "../../documents/mrz-sets.ts";
import { measureScan } from "./measure.ts";
import { count, inTurn } from "./run.ts";
import { atMost, none, printRows } from "./table.ts";

/** Files that are made to do harm, or are no pictures at all. */
export const benchHostile = async (seed: number): Promise<void> => {
  const [options] = goodSet(1, seed + 60_000);
  if (!options) return;
  const files = await hostilePictures(await makeMrzPhoto(options));
  const measured = await inTurn("hostile", files, async ({ bytes, codes }) => {
    const { answer, ...rest } = await measureScan(bytes);
    const isExpected = codes.includes(answer.split(" ")[0] ?? "");
    // A file whose damage the decoder does not notice is a picture like any other, and is searched like one.
    return { ...rest, isExpected, isSearched: codes.includes("DOCUMENT_NOT_FOUND") };
  });
  printRows(`Hostile files: ${files.map(({ name }) => name).join(", ")}`, [
    none(
      "without the typed answer that they deserve",
      count(measured, ({ isExpected }) => !isExpected),
      files.length,
    ),
    atMost(
      "longest, processor time",
      Math.max(...measured.filter(({ isSearched }) => !isSearched).map(({ cpuMs }) => cpuMs)),
      500,
      "ms",
    ),
    atMost(
      "with damage that no decoder notices, processor time",
      Math.max(...measured.filter(({ isSearched }) => isSearched).map(({ cpuMs }) => cpuMs)),
      3000,
      "ms",
    ),
  ]);
};
