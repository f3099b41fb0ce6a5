import { readdir, readFile } from "node:fs/promises";
import { parseAamva } from "../../../src/methods/document/aamva/aamva.ts";
import { createScanPool } from "../../../src/methods/document/process/scan-pool.ts";
import { checkAadhaar } from "../../../src/methods/document/signed/aadhaar.ts";
import { checkVds } from "../../../src/methods/document/signed/vds.ts";
import { hostilePictures } from "../../../tests/support/document/hostile-pictures.ts";
import { licenceSet } from "../../../tests/support/document/licence-set.ts";
import {
  aadhaarCode,
  californianSeal,
  residencePermitSeal,
  TEST_SIGNERS,
} from "../../../tests/support/document/signed.ts";
import { makeLicencePhoto } from "../../documents/licence-photo.ts";
import { posedLicences } from "../../documents/licence-poses.ts";
import { lookAlikeSet } from "../../documents/look-alike-set.ts";
import { makeMrzPhoto } from "../../documents/mrz-photo.ts";
import { goodSet } from "../../documents/mrz-sets.ts";
import { makeNegatives } from "../../documents/negatives.ts";
import { encodeAamva } from "../../documents/payload.ts";
import { tamperedSet } from "../../documents/tampered-set.ts";
import { percentile } from "../figures.ts";
import { type Measured, measureScan, measureZone } from "./measure.ts";
import { atLeast, atMost, inTurn, longest, none, printRows, share, timeRows } from "./report.ts";

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
    none("altered zones accepted", tampered, ({ isRead }) => isRead),
    share("of them called DOCUMENT_MRZ_INVALID", tampered, ({ answer }) => answer === "DOCUMENT_MRZ_INVALID"),
    none("pictures of other things accepted", negatives, ({ isRead }) => isRead),
    atMost("longest refusal, processor time", longest([...tampered, ...negatives]), 3000, "ms"),
  ]);
};

/** Of an O and a 0 in the document number each was printed for the other: the number's check digit tells. */
export const benchLookAlikes = async (pictures: number, seed: number): Promise<void> => {
  const measured = await inTurn("O and 0", lookAlikeSet(pictures, seed + 35_000), ({ options, meant }) =>
    measureZone(options, meant),
  );
  printRows("O and 0 printed for each other in the document number", [
    atLeast("read", measured, ({ isRead }) => isRead, 0.95),
    share("the number as the issuer wrote it", measured, ({ isExact }) => isExact),
    none("wrong birth date accepted", measured, (one) => one.isWrongBirth),
  ]);
};

/** How much of a licence's barcode is error correction, as issuers print it (ISO/IEC 15438 §5.7): 5 is what AAMVA advises. */
const LEVELS = [3, 4, 5] as const;

/** The backs of North American licences. */
export const benchBarcodes = async (pictures: number, seed: number): Promise<void> => {
  for (const correctionLevel of LEVELS) {
    const set = licenceSet(pictures, seed + 40_000).map((options) => ({ ...options, correctionLevel }));
    const barcodes = await inTurn(`barcodes of level ${correctionLevel}`, set, async (options) =>
      measureScan(await makeLicencePhoto(options), options),
    );
    const isRead = ({ isRead: read }: Measured): boolean => read;
    printRows(`Barcodes of licences (PDF417), error correction level ${correctionLevel}`, [
      correctionLevel === 5 ? atLeast("read", barcodes, isRead, 0.95) : share("read", barcodes, isRead),
      none("wrong birth date accepted", barcodes, ({ isWrongBirth }) => isWrongBirth),
      // With less to spare a code is looked for a second time: its time is for information.
      ...timeRows(barcodes)
        .slice(0, 2)
        .map((row) => (correctionLevel === 5 ? row : { ...row, target: "", isMet: null })),
    ]);
  }
};

/** The backs of licences, turned, at an angle, bulging and on screens: which pose costs how much. */
export const benchPoses = async (each: number, seed: number): Promise<void> => {
  const measured = await inTurn("poses", posedLicences(each, seed + 45_000), async ({ pose, options }) => ({
    ...(await measureScan(await makeLicencePhoto(options), options)),
    pose,
  }));
  const isRead = ({ isRead: read }: Measured): boolean => read;
  const poses = [...new Set(measured.map(({ pose }) => pose))];
  printRows("Barcodes of licences (PDF417) by how they lie", [
    ...poses.map((pose) =>
      share(
        pose,
        measured.filter((one) => one.pose === pose),
        isRead,
      ),
    ),
    share("read", measured, isRead),
    none("wrong birth date accepted", measured, ({ isWrongBirth }) => isWrongBirth),
    ...timeRows(measured).slice(0, 2),
  ]);
};

/** What a new phone sends. */
export const benchSize = async (seed: number): Promise<void> => {
  const [large] = goodSet(1, seed + 50_000);
  if (!large) return;
  const twelve = await makeMrzPhoto({ ...large, width: 4000, tilt: 3, blur: 2 });
  const sizes: Measured[] = [];
  for (let round = 0; round < 5; round += 1) sizes.push(await measureScan(Uint8Array.from(twelve)));
  const times = sizes.map(({ cpuMs }) => cpuMs);
  const [{ answer } = { answer: "" }] = sizes;
  printRows("Size", [
    atMost("12 megapixels, p50, processor time", percentile(times, 0.5), 700, "ms"),
    { what: "12 megapixels, answer", got: answer, target: "passport", isMet: answer === "passport" },
  ]);
};

/** Files that are made to do harm, or are not pictures at all. */
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
  const searched = measured.filter(({ isSearched }) => isSearched);
  const refused = measured.filter(({ isSearched }) => !isSearched);
  printRows(`Hostile files: ${files.map(({ name }) => name).join(", ")}`, [
    none("without the typed answer that they deserve", measured, ({ isExpected }) => !isExpected),
    atMost("longest, processor time", longest(refused), 500, "ms"),
    atMost("with damage that no decoder notices, processor time", longest(searched), 3000, "ms"),
  ]);
};

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

/** Signed barcodes with one byte of them changed, at every place: that of a licence only where it is signed. */
export const benchSignatures = (): void => {
  const birthDate = { year: 1990, month: 5, day: 17 };
  const licence = { kind: "driving_licence", country: "USA", issuer: "636014", birthDate } as const;
  const card = {
    ...licence,
    issueDate: { ...birthDate, year: 2026 },
    expiryDate: { ...birthDate, year: 2031 },
  };
  const californian = Buffer.from(encodeAamva({ ...card, seal: californianSeal(card) }), "latin1");
  const signedElements = /(?:D(?:AC|AG|AI|AJ|AK|AQ|AU|BA|BB|BC|CG|CS)|ZCE)[^\n\r]+/g;
  const isSigned = new Set<number>();
  for (const { 0: found, index } of californian.toString("latin1").matchAll(signedElements))
    for (let at = index + 3; at < index + found.length; at += 1) isSigned.add(at);
  const altered = function* (bytes: Uint8Array, by: number): Generator<Uint8Array> {
    for (const [at, byte] of bytes.entries()) yield bytes.with(at, byte ^ by);
  };
  const isAccepted = [
    ...[...altered(californian, 1)].flatMap((bytes, at) => {
      const result = isSigned.has(at) ? parseAamva(bytes, TEST_SIGNERS) : null;
      return result ? [result.ok && result.document.signature !== undefined] : [];
    }),
    ...[...altered(residencePermitSeal("900517", "300101"), 1)].map(
      (bytes) => checkVds(bytes, TEST_SIGNERS).kind === "signed",
    ),
    // The last bit of a digit makes another digit.
    ...[...altered(Buffer.from(aadhaarCode("17-05-1990")), 1)].map(
      (bytes) => checkAadhaar(bytes, TEST_SIGNERS).kind === "signed",
    ),
  ];
  printRows("Barcodes that their issuers signed", [
    none("altered signatures accepted", isAccepted, (isOne) => isOne),
  ]);
};
