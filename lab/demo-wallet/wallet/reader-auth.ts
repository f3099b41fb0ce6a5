import { cborEncode, DataItem } from "@owf/mdoc";
import { verifyEs256 } from "../issuer/keys.ts";
import {
  expectKind,
  type Item,
  type ItemOf,
  memberOf,
  readEmbedded,
  readItem,
  UnexpectedCbor,
} from "./cbor-spans.ts";
import { annexCTranscript } from "./iso-mdoc.ts";
import { type ChainProblem, ChainRefused, type Reader, verifyReaderChain } from "./reader-chain.ts";

// Reader authentication in `org-iso-mdoc` requests, as strict as an operating system has to be: ISO/IEC 18013-5:2025
// §10.2.2 (the request) and §12.5 (what readers sign), over the session of ISO/IEC TS 18013-7 Annex C.

/** A request as a browser hands it over; the origin is the browser's own word. */
export type ReaderRequest = { deviceRequest: string; encryptionInfo: string; origin: string };

export type ReaderProblem = ChainProblem | "version" | "no_reader_auth" | "signature" | "wrong_domain";

export type ReaderCheck =
  | { ok: true; readers: string[]; docTypes: string[] }
  | { ok: false; reason: ReaderProblem; why: string };

class ReaderRefused extends Error {
  readonly reason: ReaderProblem;
  constructor(reason: ReaderProblem, why: string) {
    super(why);
    this.reason = reason;
  }
}

const refuse = (reason: ReaderProblem, why: string): never => {
  throw new ReaderRefused(reason, why);
};

type DocRequest = {
  docType: string;
  /** ItemsRequestBytes with its tag, as sent. */
  items: Uint8Array;
  readerAuth: Item | undefined;
};

export type SentDeviceRequest = {
  version: string;
  docRequests: DocRequest[];
  /** DeviceRequestInfoBytes with its tag, as sent. */
  info: Uint8Array | null;
  readerAuthAll: Item[] | null;
};

/** As many as one byte can count. */
const MAX_DOC_REQUESTS = 255;

const readDocRequest = (item: Item): DocRequest => {
  const docRequest = expectKind(item, "map", "a DocRequest");
  const itemsRequest = memberOf(docRequest, "itemsRequest");
  const items = expectKind(readEmbedded(itemsRequest, "itemsRequest"), "map", "an ItemsRequest");
  const nameSpaces = expectKind(memberOf(items, "nameSpaces"), "map", "nameSpaces");
  if (nameSpaces.entries.length === 0) throw new UnexpectedCbor("nameSpaces is empty");
  for (const [, elements] of nameSpaces.entries) {
    const { entries } = expectKind(elements, "map", "a namespace");
    if (entries.length === 0) throw new UnexpectedCbor("a namespace is empty");
    for (const [, intentToRetain] of entries) expectKind(intentToRetain, "boolean", "intentToRetain");
  }
  return {
    docType: expectKind(memberOf(items, "docType"), "text", "docType").value,
    items: expectKind(itemsRequest, "tag", "itemsRequest").bytes,
    readerAuth: memberOf(docRequest, "readerAuth"),
  };
};

/**
 * The parts of a DeviceRequest, with the bytes that readers sign.
 * @param deviceRequest base64url without padding
 * @throws UnexpectedCbor
 */
export const readDeviceRequest = (deviceRequest: string): SentDeviceRequest => {
  const bytes = Buffer.from(deviceRequest, "base64url");
  if (bytes.toString("base64url") !== deviceRequest) throw new UnexpectedCbor("it is not base64url");
  const request = expectKind(readItem(new Uint8Array(bytes)), "map", "a DeviceRequest");
  const { value: version } = expectKind(memberOf(request, "version"), "text", "version");
  const docRequests = expectKind(memberOf(request, "docRequests"), "array", "docRequests").items;
  if (docRequests.length === 0) throw new UnexpectedCbor("docRequests is empty");
  if (docRequests.length > MAX_DOC_REQUESTS) throw new UnexpectedCbor("docRequests has too many members");
  const info = memberOf(request, "deviceRequestInfo");
  if (info) expectKind(readEmbedded(info, "deviceRequestInfo"), "map", "a DeviceRequestInfo");
  const all = memberOf(request, "readerAuthAll");
  const signatures = all ? expectKind(all, "array", "readerAuthAll").items : null;
  if (signatures?.length === 0) throw new UnexpectedCbor("readerAuthAll is empty");
  return {
    version,
    docRequests: docRequests.map(readDocRequest),
    info: info?.bytes ?? null,
    readerAuthAll: signatures,
  };
};

const NULL = new Uint8Array([0xf6]);
/** An array of up to 255 items that are encoded already. */
const arrayOf = (...items: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    [items.length < 24 ? [0x80 + items.length] : [0x98, items.length], ...items].map((part) =>
      Buffer.from(part),
    ),
  );

/** `#6.24(bstr .cbor […])`: the parts are copied and never encoded again. */
const embed = (context: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  cborEncode(DataItem.fromBuffer(new Uint8Array(arrayOf(cborEncode(context), ...parts))));

/** COSE header labels (RFC 9052 §3.1, RFC 9360 §2) and the number of ES256 (RFC 9053 §2.1). */
const [ALG, CRIT, X5CHAIN, ES256] = [1, 2, 33, -7];

/** RFC 9360 §2: one certificate is a byte string, several are an array of two or more. */
const chainOf = (unprotected: ItemOf<"map">): Uint8Array[] => {
  const x5chain = memberOf(unprotected, X5CHAIN);
  if (x5chain?.is === "bytes") return [x5chain.content];
  const { items } = expectKind(x5chain, "array", "x5chain");
  if (items.length < 2) throw new UnexpectedCbor("x5chain is an array of fewer than two certificates");
  return items.map((item) => expectKind(item, "bytes", "a certificate").content);
};

const checkAlgorithm = (header: Uint8Array, unprotected: ItemOf<"map">): void => {
  const labels = header.length === 0 ? null : expectKind(readItem(header), "map", "the protected header");
  const alg = labels && memberOf(labels, ALG);
  if (alg?.is !== "integer" || alg.value !== ES256) {
    refuse("algorithm", "the protected header does not name ES256");
  }
  if (memberOf(unprotected, ALG)) refuse("algorithm", "the algorithm is also in the unprotected header");
  if ([labels, unprotected].some((each) => each && memberOf(each, CRIT))) {
    throw new UnexpectedCbor("a header is critical and not understood");
  }
};

type Options = { roots: readonly Uint8Array[] | null; now: Date };

const verifySign1 = (item: Item, payload: Uint8Array, host: string, options: Options): Reader => {
  const { items } = expectKind(item, "array", "a COSE_Sign1");
  if (items.length !== 4) throw new UnexpectedCbor("a COSE_Sign1 has four parts");
  const { content: header } = expectKind(items[0], "bytes", "the protected header");
  const unprotected = expectKind(items[1], "map", "the unprotected header");
  expectKind(items[2], "null", "the payload, which is detached,");
  const { content: signature } = expectKind(items[3], "bytes", "the signature");
  checkAlgorithm(header, unprotected);
  const reader = verifyReaderChain(chainOf(unprotected), options);
  // RFC 9052 §4.4.
  const signed = cborEncode(["Signature1", header, new Uint8Array(), payload]);
  const isGenuine = verifyEs256({ key: reader.key }, signed, signature);
  if (!isGenuine) refuse("signature", "a signature does not fit this request, in this session");
  if (reader.hosts.length > 0 && !reader.hosts.includes(host)) {
    refuse("wrong_domain", `the reader's certificate is not for ${host}`);
  }
  return reader;
};

const hostOf = (origin: string): string => {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url && url.origin === origin
    ? url.hostname
    : refuse("malformed", "the origin is not that of a page, such as https://shop.example");
};

const verify = ({ deviceRequest, encryptionInfo, origin }: ReaderRequest, options: Options) => {
  const request = readDeviceRequest(deviceRequest);
  const { version, docRequests, info, readerAuthAll } = request;
  // §10.2.2: in another version, parsers do not see readerAuthAll.
  if (readerAuthAll ? version !== "1.1" : !["1.0", "1.1"].includes(version)) {
    refuse("version", `the version is ${JSON.stringify(version)}`);
  }
  if (!readerAuthAll && docRequests.some(({ readerAuth }) => readerAuth === undefined)) {
    refuse("no_reader_auth", "no reader has signed the whole request");
  }
  const host = hostOf(origin);
  const transcript = annexCTranscript(encryptionInfo, origin);
  const items = arrayOf(...docRequests.map((each) => each.items));
  const overAll = embed("ReaderAuthenticationAll", transcript, items, info ?? NULL);
  const readers = [
    ...(readerAuthAll ?? []).map((each) => verifySign1(each, overAll, host, options)),
    ...docRequests.flatMap(({ items: asSent, readerAuth }) =>
      readerAuth
        ? [verifySign1(readerAuth, embed("ReaderAuthentication", transcript, asSent), host, options)]
        : [],
    ),
  ];
  const subjects = new Set(readers.map(({ subject }) => subject));
  return { readers: [...subjects], docTypes: docRequests.map(({ docType }) => docType) };
};

/**
 * Checks who asks: every signature has to be genuine and by a reader below a trusted root.
 * @param options.roots DER; null to take any, for a checker that knows no deployment's roots
 * @returns the readers' subjects, or why the request is refused
 */
export const checkReaders = (request: ReaderRequest, options: Options): ReaderCheck => {
  try {
    return { ok: true, ...verify(request, options) };
  } catch (error) {
    if (error instanceof UnexpectedCbor) return { ok: false, reason: "malformed", why: error.message };
    if (error instanceof ReaderRefused || error instanceof ChainRefused) {
      return { ok: false, reason: error.reason, why: error.message };
    }
    throw error;
  }
};
