export { SAMPLE_ISSUER } from "./aamva/checks.ts";
export {
  type Dates,
  type DocumentKind,
  datesOf,
  type NoRead,
  type PhotoFault,
  type ReadDocument,
  type ScanResult,
} from "./document.ts";
export { MAX_IMAGE_BYTES } from "./image/image-format.ts";
export {
  createScanPool,
  ScannerBusyError,
  type ScanPool,
  type ScanPoolOptions,
} from "./process/scan-pool.ts";
export { MAX_RESIDENT_BYTES } from "./process/scan-protocol.ts";
export { readSignerKeys, type SignerKey } from "./signed/signer-keys.ts";
