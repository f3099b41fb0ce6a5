import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { entryFor, isJsonObject, type JsonObject } from "@lintel/age";
import { fromBase64Url, member } from "../bytes.ts";
import { asBytes, asMap, asUint, type CborMap, decodeCbor } from "../cbor/decode.ts";
import { COSE_ISSUER_ALGORITHMS, JOSE_ISSUER_ALGORITHMS } from "../cose/keys.ts";
import { checkSign1, readCoseMessage, x5chainOf } from "../cose/sign1.ts";
import { checkJws, readJws, x5cOf } from "../jws.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";
import { readCertificate } from "../x509/certificate.ts";
import { claimsBeside, type IdentifierList, readIdentifierList } from "./identifier-list.ts";

// Token Status List (draft-ietf-oauth-status-list) §4 and §5, and ISO/IEC 18013-5:2025 §12.3.6 for identifier lists.

/** What a list says. */
export type StatusEntries = { kind: "status_list"; bits: number; bytes: Uint8Array } | IdentifierList;

/** A list that its own signer signed. Whether that signer counts depends on its certificates. */
export type StatusToken = {
  /** `sub`: the address of the list. */
  uri: string;
  /** `iat`, in milliseconds since 1970. */
  issuedAt: number;
  expiresAt: Date | null;
  /** How long a copy may be used; null: the list does not say. */
  ttlMs: number | null;
  /** The signer's first. */
  chain: readonly Uint8Array[];
  entries: StatusEntries;
};

/**
 * Room for 64 million one-bit statuses. zlib can make 8 MiB out of 8 KiB, so the limit applies to the output.
 */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

const inflateBounded = promisify(inflate);

/** §4.1: a zlib stream (RFC 1950) of the statuses. */
const unpack = async (packed: Uint8Array | null): Promise<Uint8Array | null> => {
  if (!packed) return null;
  try {
    const bytes = await inflateBounded(packed, { maxOutputLength: MAX_LIST_BYTES });
    return new Uint8Array(bytes);
  } catch {
    return null;
  }
};

const WIDTHS: readonly unknown[] = [1, 2, 4, 8];

const entriesOf = async (bits: unknown, packed: Uint8Array | null): Promise<StatusEntries | null> => {
  const bytes = WIDTHS.includes(bits) ? await unpack(packed) : null;
  return bytes && typeof bits === "number" ? { kind: "status_list", bits, bytes } : null;
};

/**
 * §4.1: the status at this index, counted from the lowest bits of the first byte; null: the list is shorter.
 */
export const statusAt = (
  { bits, bytes }: Extract<StatusEntries, { kind: "status_list" }>,
  index: number,
): number | null => {
  const inByte = 8 / bits;
  const byte = bytes[Math.floor(index / inByte)];
  return byte === undefined ? null : (byte >> ((index % inByte) * bits)) & (2 ** bits - 1);
};

const isSeconds = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/**
 * §5.1 and §5.2: which list it is, and its period of validity. `iat` is required and must not lie in the
 * future; `nbf` is optional (RFC 7519 §4.1.5).
 * @param claims the claims that both forms have, by their name in a JWT or their number in a CWT (RFC 8392
 * §4)
 */
const tokenOf = (
  [sub, iat, exp, ttl, nbf]: readonly unknown[],
  entries: StatusEntries | null,
  chain: readonly Uint8Array[],
  now: Date,
): Result<StatusToken> => {
  const isPast = (seconds: unknown): boolean =>
    isSeconds(seconds) && seconds * 1000 <= now.getTime() + CLOCK_SKEW_MS;
  const isDated = isSeconds(iat) && isPast(iat) && (nbf === undefined || isPast(nbf));
  const hasEnd = exp === undefined || isSeconds(exp);
  const hasLife = ttl === undefined || (isSeconds(ttl) && ttl > 0);
  if (!entries || typeof sub !== "string" || !isDated || !hasEnd || !hasLife) {
    return refuse("status_list_refused");
  }
  return accept({
    uri: sub,
    issuedAt: iat * 1000,
    expiresAt: isSeconds(exp) ? new Date(exp * 1000) : null,
    ttlMs: isSeconds(ttl) ? ttl * 1000 : null,
    chain,
    entries,
  });
};

/** §5.1: a signed JWT. */
const readJwt = async (text: string, now: Date): Promise<Result<StatusToken>> => {
  const jws = readJws(text);
  const chain = jws && x5cOf(jws);
  const signer = chain?.[0] ? readCertificate(chain[0]) : null;
  if (!jws || !chain || !signer?.ok) return refuse("status_list_refused");
  const typ = member(jws.header, "typ");
  if (typ !== "statuslist+jwt" && typ !== "application/statuslist+jwt") return refuse("status_list_refused");
  const key = signer.value.x509.publicKey;
  const signed = checkJws(jws, { key, algorithms: JOSE_ISSUER_ALGORITHMS, code: "status_list_refused" });
  if (!signed.ok) return refuse("status_list_refused");
  const { payload } = jws;
  const list = member(payload, "status_list");
  const { bits, lst }: JsonObject = isJsonObject(list) ? list : {};
  const entries = await entriesOf(bits, typeof lst === "string" ? fromBase64Url(lst) : null);
  const claims = ["sub", "iat", "exp", "ttl", "nbf"].map((name) => member(payload, name));
  return tokenOf(claims, entries, chain, now);
};

/** RFC 9596 §2: the type of what is signed, in the protected header. */
const TYP = 16;
const [SUB, EXP, NBF, IAT] = [2, 4, 5, 6];
/** §5.2; ISO/IEC 18013-5:2025 §12.3.6.4. */
const [TTL, STATUS_LIST, IDENTIFIER_LIST] = [65_534, 65_533, 65_530];

/** Each type of CWT has one kind of list; a list of the other kind in it is ignored. */
const CWT_ENTRIES: Record<string, (claims: CborMap) => Promise<StatusEntries | null>> = {
  "application/statuslist+cwt": async (claims) => {
    const list = asMap(claims.get(STATUS_LIST));
    return entriesOf(asUint(list?.get("bits")), asBytes(list?.get("lst")));
  },
  "application/identifierlist+cwt": async (claims) =>
    readIdentifierList(asBytes(claims.get(IDENTIFIER_LIST))),
};

/** RFC 8392 §6: the tag of a CWT, 61, which may precede that of COSE_Sign1. */
const withoutCwtTag = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xd8 && bytes[1] === 61 && bytes[2] === 0xd2 ? bytes.subarray(2) : bytes;

/** §5.2: a CWT in COSE_Sign1. */
const readCwt = async (bytes: Uint8Array, now: Date): Promise<Result<StatusToken>> => {
  const decoded = decodeCbor(withoutCwtTag(bytes));
  const message = decoded.ok ? readCoseMessage(decoded.value) : decoded;
  const chain = message.ok ? x5chainOf(message.value) : message;
  if (!message.ok || !chain.ok) return refuse("status_list_refused");
  const { payload, protectedHeader } = message.value;
  const signer = chain.value[0] ? readCertificate(chain.value[0]) : null;
  const typ = String(protectedHeader.get(TYP)).replace(/^(?!application\/)/, "application/");
  const read = entryFor(CWT_ENTRIES, typ);
  if (!payload || !signer?.ok || !read) return refuse("status_list_refused");
  const rules = { key: signer.value.x509.publicKey, algorithms: COSE_ISSUER_ALGORITHMS };
  const signed = checkSign1(message.value, { ...rules, code: "status_list_refused", payload });
  const claims = signed.ok ? claimsBeside(payload, IDENTIFIER_LIST) : null;
  if (!claims) return refuse("status_list_refused");
  const common = [SUB, IAT, EXP, TTL, NBF].map((name) => claims.get(name));
  return tokenOf(common, await read(claims), chain.value, now);
};

/**
 * Reads a list as it was fetched.
 * @param type the answer's Content-Type, without parameters
 */
export const readStatusToken = (
  { type, bytes }: { type: string; bytes: Uint8Array },
  now: Date,
): Promise<Result<StatusToken>> =>
  type.endsWith("+jwt") ? readJwt(Buffer.from(bytes).toString("latin1").trim(), now) : readCwt(bytes, now);
