import { createHash } from "node:crypto";
import { canonicalEmail } from "#core/member.ts";
import type { RowKey, SealedColumn } from "#data/service/sealed-columns.ts";
import { fingerprintsOf, SealedTextError, type Secrets } from "#platform/secrets.ts";
import type { Deps } from "./context.ts";

const bytesText = (part: RowKey[number] | undefined): string => Buffer.from(part ?? "").toString("base64url");

/** What each text is bound to, by the primary key of its row. A change would leave what is stored unreadable. */
const BINDINGS: Readonly<Record<SealedColumn["name"], (key: RowKey) => string>> = {
  ownerEmail: ([id]) => String(id),
  apiKey: ([id]) => String(id),
  memberEmail: ([id]) => `email:${id}`,
  invitationEmail: ([id]) => `email:${id}`,
  directoryUserName: ([id]) => `directory-person:${id}`,
  directoryExternalId: ([id]) => `directory-person:${id}`,
  directoryName: ([id]) => `directory-person:${id}`,
  directoryEmail: ([id]) => `directory-person:${id}`,
  mailAddress: ([id]) => `mail-address:${id}`,
  alertSlack: ([tenantId]) => `alert-slack:${tenantId}`,
  mailContent: ([id]) => `mail-content:${id}`,
  grant: ([id]) => `session:${id}`,
  webhookSecret: ([id]) => `webhook-secret:${id}`,
  listenerSecret: ([id]) => `listener-secret:${id}`,
  oidcSecret: ([id]) => `oidc-secret:${id}`,
  gateSecret: ([id]) => `gate-secret:${id}`,
  oidcKey: ([id]) => `oidc-key:${id}`,
  oidcArtifact: ([idHash]) => `oidc-artifact:${bytesText(idHash)}`,
  expectations: ([id]) => String(id),
  providerCredential: ([id]) => `identity-provider:${id}`,
  identityRequest: ([stateHash]) => `identity-request:${bytesText(stateHash)}`,
  vendorCredential: ([id]) => `vendor:${id}`,
  vendorSession: ([id]) => `vendor-session:${id}`,
  erasureKey: ([id]) => `erasure-key:${id}`,
  practiceKey: ([id]) => `practice-key:${id}`,
  erasureSalt: ([id]) => `erasure-salt:${id}`,
  walletSigner: ([id]) => `wallet-certificate:${id}`,
  readerSigner: ([id]) => `reader-certificate:${id}`,
  registrarSigner: ([id]) => `registrar-certificate:${id}`,
  answer: ([scope, keyHash]) => `idempotency:${scope}:${bytesText(keyHash)}`,
};

/** What a text of this column is sealed for: it opens in no other row. @param key the row's primary key, in its order */
export const sealedFor = (column: SealedColumn["name"], ...key: RowKey): string => BINDINGS[column](key);

/** Found again by its keyed digest; the text itself is not stored. */
export const hashOf = ({ secrets }: Pick<Deps, "secrets">, text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(secrets.hash(text));

/** Texts that are found again without being read: what their digests are for, and which spellings are one. */
const FOUND_BY = {
  email: { purpose: "member-email", plain: canonicalEmail },
  userName: { purpose: "directory-user-name", plain: (name: string) => name.toLowerCase() },
  externalId: { purpose: "directory-external-id", plain: (id: string) => id },
} as const;

export type FoundBy = keyof typeof FOUND_BY;

/** The digest by which a text is found again. */
export const digestOf = (by: Pick<Secrets, "fingerprint">, kind: FoundBy, text: string): Buffer =>
  by.fingerprint(FOUND_BY[kind].purpose, FOUND_BY[kind].plain(text));

/** Every digest under which it may be stored: first with the pepper that is written with. */
export const digestsOf = (secrets: Secrets, kind: FoundBy, text: string): Uint8Array<ArrayBuffer>[] =>
  fingerprintsOf(secrets, FOUND_BY[kind].purpose, FOUND_BY[kind].plain(text));

/** Opens a sealed text; null for none, and for one sealed with another SECRETS_KEY or for another row. */
export const openSealed = (secrets: Secrets, sealed: string | null, context: string): string | null => {
  if (sealed === null) return null;
  try {
    return secrets.open(sealed, context);
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
};

/**
 * Which sealed secret it is, without a word of what it holds: one that was replaced has another mark, and one that was sealed
 * again with another SECRETS_KEY, too. 64 hexadecimal digits.
 */
export const markOf = (sealed: string): string => createHash("sha256").update(sealed).digest("hex");

const SITE_SECRETS = { gateSecret: "gs", oidcSecret: "cs" } as const;
const SECRET_BYTES = 32;

/** A new secret of 256 bits that a site holds, for its gate or as a client: as shown, and as stored. */
export const newSiteSecret = (
  { random, secrets }: Pick<Deps, "random" | "secrets">,
  column: keyof typeof SITE_SECRETS,
  id: string,
): { secret: string; secretSealed: string } => {
  const secret = `${SITE_SECRETS[column]}_${Buffer.from(random(SECRET_BYTES)).toString("base64url")}`;
  return { secret, secretSealed: secrets.seal(secret, sealedFor(column, id)) };
};
