import { pemOf } from "../../../../lab/demo-wallet/issuer/keys.ts";
import { cborEncode, DataItem } from "../../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { type Edit, joined, type Line, payloadOf, type Tools } from "./request-draft.ts";
import { signCose } from "./requests.ts";

const header =
  (...labels: [number, unknown][]): Edit =>
  ({ cose }) => {
    cose[0] = cborEncode(new Map(labels));
  };

const signature =
  (change: (signature: Uint8Array, tools: Tools) => Uint8Array | number[]): Edit =>
  ({ cose }, tools) => {
    cose[3] = Uint8Array.from(change(cose[3], tools));
  };

const x5chain =
  (change: (chain: Uint8Array[], tools: Tools) => unknown): Edit =>
  ({ cose, chain }, tools) => {
    const changed = change(chain, tools);
    if (changed !== null) cose[1].set(33, changed);
  };

const bareOrList = (chain: readonly Uint8Array[]): unknown => (chain.length === 1 ? chain[0] : chain);
const withLastByteChanged = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte));
/** The same numbers as an ASN.1 SEQUENCE, as X.509 has them: RFC 3279 §2.2.3. */
const derOf = (bytes: Uint8Array): Uint8Array => {
  const integer = (half: Uint8Array) => joined([0x02, half.length + 1, 0], half);
  const [r, s] = [integer(bytes.subarray(0, 32)), integer(bytes.subarray(32))];
  return joined([0x30, r.length + s.length], r, s);
};

/** Alterations of the signatures and certificates. */
export const SIGNATURE_EDITS: readonly Line<Edit>[] = [
  ["readerAuthAll: left out", "no_reader_auth", ({ members }) => members.delete("readerAuthAll")],
  [
    "readerAuthAll: under another name",
    "no_reader_auth",
    ({ members, signatures }) => members.delete("readerAuthAll") && members.set("readerAuth", signatures),
  ],
  [
    "readerAuthAll: moved into the DocRequests",
    "signature",
    ({ members, docRequests, cose }) =>
      members.delete("readerAuthAll") && docRequests.map((each) => each.set("readerAuth", cose)),
  ],
  [
    "readerAuthAll: copied into a DocRequest",
    "signature",
    ({ docRequests, cose }) => docRequests[0]?.set("readerAuth", cose),
  ],
  ["readerAuthAll: empty", "malformed", ({ members }) => members.set("readerAuthAll", [])],
  ["readerAuthAll: null", "malformed", ({ members }) => members.set("readerAuthAll", null)],
  [
    "readerAuthAll: a signature without its list",
    "malformed",
    ({ members, cose }) => members.set("readerAuthAll", cose),
  ],
  [
    "readerAuthAll: joined by a stranger",
    "unknown_signer",
    (draft, { stranger, session }) => draft.signatures.push(signCose(stranger, payloadOf(draft, session))),
  ],
  [
    "readerAuthAll: by a stranger alone",
    "unknown_signer",
    (draft, { stranger, session }) =>
      draft.signatures.splice(0, draft.signatures.length, signCose(stranger, payloadOf(draft, session))),
  ],
  [
    "readerAuthAll: joined by a copy that is broken",
    "signature",
    ({ signatures, cose }) => signatures.push([cose[0], cose[1], null, withLastByteChanged(cose[3])]),
  ],
  ["COSE_Sign1: three parts", "malformed", ({ cose }) => cose.splice(3)],
  [
    "COSE_Sign1: five parts",
    "malformed",
    ({ signatures, cose }) => signatures.splice(0, 1, Object.assign([...cose, null])),
  ],
  [
    "payload: attached",
    "malformed",
    (draft, { session }) => {
      draft.cose[2] = cborEncode(DataItem.fromData(payloadOf(draft, session)));
    },
  ],
  [
    "payload: empty",
    "malformed",
    ({ cose }) => {
      cose[2] = new Uint8Array();
    },
  ],
  ["algorithm: ES384", "algorithm", header([1, -35])],
  ["algorithm: a text", "algorithm", header([1, "ES256"])],
  ["algorithm: none", "algorithm", header()],
  [
    "algorithm: in the unprotected header alone",
    "algorithm",
    ({ cose }) => {
      cose[0] = new Uint8Array();
      cose[1].set(1, -7);
    },
  ],
  ["algorithm: in both headers", "algorithm", ({ cose }) => cose[1].set(1, -7)],
  ["protected header: a kid", "signature", header([1, -7], [4, new Uint8Array([1])])],
  ["protected header: crit", "malformed", header([1, -7], [2, [99]])],
  [
    "protected header: a longer number",
    "signature",
    ({ cose }) => {
      cose[0] = new Uint8Array([0xa1, 0x18, 0x01, 0x26]);
    },
  ],
  ["protected header: a map", "malformed", ({ cose }) => Object.assign(cose, { 0: new Map([[1, -7]]) })],
  [
    "protected header: the certificates",
    "malformed",
    ({ cose, chain }) => {
      cose[0] = cborEncode(
        new Map<number, unknown>([
          [1, -7],
          [33, bareOrList(chain)],
        ]),
      );
      cose[1].delete(33);
    },
  ],
  ["signature: another last byte", "signature", signature(withLastByteChanged)],
  ["signature: one byte less", "signature", signature((bytes) => bytes.subarray(0, -1))],
  ["signature: one byte more", "signature", signature((bytes) => joined(bytes, [0]))],
  ["signature: empty", "signature", signature(() => [])],
  ["signature: zeros", "signature", signature(() => new Uint8Array(64))],
  [
    "signature: its halves swapped",
    "signature",
    signature((bytes) => joined(bytes.subarray(32), bytes.subarray(0, 32))),
  ],
  ["signature: in DER", "signature", signature(derOf)],
  [
    "signature: a stranger's below the reader's name",
    "signature",
    (draft, { stranger, session }) => {
      draft.cose[3] = signCose(stranger, payloadOf(draft, session))[3];
    },
  ],
  ["certificates: none", "malformed", ({ cose }) => cose[1].delete(33)],
  ["certificates: an empty list", "malformed", x5chain(() => [])],
  ["certificates: a list of one", "malformed", x5chain((chain) => chain.slice(0, 1))],
  ["certificates: a text", "malformed", x5chain(([leaf]) => leaf && pemOf(leaf))],
  ["certificates: PEM", "malformed", x5chain(([leaf]) => leaf && new TextEncoder().encode(pemOf(leaf)))],
  [
    "certificates: a byte after the end",
    "malformed",
    x5chain(([leaf = [], ...more]) => bareOrList([joined(leaf, [0]), ...more])),
  ],
  [
    "certificates: not the one that was signed",
    "unknown_signer",
    x5chain(([leaf = [], ...more]) => bareOrList([withLastByteChanged(joined(leaf)), ...more])),
  ],
  [
    "certificates: a stranger's",
    "unknown_signer",
    x5chain((_chain, { stranger }) => bareOrList(stranger.chain)),
  ],
  [
    "certificates: a stranger's leaf",
    "unknown_signer",
    x5chain(([, ...above], { stranger }) => bareOrList([stranger.der, ...above])),
  ],
  [
    "certificates: a stranger's CA at the end",
    "unknown_signer",
    x5chain((chain, { stranger }) => [...chain, ...stranger.chain.slice(1)]),
  ],
  [
    "certificates: in another order",
    "unknown_signer",
    x5chain((chain) => (chain.length > 1 ? chain.toReversed() : null)),
  ],
  ["certificates: the first twice", "unknown_signer", x5chain(([leaf, ...more]) => [leaf, leaf, ...more])],
  [
    "certificates: without the CA between",
    "unknown_signer",
    x5chain(([leaf, ...more]) => (more.length > 0 ? leaf : null)),
  ],
];
