import { EU_PROOF_OF_AGE } from "../demo-wallet/issuer/attest.ts";
import type { Signer } from "../demo-wallet/issuer/authority.ts";
import { type EcJwk, newJwk } from "../demo-wallet/issuer/keys.ts";
import { typeAskedFor } from "../demo-wallet/wallet/choose-claims.ts";
import {
  annexCTranscript,
  type IsoMdocData,
  recipientOf,
  sealResponse,
} from "../demo-wallet/wallet/iso-mdoc.ts";
import { readRequest, responseUriOf, type WalletRequest } from "../demo-wallet/wallet/read-request.ts";
import { type ResponseParameters, responseWith } from "../demo-wallet/wallet/respond.ts";
import { type Session, type SessionParts, sessionOf } from "../demo-wallet/wallet/session.ts";
import { type Forgery, forgeMdoc } from "./forge/forge-mdoc.ts";
import { forgeSdJwt, type SdJwtForgery } from "./forge/forge-sd-jwt.ts";
import { type Answer, type Ask, type Kind, NotOffered, type Verification } from "./target.ts";

export const PID_VCT = "urn:eudi:pid:1";

/** One transaction, and the tools to answer it in any way. */
export type Bench = {
  kind: Kind;
  verification: Verification;
  ask: Ask;
  /** The request as a wallet reads it; not for `iso_mdoc`, which has no such thing. */
  request: WalletRequest;
  device: EcJwk;
  /** What an answer is bound to; a change makes it another session's. */
  session(change?: Partial<SessionParts>): Promise<Session>;
  /** A DeviceResponse with a proof of age, honest if nothing is changed. */
  mdoc(change?: Partial<Forgery>): Promise<Uint8Array>;
  /** A DeviceResponse with a document for each of these; only for `iso_mdoc`, the other channels take one. */
  mdocs(changes: readonly Partial<Forgery>[]): Promise<Uint8Array>;
  /** An SD-JWT VC with key binding, honest if nothing is changed. @throws NotOffered where none is asked for */
  sdJwt(change?: Partial<SdJwtForgery>): Promise<string>;
  /** The answer with this presentation, encrypted as the request has it. */
  wrap(presentation: Uint8Array | string): Promise<Answer>;
  /** For this very session, from the trusted issuer, over 18. */
  honest(): Promise<Answer>;
};

const EU_FORGERY = {
  docType: EU_PROOF_OF_AGE,
  nameSpace: EU_PROOF_OF_AGE,
  elements: { age_over_18: true },
} as const;

/** The id under which a presentation of this kind is asked for. */
export const idOf = ({ query }: WalletRequest, type: string): string => {
  const wanted = query.credentials.find((credential) => typeAskedFor(credential) === type);
  if (!wanted) throw new NotOffered(`${type} is not asked for`);
  return wanted.id;
};

export const textOf = (presentation: Uint8Array | string): string =>
  typeof presentation === "string" ? presentation : Buffer.from(presentation).toString("base64url");

/** The requests of `org-iso-mdoc` that were offered. */
export const isoRequestsOf = ({ request, alternatives }: Ask): IsoMdocData[] =>
  (alternatives ?? (typeof request === "string" ? [] : [request])).map((data) => ({
    deviceRequest: String(data.deviceRequest),
    encryptionInfo: String(data.encryptionInfo),
  }));

export const encryptionInfoOf = ({ request }: Ask): string =>
  typeof request === "string" ? "" : String(request.encryptionInfo);

type Context = { now: Date; signer: Signer };

/** Parameters of an answer, in the form of their channel. */
export const inChannel = (
  { kind, request }: Pick<Bench, "kind" | "request">,
  parameters: ResponseParameters,
): Answer =>
  kind === "dc_api"
    ? { protocol: "openid4vp-v1-unsigned", data: parameters }
    : { responseUri: responseUriOf(request), form: parameters };

/** @param given a transaction that is there already; without it a new one. @throws NotOffered */
export const openBench = async (
  verification: Verification,
  kind: Kind,
  { now, signer }: Context,
  given?: Ask,
): Promise<Bench> => {
  const ask = given ?? (await verification.ask(kind));
  const device = await newJwk();
  const common = { kind, verification, ask, device };
  const forgeryOf = (transcript: Uint8Array, change: Partial<Forgery>): Forgery => ({
    now,
    signer,
    deviceJwk: device,
    transcript,
    ...EU_FORGERY,
    ...change,
  });
  if (kind === "iso_mdoc") return isoMdocBench(common, forgeryOf);
  const origin = kind === "dc_api" ? ask.origin : undefined;
  const request = await readRequest(ask.request, { origin, fetchRequest: ask.fetchRequest });
  const session: Bench["session"] = (change) => sessionOf(request, change);
  const wrap: Bench["wrap"] = async (presentation) => {
    const type = typeof presentation === "string" ? PID_VCT : EU_PROOF_OF_AGE;
    const answer = { id: idOf(request, type), presentation: textOf(presentation) };
    return inChannel({ kind, request }, await responseWith(request, answer));
  };
  const mdoc: Bench["mdoc"] = async (change = {}) =>
    forgeMdoc(forgeryOf((await session()).transcript, change));
  return {
    ...common,
    request,
    session,
    wrap,
    mdoc,
    mdocs: () => Promise.reject(new NotOffered("one presentation is asked for")),
    sdJwt: async (change = {}) => {
      idOf(request, PID_VCT);
      const { nonce, audience: aud } = await session();
      return forgeSdJwt({ now, signer, holderJwk: device, nonce, aud, ...change });
    },
    honest: async () => wrap(await mdoc()),
  };
};

const isoMdocBench = (
  common: Pick<Bench, "kind" | "verification" | "ask" | "device">,
  forgeryOf: (transcript: Uint8Array, change: Partial<Forgery>) => Forgery,
): Bench => {
  const { origin } = common.ask;
  const encryptionInfo = encryptionInfoOf(common.ask);
  const transcript = annexCTranscript(encryptionInfo, origin);
  const none = (): never => {
    throw new NotOffered("org-iso-mdoc has no such thing");
  };
  const mdoc: Bench["mdoc"] = async (change = {}) => forgeMdoc(forgeryOf(transcript, change));
  const wrap: Bench["wrap"] = async (presentation) => {
    if (typeof presentation === "string") return none();
    const data = await sealResponse(presentation, recipientOf(encryptionInfo), transcript);
    return { protocol: "org-iso-mdoc", data };
  };
  return {
    ...common,
    get request() {
      return none();
    },
    session: none,
    mdoc,
    mdocs: async (changes) => forgeMdoc(...changes.map((change) => forgeryOf(transcript, change))),
    sdJwt: none,
    wrap,
    honest: async () => wrap(await mdoc()),
  };
};
