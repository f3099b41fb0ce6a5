import { sha256 } from "../bytes.ts";
import type { Certificate } from "./certificate.ts";

/** SHA-256 of the certificate in hexadecimal: what a person compares. */
export const fingerprintOf = ({ der }: Pick<Certificate, "der">): string =>
  Buffer.from(sha256(der)).toString("hex");
