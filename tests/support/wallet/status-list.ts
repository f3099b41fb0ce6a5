import { deflateSync } from "node:zlib";
import { encode, Tagged } from "cborg";
import { signCose } from "../../../lab/conformance/forge/forge-mdoc.ts";
import { signEs256 } from "../../../lab/demo-wallet/issuer/keys.ts";
import { NOW, type Signer } from "./authority.ts";

// Status lists as an issuer publishes them: Token Status List §5, ISO/IEC 18013-5:2025 §12.3.6.

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Statuses in their bits, the first in the lowest ones. */
export const packed = (statuses: readonly number[], bits: 1 | 2 | 4 | 8 = 1): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil((statuses.length * bits) / 8));
  for (const [index, status] of statuses.entries()) {
    const at = index * bits;
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (status << (at & 7));
  }
  return bytes;
};

/** All valid but for these. */
export const listOf = (revoked: readonly number[], size = 64): number[] =>
  Array.from({ length: size }, (_, index) => (revoked.includes(index) ? 1 : 0));

type ListOptions = {
  uri: string;
  statuses?: readonly number[];
  bits?: 1 | 2 | 4 | 8;
  /** Instead of the statuses, as they are sent. */
  lst?: Uint8Array;
  signer: Signer;
  now?: Date;
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
};

const lstOf = ({
  lst,
  statuses = [],
  bits = 1,
}: Pick<ListOptions, "lst" | "statuses" | "bits">): Uint8Array =>
  lst ?? new Uint8Array(deflateSync(packed(statuses, bits)));

export const statusListJwt = (options: ListOptions): string => {
  const { uri, bits = 1, signer, now = NOW, claims = {}, header = {} } = options;
  const x5c = signer.chain.map((der) => Buffer.from(der).toString("base64"));
  const head = { alg: "ES256", typ: "statuslist+jwt", x5c, ...header };
  const status_list = { bits, lst: Buffer.from(lstOf(options)).toString("base64url") };
  const payload = { sub: uri, iat: seconds(now), exp: seconds(now) + 86_400, status_list, ...claims };
  const input = [head, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${input}.${signEs256(signer.jwk, Buffer.from(input)).toString("base64url")}`;
};

type CwtOptions = Omit<ListOptions, "claims" | "header"> & {
  /** Revoked identifiers: makes an identifier list. */
  identifiers?: readonly Uint8Array[];
  claims?: readonly [number, unknown][];
  typ?: string;
};

export const statusListCwt = (options: CwtOptions): Uint8Array => {
  const { uri, bits = 1, signer, now = NOW, identifiers, claims = [], typ } = options;
  const list: [number, unknown] = identifiers
    ? [65_530, new Map([["identifiers", new Map(identifiers.map((id) => [id, new Map()]))]])]
    : [
        65_533,
        new Map<string, unknown>([
          ["bits", bits],
          ["lst", lstOf(options)],
        ]),
      ];
  const kind = identifiers ? "application/identifierlist+cwt" : "application/statuslist+cwt";
  const headers = new Map<number, unknown>([
    [1, -7],
    [16, typ ?? kind],
    // ISO/IEC 18013-5:2025 §12.3.6.2 puts it here.
    [33, signer.chain.length === 1 ? signer.der : signer.chain],
  ]);
  const payload = encode(
    new Map<number, unknown>([[2, uri], [6, seconds(now)], [4, seconds(now) + 86_400], list, ...claims]),
  );
  return encode(new Tagged(18, signCose(signer.jwk, headers, new Map(), payload)));
};

const answer = (type: string, bytes: Uint8Array) => ({
  status: 200,
  isOk: true,
  type,
  text: Buffer.from(bytes).toString("utf8"),
  bytes,
});

/** As the client of the service has it. */
export const jwtAnswer = (jwt: string) => answer("application/statuslist+jwt", Buffer.from(jwt));
export const cwtAnswer = (cwt: Uint8Array) => answer("application/statuslist+cwt", cwt);
