import type { Prisma } from "#data/generated/client.ts";

// Every text that a person or program gets from the service, or chooses, and brings back, and whose digest is a column: the row
// says what it is bound to. Each is looked up in its own column only, which is its purpose. A digest column that is not named here does
// not compile, and neither does one without subject, place and end. Texts without a row are in core/access/carried.ts.

type Models = Prisma.TypeMap["model"];
type Fields<M extends keyof Models> = Models[M]["payload"]["scalars"];
type Field<M extends keyof Models> = Extract<keyof Fields<M>, string>;

/** Columns of bytes that are called a hash. */
type Digest<M extends keyof Models> = {
  [F in Field<M>]: NonNullable<Fields<M>[F]> extends Uint8Array
    ? F extends "hash" | `${string}Hash`
      ? F
      : never
    : never;
}[Field<M>];

type Held<M extends keyof Models> = {
  /** Whose, or about what. */
  readonly subject: readonly [Field<M>, ...Field<M>[]];
  /** The only place where, or the only one by whom, it is taken: another column, or what the code asks for. */
  readonly place: Field<M> | { readonly at: string };
  /** When it ends by itself, or why it does not. */
  readonly end: Field<M> | { readonly never: string };
};

/** A digest of something that is not handed out here: it opens nothing. */
type Compared = { readonly compared: string };

type Registry = {
  readonly [M in keyof Models as [Digest<M>] extends [never] ? never : M]: {
    readonly [F in Digest<M>]: Held<M> | Compared;
  };
};

const UNTIL_REVOKED = { never: "until it is revoked: a credential that its owner keeps" } as const;
const AT_TENANTS_SITES = { at: "pages at the tenant's hosts and at the main one" } as const;
const OF_THE_DATABASE = "tells that the same comes again" as const;
const ADDRESS = "an e-mail address, to find its owner" as const;

export const HELD_SECRETS = {
  ApiKey: { hash: { subject: ["tenantId", "mode"], place: "networks", end: "expiresAt" } },
  AdminKey: { hash: { subject: ["scope"], place: { at: "/admin" }, end: "expiresAt" } },
  Verification: {
    secretHash: { subject: ["id", "tenantId"], place: AT_TENANTS_SITES, end: "expiresAt" },
    ipHash: { compared: OF_THE_DATABASE },
    // Of keys that the page makes: they open nothing, and say which judgement a repeat gets.
    readingKeyHash: { compared: OF_THE_DATABASE },
    refusedKeyHash: { compared: OF_THE_DATABASE },
  },
  MethodAttempt: { keyHash: { compared: OF_THE_DATABASE } },
  SubjectUse: { hash: { compared: OF_THE_DATABASE } },
  DocumentUse: { hash: { compared: OF_THE_DATABASE } },
  Handoff: {
    codeHash: { subject: ["verificationId", "tenantId"], place: AT_TENANTS_SITES, end: "expiresAt" },
    // The page of the phone that took the code: as long as its verification, until the first device takes the check back.
    phoneSecretHash: { subject: ["verificationId", "tenantId"], place: AT_TENANTS_SITES, end: "endedAt" },
  },
  Voucher: { codeHash: { subject: ["tenantId"], place: AT_TENANTS_SITES, end: "expiresAt" } },
  IdentityRequest: {
    stateHash: {
      subject: ["verificationId", "tenantId"],
      // Its own path, which the note of a host in the state names as well.
      place: "providerId",
      end: "expiresAt",
    },
    // All three of these cookies count at the site alone that gave them: the digest covers its host.
    cookieHash: { subject: ["verificationId", "tenantId"], place: "stateHash", end: "expiresAt" },
  },
  VendorSession: {
    // The vendor's id of its session, which the vendor's callback names.
    sessionHash: { subject: ["verificationId", "tenantId"], place: "vendorId", end: "expiresAt" },
    cookieHash: { subject: ["verificationId", "tenantId"], place: "id", end: "expiresAt" },
  },
  WalletTransaction: {
    cookieHash: { subject: ["verificationId", "tenantId"], place: "id", end: "expiresAt" },
    responseCodeHash: { subject: ["verificationId", "tenantId"], place: "cookieHash", end: "expiresAt" },
  },
  ReturnCode: {
    codeHash: {
      subject: ["verificationId", "tenantId"],
      place: { at: "/tokens/exchange, with a key of the tenant's" },
      end: "expiresAt",
    },
  },
  ErasureRequest: {
    // The secret of a hosted page again: it shows how the request stands.
    secretHash: { subject: ["verificationId", "tenantId"], place: AT_TENANTS_SITES, end: "endedAt" },
  },
  AgeKey: {
    credentialHash: {
      subject: ["publicKey"],
      place: { at: "the host that it was made at, which the hash covers" },
      end: "expiresOn",
    },
  },
  AgeKeyChallenge: {
    challengeHash: {
      subject: ["verificationId", "purpose"],
      place: { at: "the host that asked, which the hash covers" },
      end: "expiresAt",
    },
  },
  OidcArtifact: {
    // Codes, tokens and interactions: the hash covers kind and mode; client and redirect address are in the sealed row.
    idHash: { subject: ["verificationId", "kind"], place: "payloadSealed", end: "expiresAt" },
    grantHash: { compared: "which grant an artifact belongs to" },
  },
  Directory: { tokenHash: { subject: ["tenantId"], place: { at: "/scim/v2" }, end: UNTIL_REVOKED } },
  DirectoryPerson: {
    userNameHash: { compared: "a name in the tenant's directory, to find its row" },
    externalIdHash: { compared: "the directory's own id, to find its row" },
    emailHash: { compared: ADDRESS },
  },
  Member: { emailHash: { compared: ADDRESS } },
  ConsoleSession: { secretHash: { subject: ["memberId"], place: { at: "the console" }, end: "expiresAt" } },
  ConsoleBearer: { hash: { subject: ["sessionId"], place: { at: "the console's calls" }, end: "expiresAt" } },
  DeviceLogin: {
    deviceCodeHash: { subject: ["hostName", "memberId"], place: { at: "/oauth/token" }, end: "expiresAt" },
    userCodeHash: {
      subject: ["hostName"],
      place: { at: "/console/device, by a member who is signed in" },
      end: "expiresAt",
    },
  },
  Invitation: {
    secretHash: {
      subject: ["tenantId", "emailHash"],
      place: { at: "/console/invitation, by a person who is signed in" },
      end: "expiresAt",
    },
    emailHash: { compared: ADDRESS },
  },
  IdempotencyRecord: {
    keyHash: { compared: "a text of the caller's own choice, within its own key" },
    requestHash: { compared: OF_THE_DATABASE },
  },
  SecretCheck: { pepperHash: { compared: "tells that KEY_PEPPER is the one of this database" } },
} as const satisfies Registry;
