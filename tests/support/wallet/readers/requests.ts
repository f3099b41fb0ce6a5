import { createHash } from "node:crypto";
import type { Signer } from "../../../../lab/demo-wallet/issuer/authority.ts";
import { signEs256 } from "../../../../lab/demo-wallet/issuer/keys.ts";
import { cborEncode, DataItem } from "../../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import type { ReaderRequest } from "../../../../lab/demo-wallet/wallet/reader-auth.ts";

// `org-iso-mdoc` requests with reader authentication, written out by hand: by neither the product nor the demo wallet.

export type Cose = [
  protectedHeader: Uint8Array,
  unprotected: Map<number, unknown>,
  payload: unknown,
  signature: Uint8Array,
];

/** `{1: -7}`: ES256. */
export const ES256_HEADER = new Uint8Array([0xa1, 0x01, 0x26]);

/** ItemsRequestBytes. */
export const itemsFor = (docType: string, nameSpace: string, element = "age_over_18"): DataItem =>
  DataItem.fromData(
    new Map<string, unknown>([
      ["docType", docType],
      ["nameSpaces", new Map([[nameSpace, new Map([[element, false]])]])],
    ]),
  );

export const LICENCE_ITEMS = itemsFor("org.iso.18013.5.1.mDL", "org.iso.18013.5.1");
export const PHOTO_ID_ITEMS = itemsFor("org.iso.23220.photoid.1", "org.iso.23220.1");
export const EU_ITEMS = itemsFor("eu.europa.ec.av.1", "eu.europa.ec.av.1");

/** One use case that either document set satisfies. */
export const INFO = DataItem.fromData(
  new Map([
    [
      "useCases",
      [
        new Map<string, unknown>([
          ["mandatory", true],
          ["documentSets", [[0], [1]]],
        ]),
      ],
    ],
  ]),
);

/** ISO/IEC TS 18013-7 Annex C.5. */
export const transcriptOf = ({ encryptionInfo, origin }: Omit<ReaderRequest, "deviceRequest">): unknown[] => {
  const digest = createHash("sha256")
    .update(cborEncode([encryptionInfo, origin]))
    .digest();
  return [null, null, ["dcapi", new Uint8Array(digest)]];
};

/** RFC 9052 §4.4, for `payload` in embedded CBOR. */
export const toBeSigned = (header: Uint8Array, payload: unknown): Uint8Array =>
  cborEncode(["Signature1", header, new Uint8Array(), cborEncode(DataItem.fromData(payload))]);

/** RFC 9360 §2: one certificate is bare, several are an array. */
export const x5chainOf = ({ chain }: Pick<Signer, "chain">): unknown =>
  chain.length === 1 ? chain[0] : chain;

export const signCose = (signer: Pick<Signer, "jwk" | "chain">, payload: unknown): Cose => [
  ES256_HEADER,
  new Map([[33, x5chainOf(signer)]]),
  null,
  new Uint8Array(signEs256(signer.jwk, toBeSigned(ES256_HEADER, payload))),
];

/** What every reader of the whole request signs. */
export const payloadOfAll = (
  session: Omit<ReaderRequest, "deviceRequest">,
  items: readonly unknown[],
  info: unknown = null,
): unknown[] => ["ReaderAuthenticationAll", transcriptOf(session), items, info];

/** What the reader of one DocRequest signs. */
export const payloadOfOne = (session: Omit<ReaderRequest, "deviceRequest">, items: unknown): unknown[] => [
  "ReaderAuthentication",
  transcriptOf(session),
  items,
];

export const encoded = (deviceRequest: Map<string, unknown>): string =>
  Buffer.from(cborEncode(deviceRequest)).toString("base64url");

/** A session's other two parts; the text is opaque to what is signed. */
export const SESSION = {
  encryptionInfo: Buffer.from(
    cborEncode([
      "dcapi",
      new Map<string, unknown>([
        ["nonce", new Uint8Array(16).fill(7)],
        [
          "recipientPublicKey",
          new Map<number, unknown>([
            [1, 2],
            [-1, 1],
            [-2, new Uint8Array(32).fill(1)],
            [-3, new Uint8Array(32).fill(2)],
          ]),
        ],
      ]),
    ]),
  ).toString("base64url"),
  origin: "https://shop.example",
};

/** A request that each of the readers has signed; unsigned and of version 1.0 without any. */
export const readerRequest = (
  readers: readonly Pick<Signer, "jwk" | "chain">[],
  options: { items?: readonly DataItem[]; info?: DataItem | null; session?: typeof SESSION } = {},
): ReaderRequest => {
  const { items = [LICENCE_ITEMS], info = null, session = SESSION } = options;
  const payload = payloadOfAll(session, items, info);
  const deviceRequest = new Map<string, unknown>([
    ["version", readers.length === 0 ? "1.0" : "1.1"],
    ["docRequests", items.map((each) => new Map([["itemsRequest", each]]))],
    ...(info ? [["deviceRequestInfo", info] as const] : []),
    ...(readers.length > 0
      ? [["readerAuthAll", readers.map((each) => signCose(each, payload))] as const]
      : []),
  ]);
  return { ...session, deviceRequest: encoded(deviceRequest) };
};
