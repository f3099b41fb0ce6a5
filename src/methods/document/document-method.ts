import type { Finding, Method } from "#methods/method.ts";
import { SAMPLE_ISSUER } from "./aamva-issuer.ts";
import { assess } from "./assess.ts";
import { MAX_IMAGE_BYTES } from "./image-limits.ts";
import { createScanPool } from "./scan-pool.ts";

export type DocumentMethodOptions = {
  processes: number;
  queueLimit: number;
  timeoutMs: number;
  /** Whether the project's own sample photos count: for development only, they are public. */
  acceptSamples: boolean;
};

const sample: Finding = {
  kind: "no_decision",
  code: "DOCUMENT_TYPE_UNSUPPORTED",
  hint: "This is a sample, not a document. Use a card of your own.",
};

/** The method that reads a photographed document: today the barcode of North American licences and ID cards. */
export const createDocumentMethod = (options: DocumentMethodOptions): Method => {
  const pool = createScanPool(options);
  return {
    id: "document",
    modes: ["live"],
    maxBodyBytes: MAX_IMAGE_BYTES,
    submit: async ({ body }, { now, minimumAge, signal }) => {
      try {
        const result = await pool.scan(body, signal);
        if (result.kind === "read") {
          const isSample = result.document.issuer === SAMPLE_ISSUER;
          return isSample && !options.acceptSamples ? sample : assess(result.document, { now, minimumAge });
        }
        const { code, reason, hint } = result;
        return { kind: "no_decision", code, hint, ...(reason ? { reason } : {}) };
      } finally {
        body.fill(0);
      }
    },
    close: () => pool.close(),
  };
};
