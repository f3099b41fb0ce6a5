import { createPrivateKey, sign } from "node:crypto";
import { encode, Tagged } from "cborg";
import { type Authority, days, NOW, type Signer } from "./authority.ts";

export type ListEntry = { authority: Pick<Authority, "der">; docTypes: string[]; more?: [string, unknown][] };

const tdate = (date: Date): Tagged => new Tagged(0, `${date.toISOString().slice(0, 19)}Z`);

export const listEntry = ({ authority, docTypes, more = [] }: ListEntry) =>
  new Map<string, unknown>([["certificate", authority.der], ["docType", docTypes], ...more]);

export const narrowedTo = (date: Date): [string, unknown][] => [["notAfter", tdate(date)]];

/** ISO/IEC 18013-5 Annex C.1.7: a list of issuing authorities, signed. */
export const vicalOf = (
  infos: readonly unknown[],
  by: Signer,
  change: {
    date?: Date;
    list?: (list: Map<string, unknown>) => void;
    payload?: (bytes: Uint8Array) => Uint8Array;
  } = {},
): Uint8Array => {
  const list = new Map<string, unknown>([
    ["version", "1.0"],
    ["vicalProvider", "Test provider"],
    ["date", tdate(change.date ?? NOW)],
    ["vicalIssueID", 7],
    ["nextUpdate", tdate(days(1))],
    ["certificateInfos", infos],
  ]);
  change.list?.(list);
  const payload = encode(list);
  const head = encode(new Map([[1, -7]]));
  const input = encode(["Signature1", head, new Uint8Array(), payload]);
  const key = createPrivateKey({ format: "jwk", key: by.jwk });
  const signature = new Uint8Array(sign("sha256", input, { key, dsaEncoding: "ieee-p1363" }));
  const unprotected = new Map([[33, [by.der]]]);
  return encode(new Tagged(18, [head, unprotected, change.payload?.(payload) ?? payload, signature]));
};
