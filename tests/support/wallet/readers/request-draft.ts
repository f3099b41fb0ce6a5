import type { Signer } from "../../../../lab/demo-wallet/issuer/authority.ts";
import { cborDecode, DataItem } from "../../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import type { ReaderProblem, ReaderRequest } from "../../../../lab/demo-wallet/wallet/reader-auth.ts";
import { type Cose, payloadOfAll } from "./requests.ts";

/** A genuine request, decoded: its parts are those of `members`, which is what is encoded again. */
export type Draft = {
  members: Map<string, unknown>;
  docRequests: Map<string, unknown>[];
  items: DataItem;
  info: DataItem | undefined;
  signatures: Cose[];
  cose: Cose;
  /** The certificates of the first signature, as a list. */
  chain: Uint8Array[];
};

export type Tools = { session: Omit<ReaderRequest, "deviceRequest">; stranger: Signer };

export const bytesOf = (deviceRequest: string): Buffer => Buffer.from(deviceRequest, "base64url");

export const draftOf = (deviceRequest: string): Draft => {
  const members = cborDecode<Map<string, never>>(bytesOf(deviceRequest));
  const docRequests: Map<string, never>[] = members.get("docRequests") ?? [];
  const items: DataItem | undefined = docRequests[0]?.get("itemsRequest");
  const signatures: Cose[] = members.get("readerAuthAll") ?? [];
  const [cose] = signatures;
  if (!items || !cose) throw new Error("only a request with readerAuthAll can be altered here");
  const x5chain = cose[1].get(33);
  const chain = Array.isArray(x5chain) ? x5chain : [x5chain];
  return { members, docRequests, items, info: members.get("deviceRequestInfo"), signatures, cose, chain };
};

/** Changes members in place. What it returns is of no interest; a request without such a member stays as it is. */
export type Edit = (draft: Draft, tools: Tools) => unknown;
export type Line<Change> = readonly [name: string, reason: ReaderProblem, change: Change];

/** What the readers of the draft sign. */
export const payloadOf = ({ docRequests, info }: Draft, session: Tools["session"]): unknown[] =>
  payloadOfAll(
    session,
    docRequests.map((each) => each.get("itemsRequest")),
    info,
  );

export const joined = (...parts: (Uint8Array | number[])[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

/** A head that is one byte longer than it has to be: the meaning is the same. */
export const withLongHead = (buffer: Uint8Array): DataItem =>
  DataItem.fromBuffer(joined([((buffer[0] ?? 0) & 0xe0) | 24, (buffer[0] ?? 0) & 31], buffer.subarray(1)));
