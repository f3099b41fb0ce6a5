import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { qrSvg } from "#platform/qr-svg.ts";

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer;
prepareZXingModule({ overrides: { wasmBinary } });

const scan = async (svg: string): Promise<string[]> => {
  const png = await sharp(Buffer.from(svg)).resize(700).png().toBuffer();
  const found = await readBarcodes(new Uint8Array(png), { formats: ["QRCode"] });
  return found.map(({ text }) => text);
};

test.each([
  ["a short address", "https://age.test/v/x"],
  ["a wallet's request by value", `av://?client_id=redirect_uri%3A${"abc%7B".repeat(100)}`],
])("%s is read back by a scanner", async (_name, text) => {
  expect(await scan(qrSvg(text))).toEqual([text]);
});

test("too long a text is refused", () => {
  expect(() => qrSvg("x".repeat(3_000))).toThrow();
});
