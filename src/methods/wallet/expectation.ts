import { unreachable } from "#core/errors.ts";
import { isJsonObject, type JsonObject, member, parseJsonObject } from "./bytes.ts";
import { type CredentialType, isMdoc, type MdocType } from "./credential-type.ts";
import { type TransactionKey, transactionKeyFrom } from "./transaction-key.ts";

type Asked<T extends CredentialType = CredentialType> = {
  minimumAge: number;
  /** What was asked for, by id. */
  types: readonly T[];
  /** After this no answer is looked at. */
  expiresAt: Date;
};

type Link = { clientId: string; responseUri: string; nonce: string; state: string };

/** A link or QR code for the EU's age verification app: unsigned, and answered unencrypted over TLS. */
export type EuLinkExpectation = Asked<MdocType> & Link & { channel: "eu_link" };

/** A link or QR code of the high assurance profile: a signed request, an encrypted answer. */
export type SignedLinkExpectation = Asked & Link & { channel: "signed_link"; key: TransactionKey };

/** OpenID4VP over the Digital Credentials API. */
export type DcApiExpectation = Asked & {
  channel: "dc_api";
  protocol: "openid4vp-v1-unsigned" | "openid4vp-v1-signed";
  /** As the browser sees it, from the configured public address and never from a Host header. */
  origin: string;
  nonce: string;
  key: TransactionKey;
};

/**
 * ISO/IEC TS 18013-7 Annex C over the Digital Credentials API. Each request asks for one type, because DocRequests are no
 * alternatives; `types` is what an answer may hold all the same.
 */
export type IsoMdocExpectation = Asked<MdocType> & {
  channel: "iso_mdoc";
  origin: string;
  /** The text that was sent: the transcript is over it. */
  encryptionInfo: string;
  key: TransactionKey;
};

/** Everything that an answer is checked against. It is what a transaction has to remember, sealed. */
export type WalletExpectation =
  | EuLinkExpectation
  | SignedLinkExpectation
  | DcApiExpectation
  | IsoMdocExpectation;

/**
 * An expectation as text, for a transaction to keep until its answer comes. The private key is in it, so it is to be
 * sealed before it is stored, and to be deleted when the transaction ends.
 */
export const storeExpectation = (expectation: WalletExpectation): string => {
  const { types, expiresAt, ...rest } = expectation;
  return JSON.stringify({
    ...rest,
    types: types.map(({ type }) => type),
    expiresAt: expiresAt.getTime(),
    ...("key" in expectation ? { key: expectation.key.privateJwk.open() } : {}),
  });
};

/** Reads members of what was stored, and remembers whether one was not what it should be. */
class Stored {
  readonly #object: JsonObject;
  #isBroken = false;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  isBroken(): boolean {
    return this.#isBroken;
  }

  text(name: string): string {
    const value = member(this.#object, name);
    if (typeof value === "string") return value;
    this.#isBroken = true;
    return "";
  }

  number(name: string): number {
    const value = member(this.#object, name);
    if (typeof value === "number") return value;
    this.#isBroken = true;
    return 0;
  }

  /** A type that an operator switched off meanwhile is not expected any more. */
  types<T extends CredentialType>(known: readonly T[]): T[] {
    const names = member(this.#object, "types");
    return Array.isArray(names) ? known.filter(({ type }) => names.includes(type)) : [];
  }

  key(): TransactionKey {
    const jwk = member(this.#object, "key");
    const part = new Stored(isJsonObject(jwk) ? jwk : {});
    const [x, y, d] = [part.text("x"), part.text("y"), part.text("d")];
    this.#isBroken ||= part.isBroken();
    return transactionKeyFrom({ kty: "EC", crv: "P-256", x, y, d });
  }
}

const CHANNELS = ["eu_link", "signed_link", "dc_api", "iso_mdoc"] as const;
const PROTOCOLS = ["openid4vp-v1-unsigned", "openid4vp-v1-signed"] as const;

/**
 * What `storeExpectation` wrote.
 * @param known the credential types that are enabled
 * @returns null when the text is anything else
 */
export const readExpectation = (text: string, known: readonly CredentialType[]): WalletExpectation | null => {
  const object = parseJsonObject(text);
  const channel = CHANNELS.find((name) => object && member(object, "channel") === name);
  if (!object || !channel) return null;
  const stored = new Stored(object);
  const expectation = fromStored(stored, channel, known);
  return stored.isBroken() ? null : expectation;
};

const fromStored = (
  stored: Stored,
  channel: WalletExpectation["channel"],
  known: readonly CredentialType[],
): WalletExpectation | null => {
  const common = { minimumAge: stored.number("minimumAge"), expiresAt: new Date(stored.number("expiresAt")) };
  const all = stored.types(known);
  const mdocs = all.filter(isMdoc);
  switch (channel) {
    case "eu_link":
      return { ...common, channel, types: mdocs, ...linkMembers(stored) };
    case "signed_link":
      return { ...common, channel, types: all, ...linkMembers(stored), key: stored.key() };
    case "dc_api": {
      const name = stored.text("protocol");
      const protocol = PROTOCOLS.find((candidate) => candidate === name);
      const [origin, nonce] = [stored.text("origin"), stored.text("nonce")];
      return protocol ? { ...common, channel, types: all, protocol, origin, nonce, key: stored.key() } : null;
    }
    case "iso_mdoc": {
      const [origin, encryptionInfo] = [stored.text("origin"), stored.text("encryptionInfo")];
      return { ...common, channel, types: mdocs, origin, encryptionInfo, key: stored.key() };
    }
    default:
      return unreachable(channel);
  }
};

const linkMembers = (stored: Stored): Link => ({
  clientId: stored.text("clientId"),
  responseUri: stored.text("responseUri"),
  nonce: stored.text("nonce"),
  state: stored.text("state"),
});
