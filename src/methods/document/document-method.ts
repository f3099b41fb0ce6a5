import { fileURLToPath } from "node:url";
import {
  createScanPool,
  MAX_IMAGE_BYTES,
  type NoRead,
  type ReadDocument,
  SAMPLE_ISSUER,
  ScannerBusyError,
  type ScanPoolOptions,
} from "@lintel/document-reader";
import { ServiceError } from "#core/errors.ts";
import type { DocumentFault, FindingCode, PhotoFault } from "#core/policy/finding-codes.ts";
import { type Finding, FORM, type Method, noDecision, verifies } from "#methods/method.ts";
import { assess } from "./assess.ts";

type DocumentMethodOptions = ScanPoolOptions & {
  /** Whether the project's own sample photos count: for development only, because they are public. */
  acceptSamples: boolean;
};

/** The scan processes' program: the reader's, hardened as every process of the service is. */
const SCAN_PROCESS = fileURLToPath(new URL("./scan-process.ts", import.meta.url));

/** What the service has texts for: the reader may say nothing else. */
type Unread = Pick<NoRead, "hint" | "isUnopened"> & {
  code: FindingCode<"document">;
  reason?: PhotoFault | DocumentFault;
};

const unread = ({ kind: _, ...why }: NoRead): Finding => {
  const said: Unread = why;
  return { kind: "no_decision", ...said };
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

/** Being too busy decides nothing, and the caller may come again. */
const orUnavailable = (error: unknown): never => {
  if (!(error instanceof ScannerBusyError)) throw error;
  const { message, retryAfterSeconds } = error;
  throw new ServiceError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds });
};

/**
 * The method that reads a photographed document: the barcode of North American licences and ID cards (AAMVA),
 * and the machine readable zone of passports and ID cards (ICAO Doc 9303). With keys from the operator, it
 * also reads signed barcodes (signed/signer-keys.ts).
 */
export const createDocumentMethod = (options: DocumentMethodOptions): Method => {
  const pool = createScanPool({ entry: SCAN_PROCESS, ...options });
  return {
    id: "document",
    traits: verifies("document", "camera", "identity_document"),
    modes: ["live"],
    maxBodyBytes: MAX_IMAGE_BYTES,
    start: async ({ channel }) => (channel === "form" ? FORM : null),
    answer: async ({ body }, { now, minimumAge, acceptsVisas, signal }) => {
      try {
        const result = await pool.scan(body, signal).catch(orUnavailable);
        if (result.kind === "no_read") return unread(result);
        const { document } = result;
        if (document.kind === "visa" && !acceptsVisas) return visa;
        return isSample(document) && !options.acceptSamples ? sample : assess(document, { now, minimumAge });
      } finally {
        body.fill(0);
      }
    },
    close: () => pool.close(),
  };
};
