import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** What a phone's camera reads off a screen: from its pixels, not from its markup. */
export const scanQr = async (page: Page): Promise<string> => {
  const screenshot = await page.screenshot();
  const [found] = await readBarcodes(new Uint8Array(screenshot), { formats: ["QRCode"], tryHarder: true });
  return found?.text ?? "";
};
