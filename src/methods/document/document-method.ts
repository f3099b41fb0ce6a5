import { SAMPLE_ISSUER } from "#methods/document/aamva/checks.ts";
import { MAX_IMAGE_BYTES } from "#methods/document/image/image-format.ts";
import { createScanPool, type ScanPoolOptions } from "#methods/document/process/scan-pool.ts";
import { FORM, type Method, noDecision, verifies } from "#methods/method.ts";
import { assess } from "./assess.ts";
import type { ReadDocument } from "./document.ts";

type DocumentMethodOptions = ScanPoolOptions & {
  /** Whether the project's own sample photos count: for development only, because they are public. */
  acceptSamples: boolean;
};

const isSample = (document: ReadDocument): boolean =>
  document.source === "mrz"
    ? document.isSpecimen
    : document.source === "aamva" && document.issuer === SAMPLE_ISSUER;

/**
 * A visa's birth date can be changed without a trace: it has no digit that covers all others (ICAO Doc 9303-7
 * §4.2).
 */
const visa = noDecision(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "A visa is not accepted. Use the passport that it is in.",
);

const sample = noDecision(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "This is a sample, not a document. Use one of your own.",
);

/**
 * The method that reads a photographed document: the barcode of North American licences and ID cards (AAMVA),
 * and the machine readable zone of passports and ID cards (ICAO Doc 9303). With keys from the operator, it
 * also reads signed barcodes (signed/signer-keys.ts).
 */
export const createDocumentMethod = (options: DocumentMethodOptions): Method => {
  const pool = createScanPool(options);
  return {
    id: "document",
    traits: verifies("document", "camera", "identity_document"),
    modes: ["live"],
    maxBodyBytes: MAX_IMAGE_BYTES,
    start: async ({ channel }) => (channel === "form" ? FORM : null),
    answer: async ({ body }, { now, minimumAge, acceptsVisas, signal }) => {
      try {
        const result = await pool.scan(body, signal);
        if (result.kind === "read") {
          const { document } = result;
          if (document.kind === "visa" && !acceptsVisas) return visa;
          return isSample(document) && !options.acceptSamples
            ? sample
            : assess(document, { now, minimumAge });
        }
        const { kind: _, ...why } = result;
        return { kind: "no_decision", ...why };
      } finally {
        body.fill(0);
      }
    },
    close: () => pool.close(),
  };
};
