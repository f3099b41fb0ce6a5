import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import { cborEncode, type DataItem } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import type { ReaderProblem, ReaderRequest } from "../../../lab/demo-wallet/wallet/reader-auth.ts";
import { CONTENT_EDITS } from "./readers/altered-contents.ts";
import { SIGNATURE_EDITS } from "./readers/altered-signatures.ts";
import { bytesOf, type Draft, draftOf, joined, type Line } from "./readers/request-draft.ts";
import { encoded } from "./readers/requests.ts";

// Every alteration of a genuine request that nobody without its key should get past a wallet.

/** A request with one thing changed, and the reason for which a strict wallet refuses it. */
export type AlteredRequest = { name: string; reason: ReaderProblem; request: ReaderRequest };
const replaced = (bytes: Buffer, from: Uint8Array, to: Uint8Array): Buffer => {
  const at = bytes.indexOf(from);
  if (at < 0) throw new Error("these bytes are not in the request");
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
};

/** `#6.24(bstr)` whose length takes one byte more than it has to. */
const withLongLength = (item: DataItem): Uint8Array => {
  const { length } = item.buffer;
  return joined([0xd8, 0x18, 0x5a, 0, 0, length >> 8, length & 255], item.buffer);
};

type BytesEdit = (bytes: Buffer, draft: Draft) => Uint8Array;

const BYTES: readonly Line<BytesEdit>[] = [
  [
    "items: a longer length",
    "signature",
    (bytes, draft) => replaced(bytes, cborEncode(draft.items), withLongLength(draft.items)),
  ],
  [
    "items: a longer head of the tag",
    "signature",
    (bytes, { items: item }) =>
      replaced(bytes, cborEncode(item), joined([0xd9, 0, 0x18], cborEncode(item).subarray(2))),
  ],
  [
    "items: another tag",
    "malformed",
    (bytes, { items: item }) =>
      replaced(bytes, cborEncode(item), joined([0xd8, 0x19], cborEncode(item).subarray(2))),
  ],
  [
    "COSE_Sign1: with its tag",
    "malformed",
    (bytes, { cose }) => replaced(bytes, cborEncode(cose), joined([0xd2], cborEncode(cose))),
  ],
  [
    "COSE_Sign1: an x5chain twice",
    "malformed",
    (bytes, { cose }) => {
      const [head = 0, ...rest] = cborEncode(cose[1]);
      return replaced(bytes, Uint8Array.of(head, ...rest), Uint8Array.of(head + 1, ...rest, ...rest));
    },
  ],
  [
    "request: version twice",
    "malformed",
    ([head = 0, ...rest]) => joined([head + 1], rest, cborEncode("version"), cborEncode("1.0")),
  ],
  ["request: of indefinite length", "malformed", ([, ...rest]) => joined([0xbf], rest, [0xff])],
  ["request: a byte after its end", "malformed", (bytes) => joined(bytes, [0])],
  ["request: one byte less", "malformed", (bytes) => bytes.subarray(0, -1)],
  ["request: empty", "malformed", () => new Uint8Array()],
];

const SESSIONS: readonly Line<(request: ReaderRequest) => Partial<ReaderRequest>>[] = [
  ["request: with padding", "malformed", ({ deviceRequest }) => ({ deviceRequest: `${deviceRequest}=` })],
  ["origin: another host", "signature", () => ({ origin: "https://evil.example" })],
  [
    "origin: another port",
    "signature",
    ({ origin }) => ({ origin: `${new URL(origin).protocol}//${new URL(origin).hostname}:8` }),
  ],
  [
    "origin: another scheme",
    "signature",
    ({ origin }) => ({ origin: origin.replace(/^\w+/, (scheme) => (scheme === "https" ? "http" : "https")) }),
  ],
  ["origin: an address", "malformed", ({ origin }) => ({ origin: `${origin}/` })],
  [
    "encryptionInfo: another last character",
    "signature",
    ({ encryptionInfo: info }) => ({ encryptionInfo: info.slice(0, -1) + (info.endsWith("A") ? "B" : "A") }),
  ],
  [
    "encryptionInfo: with padding",
    "signature",
    ({ encryptionInfo }) => ({ encryptionInfo: `${encryptionInfo}=` }),
  ],
  ["encryptionInfo: empty", "signature", () => ({ encryptionInfo: "" })],
];

/**
 * Alters a genuine request that has `readerAuthAll`, one thing at a time; signatures of strangers are genuine, but for
 * their root. What a request does not have (a second DocRequest, a CA between) is not altered.
 * @param now for the strangers' certificates
 * @throws Error for a request that cannot be written again byte for byte: every alteration would then alter two things
 */
export const alteredReaderRequests = async (request: ReaderRequest, now: Date): Promise<AlteredRequest[]> => {
  const { deviceRequest, ...session } = request;
  if (encoded(draftOf(deviceRequest).members) !== deviceRequest) throw new Error("encoded in another way");
  const strangers = await (await createReaderAuthority({ now, name: "CN=Stranger" })).intermediate();
  const tools = { session, stranger: await newReader(strangers) };
  const edited = [...CONTENT_EDITS, ...SIGNATURE_EDITS].flatMap(([name, reason, edit]): AlteredRequest[] => {
    const draft = draftOf(deviceRequest);
    edit(draft, tools);
    const altered = encoded(draft.members);
    return altered === deviceRequest
      ? []
      : [{ name, reason, request: { ...session, deviceRequest: altered } }];
  });
  const rewritten = BYTES.map(([name, reason, edit]): AlteredRequest => {
    const bytes = edit(bytesOf(deviceRequest), draftOf(deviceRequest));
    const altered = Buffer.from(bytes).toString("base64url");
    return { name, reason, request: { ...session, deviceRequest: altered } };
  });
  const moved = SESSIONS.map(
    ([name, reason, edit]): AlteredRequest => ({ name, reason, request: { ...request, ...edit(request) } }),
  );
  return [...edited, ...rewritten, ...moved];
};
