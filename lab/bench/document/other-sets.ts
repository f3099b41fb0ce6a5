import { licenceSet } from "../../../tests/support/licence-set.ts";
import { makeLicencePhoto } from "../../documents/licence-photo.ts";
import { makeMrzPhoto } from "../../documents/mrz-photo.ts";
import { goodSet } from "../../documents/mrz-sets.ts";
import { makeNegatives } from "../../documents/negatives.ts";
import { tamperedSet } from "../../documents/tampered-set.ts";
import { type Measured, measureScan } from "./measure.ts";
import { count, inTurn, timeRows } from "./run.ts";
import { atLeast, atMost, none, percent, percentile, printRows } from "./table.ts";

/** Altered documents, and pictures of other things. */
export const benchRefusals = async (
  counts: { tampered: number; negatives: number },
  seed: number,
): Promise<void> => {
  const tampered = await inTurn("tampered", tamperedSet(counts.tampered, seed + 20_000), async (options) =>
    measureScan(await makeMrzPhoto(options)),
  );
  const negatives = await inTurn(
    "negatives",
    await makeNegatives(counts.negatives, seed + 30_000),
    async ({ photo }) => measureScan(photo),
  );
  printRows("What must not be accepted", [
    none(
      "altered zones accepted",
      count(tampered, ({ isRead }) => isRead),
      tampered.length,
    ),
    {
      what: "of them called DOCUMENT_MRZ_INVALID",
      got: percent(
        count(tampered, ({ answer }) => answer === "DOCUMENT_MRZ_INVALID"),
        tampered.length,
      ),
      target: "",
      isMet: null,
    },
    none(
      "pictures of other things accepted",
      count(negatives, ({ isRead }) => isRead),
      negatives.length,
    ),
    atMost(
      "longest refusal, processor time",
      Math.max(...[...tampered, ...negatives].map(({ cpuMs }) => cpuMs)),
      3000,
      "ms",
    ),
  ]);
};

/** The backs of North American licences. */
export const benchBarcodes = async (pictures: number, seed: number): Promise<void> => {
  const barcodes = await inTurn("barcodes", licenceSet(pictures, seed + 40_000), async (options) => {
    const { birth, ...measured } = await measureScan(await makeLicencePhoto(options));
    const { year, month, day } = options.birthDate;
    return { ...measured, isWrong: birth !== null && birth !== `${year % 100}-${month}-${day}` };
  });
  printRows("Barcodes of licences (PDF417)", [
    atLeast(
      "read",
      count(barcodes, ({ isRead }) => isRead),
      barcodes.length,
      0.95,
    ),
    none(
      "wrong birth date accepted",
      count(barcodes, ({ isWrong }) => isWrong),
      barcodes.length,
    ),
    ...timeRows(barcodes).slice(0, 2),
  ]);
};

/** What a new phone sends. */
export const benchSize = async (seed: number): Promise<void> => {
  const [large] = goodSet(1, seed + 50_000);
  if (!large) return;
  const twelve = await makeMrzPhoto({ ...large, width: 4000, tilt: 3, blur: 2 });
  const sizes: Measured[] = [];
  for (let round = 0; round < 5; round += 1) sizes.push(await measureScan(Uint8Array.from(twelve)));
  printRows("Size", [
    atMost(
      "12 megapixels, p50, processor time",
      percentile(
        sizes.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
      700,
      "ms",
    ),
    {
      what: "12 megapixels, answer",
      got: sizes[0]?.answer ?? "",
      target: "passport",
      isMet: sizes[0]?.answer === "passport",
    },
  ]);
};
