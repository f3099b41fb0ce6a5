import { type Check, forgedMdoc, refused } from "../check.ts";

// ISO/IEC 18013-5 §8.3.2.1.2.2: the DeviceResponse around the document.

const RESPONSE = "ISO/IEC 18013-5 §8.3.2.1.2.2";
const CBOR = "RFC 8949 §5.3";
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const STATUS_AGAIN = [0x66, ...new TextEncoder().encode("status"), 0];

const changedBytes = (name: string, change: (honest: Uint8Array) => Uint8Array): Check =>
  refused(CBOR, name, "eu_link", async (bench) => bench.wrap(change(await bench.mdoc())));

export const responseChecks: readonly Check[] = [
  forgedMdoc(RESPONSE, "version 2.0", () => ({ response: (response) => response.set("version", "2.0") })),
  forgedMdoc(RESPONSE, "status 10: an error", () => ({ response: (response) => response.set("status", 10) })),
  forgedMdoc(RESPONSE, "no status", () => ({ response: (response) => response.delete("status") })),
  forgedMdoc(RESPONSE, "no document", () => ({ response: (response) => response.set("documents", []) })),
  forgedMdoc(RESPONSE, "two documents", () => ({
    response: (response) => {
      const documents = asArray(response.get("documents"));
      response.set("documents", [...documents, ...documents]);
    },
  })),
  changedBytes("bytes after its end", (honest) => new Uint8Array([...honest, 0])),
  changedBytes("the same key twice", (honest) => new Uint8Array([0xa4, ...honest.slice(1), ...STATUS_AGAIN])),
  changedBytes("cut off", (honest) => honest.slice(0, honest.length / 2)),
  changedBytes("nested 5,000 deep", () => new Uint8Array(5000).fill(0x81)),
  changedBytes("nothing at all", () => new Uint8Array()),
];
