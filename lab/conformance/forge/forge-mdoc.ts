import { hash, randomBytes } from "node:crypto";
import { decode, encode, Tagged } from "cborg";
import type { Signer } from "../../demo-wallet/issuer/authority.ts";
import { daysFrom, type EcJwk, signEs256 } from "../../demo-wallet/issuer/keys.ts";

// A wallet and an issuer that lie. Every step of an mdoc can be changed before the next one signs or hashes it.

export type Item = {
  digestID: unknown;
  random: Uint8Array;
  elementIdentifier: string;
  elementValue: unknown;
};
export type Cose = [Uint8Array, Map<number, unknown>, Uint8Array | null, Uint8Array];

export type Forgery = {
  now: Date;
  signer: Signer;
  deviceJwk: EcJwk;
  /** The key in the MSO, when it is not the one that signs. */
  namedDeviceJwk?: Pick<EcJwk, "x" | "y">;
  transcript: Uint8Array;
  docType?: string;
  /** What the document calls itself, when that is not what the device signs. */
  claimedDocType?: string;
  nameSpace?: string;
  elements?: Record<string, unknown>;
  items?: (items: Item[]) => Item[];
  mso?: (mso: Map<string, unknown>) => void;
  /** After the digests were taken. */
  itemsAfter?: (items: Item[]) => Item[];
  issuerProtected?: Map<number, unknown>;
  issuerUnprotected?: (headers: Map<number, unknown>) => void;
  issuerAuth?: (cose: Cose) => unknown;
  deviceNameSpaces?: Map<string, unknown>;
  deviceProtected?: Map<number, unknown>;
  deviceSignature?: (cose: Cose) => unknown;
  deviceAuth?: (auth: Map<string, unknown>) => void;
  deviceSigned?: (signed: Map<string, unknown>) => void;
  response?: (response: Map<string, unknown>) => void;
};

const embedded = (value: unknown): Tagged => new Tagged(24, encode(value));
export const tdate = (date: Date): Tagged => new Tagged(0, `${date.toISOString().slice(0, 19)}Z`);
export const ES256 = new Map<number, unknown>([[1, -7]]);

export const signCose = (
  jwk: EcJwk,
  headers: Map<number, unknown>,
  unprotected: Map<number, unknown>,
  payload: Uint8Array,
): Cose => {
  const protectedBytes = encode(headers);
  const input = encode(["Signature1", protectedBytes, new Uint8Array(), payload]);
  return [protectedBytes, unprotected, payload, new Uint8Array(signEs256(jwk, input))];
};

export const coseKeyOf = ({ x, y }: Pick<EcJwk, "x" | "y">): Map<number, unknown> =>
  new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);

const digestOf = (item: Item): Uint8Array => new Uint8Array(hash("sha256", encode(embedded(item)), "buffer"));

export const validity = (from: Date, until: Date, signed = from): Map<string, Tagged> =>
  new Map([
    ["signed", tdate(signed)],
    ["validFrom", tdate(from)],
    ["validUntil", tdate(until)],
  ]);

/** The usual MSO, honest. */
const msoOf = (forgery: Forgery, nameSpace: string, docType: string, items: Item[]): Map<string, unknown> =>
  new Map<string, unknown>([
    ["version", "1.0"],
    ["digestAlgorithm", "SHA-256"],
    ["valueDigests", new Map([[nameSpace, new Map(items.map((item) => [item.digestID, digestOf(item)]))]])],
    ["deviceKeyInfo", new Map([["deviceKey", coseKeyOf(forgery.namedDeviceJwk ?? forgery.deviceJwk)]])],
    ["docType", docType],
    ["validityInfo", validity(daysFrom(forgery.now, -1), daysFrom(forgery.now, 60))],
  ]);

const deviceSignedOf = (forgery: Forgery, docType: string): Map<string, unknown> => {
  const nameSpaces = embedded(forgery.deviceNameSpaces ?? new Map());
  const session: unknown = decode(forgery.transcript);
  const payload = encode(embedded(["DeviceAuthentication", session, docType, nameSpaces]));
  const cose = signCose(forgery.deviceJwk, forgery.deviceProtected ?? ES256, new Map(), payload);
  const detached: Cose = [cose[0], cose[1], null, cose[3]];
  const auth = new Map<string, unknown>([
    ["deviceSignature", forgery.deviceSignature ? forgery.deviceSignature(detached) : detached],
  ]);
  forgery.deviceAuth?.(auth);
  const signed = new Map<string, unknown>([
    ["nameSpaces", nameSpaces],
    ["deviceAuth", auth],
  ]);
  forgery.deviceSigned?.(signed);
  return signed;
};

/** @returns an encoded DeviceResponse with a document for each forgery; honest if nothing was changed */
export const forgeMdoc = (...forgeries: readonly Forgery[]): Uint8Array => {
  const response = new Map<string, unknown>([
    ["version", "1.0"],
    ["documents", forgeries.map(documentOf)],
    ["status", 0],
  ]);
  for (const forgery of forgeries) forgery.response?.(response);
  return encode(response);
};

const documentOf = (forgery: Forgery) => {
  const { docType = "org.iso.18013.5.1.mDL", nameSpace = "org.iso.18013.5.1", signer } = forgery;
  const { elements = { age_over_18: true } } = forgery;
  const honest = Object.entries(elements).map(
    ([elementIdentifier, elementValue], digestID): Item => ({
      digestID,
      random: new Uint8Array(randomBytes(32)),
      elementIdentifier,
      elementValue,
    }),
  );
  const items = forgery.items?.(honest) ?? honest;
  const mso = msoOf(forgery, nameSpace, docType, items);
  forgery.mso?.(mso);
  const unprotected = new Map<number, unknown>([[33, signer.chain.length === 1 ? signer.der : signer.chain]]);
  forgery.issuerUnprotected?.(unprotected);
  const { issuerProtected = ES256 } = forgery;
  const issuerAuth = signCose(signer.jwk, issuerProtected, unprotected, encode(embedded(mso)));
  const shown = forgery.itemsAfter?.(items) ?? items;
  const claimed = forgery.claimedDocType ?? docType;
  return {
    docType: claimed,
    issuerSigned: {
      nameSpaces: { [nameSpace]: shown.map(embedded) },
      issuerAuth: forgery.issuerAuth ? forgery.issuerAuth(issuerAuth) : issuerAuth,
    },
    deviceSigned: deviceSignedOf(forgery, claimed),
  };
};
