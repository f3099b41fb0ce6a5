import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packEngines } from "../../scripts/lib/engine-pack.ts";
import { ROOT } from "../../scripts/lib/run.ts";

// What `npm run packages:pack` makes of packages/, in an empty folder: only what they ask for is beside them.

const OTHERS = ["cborg", "hpke", "jose", "libheif-js", "sharp", "zod", "zxing-wasm"];

let folder: string;
let packed: ReturnType<typeof packEngines>;

/** What a program prints. @throws Error with what it prints, if it fails */
const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
};

const place = (name: string): string => join(folder, "node_modules", name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lintel-engines-"));
  packed = packEngines(folder);
  for (const { name, file } of packed) {
    mkdirSync(place(name), { recursive: true });
    run("tar", "-xzf", file, "-C", place(name), "--strip-components=1");
  }
  // npm would ask a registry for these.
  for (const name of [...OTHERS, "@types/node"]) {
    mkdirSync(dirname(place(name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), place(name));
  }
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each archive holds what runs, its types, their sources, its README and its licence", () => {
  for (const { file } of packed) {
    const files = run("tar", "-tzf", file)
      .split("\n")
      .map((name) => name.replace("package/", ""));
    expect(files.filter((name) => !/^(?:dist|src)\//.test(name)).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "package.json",
    ]);
    expect(files).toEqual(expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "src/index.ts"]));
  }
});

test("every face runs in an empty folder, and a photo is opened in a process of the package", () => {
  writeFileSync(
    join(folder, "caller.js"),
    `import { ageOn, plainDate } from "@lintel/age";
import { problemOfName } from "@lintel/age/names";
import { createScanPool } from "@lintel/document-reader";
import { createRecogniser } from "@lintel/document-reader/live";
import { FORMATS } from "@lintel/document-reader/mrz";
import { verifyAnswer } from "@lintel/wallet-verifier";
import { TEST_ANCHORS } from "@lintel/wallet-verifier/anchors";
import { readCertificate } from "@lintel/wallet-verifier/certificates";
const pool = createScanPool({ processes: 1, queueLimit: 1, timeoutMs: 20_000 });
const read = await pool.scan(new TextEncoder().encode("not a picture"));
await pool.close();
const age = ageOn(plainDate(2008, 11, 21), new Date("2026-11-21T12:00:00Z"));
const answer = await verifyAnswer(new Uint8Array(), { expectations: [], anchors: TEST_ANCHORS }, new Date());
const anchor = readCertificate(TEST_ANCHORS[0].certificate.der);
console.log(age, problemOfName("Ada"), FORMATS.length, typeof createRecogniser(), read.code, answer.code, anchor.ok);
`,
  );
  expect(run(process.execPath, "caller.js")).toBe(
    "18 null 7 function IMAGE_FORMAT_UNSUPPORTED protocol_mismatch true",
  );
});

test("compiles for a caller with strict settings", () => {
  writeFileSync(
    join(folder, "caller.ts"),
    `import type { Sealed, PlainDate } from "@lintel/age";
import { createScanPool, datesOf, type ScanResult } from "@lintel/document-reader";
import { verifyAnswer, type WalletCode } from "@lintel/wallet-verifier";
import { TEST_ANCHORS } from "@lintel/wallet-verifier/anchors";
export const birthOf = (result: ScanResult, now: Date): Sealed<PlainDate> | null =>
  result.kind === "read" ? (datesOf(result.document, now)?.birthDate ?? null) : null;
// @ts-expect-error a pool needs its limits
createScanPool({ processes: 1 });
export const codeOf = async (body: Uint8Array): Promise<WalletCode | null> => {
  const answer = await verifyAnswer(body, { expectations: [], anchors: TEST_ANCHORS }, new Date());
  return answer.ok ? null : answer.code;
};
`,
  );
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["caller.ts"] }));
  expect(run(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "--pretty", "false")).toBe("");
}, 240_000);
