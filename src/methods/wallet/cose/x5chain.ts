import { asBytes, asList } from "../cbor/read.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { CoseMessage } from "./message.ts";

/** RFC 9360 §2. ISO/IEC 18013-5 §9.1.2.4 puts it in the unprotected header; a protected one is as good. */
const X5CHAIN = 33;

/** One certificate is a byte string, several are an array of them, signer first. */
export const x5chainOf = (message: CoseMessage): Result<Uint8Array[]> => {
  const value = message.unprotectedHeader.get(X5CHAIN) ?? message.protectedHeader.get(X5CHAIN);
  const items = asList(value) ?? [value];
  const chain = items.flatMap((item) => asBytes(item) ?? []);
  return chain.length === items.length ? accept(chain) : refuse("x5chain_malformed");
};
