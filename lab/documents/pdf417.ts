import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, type WriterOptions, writeBarcode } from "zxing-wasm/writer";

const wasmPath = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");

// The package would otherwise fetch its WebAssembly from a CDN.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmPath)).buffer } });

/** The modules of a symbol, row by row; true is black. Rows come three modules high, as they are printed. */
type Modules = { width: number; height: number; isBlack: (x: number, y: number) => boolean };

const modulesOf = async (content: string | Uint8Array, options: WriterOptions): Promise<Modules> => {
  const { error, symbol } = await writeBarcode(content, { ...options, scale: 1, addQuietZones: false });
  if (error) throw new Error(`${options.format}: ${error}`);
  const { data, width, height } = symbol;
  return { width, height, isBlack: (x, y) => data[y * width + x] === 0 };
};

/**
 * Encodes the text as PDF417. `level` is how much of it is error correction: at 5 about a fifth; licences have 3 and
 * more (AAMVA DL/ID 2020 §D.3.3), and 3 is as little as real ones show.
 */
export const encodePdf417 = (text: string, columns = 14, level = 5): Promise<Modules> =>
  modulesOf(text, { format: "PDF417", options: `columns=${columns},ecLevel=${level}` });

/** Encodes digits as a QR code, or bytes as a Data Matrix. */
export const encodeSquareCode = (content: string | Uint8Array): Promise<Modules> =>
  modulesOf(content, { format: typeof content === "string" ? "QRCode" : "DataMatrix" });

/** The symbol as an SVG path in module units: one rectangle for each run of black modules. */
export const modulesToPath = ({ width, height, isBlack }: Modules): string => {
  const runs: string[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isBlack(x, y)) continue;
      const start = x;
      while (x < width && isBlack(x, y)) x += 1;
      runs.push(`M${start} ${y}h${x - start}v1h${start - x}z`);
    }
  }
  return runs.join("");
};
