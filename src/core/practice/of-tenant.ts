// What we hold of a tenant: one line for each table of the schema. The archive, the deletion of a tenant and their documentation
// ask it, and a table or column without an entry does not compile (data/service/practice.ts has the same for stored.ts, whose
// words the practice statement says). As there, each line stays on one line.
import type { FieldsKept, STORED } from "./stored.ts";

/** Tables without a tenant's id: over which they are found. */
type Over = "verification" | "webhook_delivery" | "operator_visit";

type In = {
  /** What each line of the archive is called. */
  type: string;
  columns: string;
  /** Columns of the tenant's that are not in it, besides secrets, sealed texts and keyed hashes, and why. */
  without: Readonly<Record<string, string>>;
  over: Over | null;
};

/** `pieces`: the key, of tables that can have many rows; `where`: the rows that go. */
type Deletion = "at_once" | "with_tenant" | { pieces: string; where?: string; kept?: readonly string[]; why?: string } | { kept: readonly string[]; why: string };

type OfTenant = { archive: In | string; deletion: Deletion } | { nobodys: string };

/** All its columns but secrets, sealed texts and keyed hashes. */
const inIt = <const Columns extends string>(type: string, columns: Columns, over: Over | null = null) => ({ type, columns, without: {}, over });

/** Without the columns that are named with a reason. */
const inPart = <const Columns extends string, const Without extends Record<string, string>>(type: string, columns: Columns, without: Without) => ({ type, columns, without, over: null });

/** In the archive, and how its rows go when the tenant is deleted. */
const kept = <const Archive extends In, const Gone extends Deletion>(archive: Archive, deletion: Gone) => ({
  archive,
  deletion,
});

/** In no archive, and why. */
const left = <const Gone extends Deletion>(why: string, deletion: Gone) => ({ archive: why, deletion });

/** No tenant's, and whose. */
const nobodys = (whose: string) => ({ nobodys: whose });

const COUNTS = "mode method started opened tried approved rejected failed expired";
const OUR_COUNT = "how far the service has counted";
const DOOR = "at_once" as const;
const LATER = "with_tenant" as const;
const TO_ALL = "the order in which all tenants’ rows were written";

// What operators did stays. As in the index audit_entry_operators_idx.
const NOT_OPERATORS = "not (actor like 'admin%' or actor like 'operator:%')";

export const OF_TENANT = {
  Tenant: kept(
    inPart(
      "tenant",
      "id name isActive plan overrides minimumAge disclosure methods maxAttempts tokenTtlSeconds metadataRetentionDays resultRetentionDays acceptVisas documentReuseDays documentReuseLimit walletProofs callbackHosts returnWith uniqueReferences listMetadataKey erasesAtOnce displayName brandColour supportUrl practicePublished numbersPublished practiceContact complaintUrl policyId createdAt updatedAt",
      {
        logo: "an image",
        daysRolledThrough: OUR_COUNT,
        statementsThrough: OUR_COUNT,
        madeBy: "for sign-up: one tenant for each person",
      },
    ),
    LATER,
  ),
  PolicyVersion: kept(inIt("policy", "id number content note packIds acceptedWarnings publishedBy createdAt"), LATER),
  Membership: kept(inIt("member", "memberId role createdAt"), DOOR),
  Invitation: kept(inIt("invitation", "id role invitedBy createdAt expiresAt acceptedAt acceptedBy revokedAt"), DOOR),
  Directory: kept(inIt("directory", "id lastFour role createdAt lastUsedAt requests"), DOOR),
  DirectoryPerson: kept(inIt("directory_person", "id directoryId role isActive memberId outsideSince createdAt updatedAt"), DOOR),
  DirectoryRequest: kept(inPart("directory_request", "directoryId number at method path status kept dropped refused", { slot: "one of fifty places" }), DOOR),
  ApiKey: kept(inIt("api_key", "id mode name lastFour scopes mayErase mayListen networks deniedNetworks revision replacedBy madeBy createdAt lastUsedAt expiresAt revokedAt"), DOOR),
  KeyHour: kept(inIt("key_hour", "keyId hour uses errors lastErrorAt lastErrorCode"), LATER),
  TenantHost: kept(
    inPart("host", "id host isPrimary createdAt verifiedAt checkedAt lastAnswer missingSince offAt removedAt", {
      txtToken: "proves the host to us alone",
    }),
    DOOR,
  ),
  WebhookEndpoint: kept(
    inPart("webhook_endpoint", "id url description events modes isEnabled disabledReason failingSince createdAt updatedAt deletedAt", {
      previousSecretUntil: "of a secret",
      olderSecrets: "secrets",
      failingDays: OUR_COUNT,
      failingCountedAt: OUR_COUNT,
      breakerOpenUntil: "when we try again",
      told: "what we have told members about it",
    }),
    LATER,
  ),
  Listener: kept(inIt("listener", "id mode name metadataKey metadataValue events createdAt seenAt endedAt"), DOOR),
  OidcClient: kept(inPart("site", "id mode name redirectUris authMethod jwks tokenAlg thresholds underAge requiresPkce createdAt updatedAt", { previousSecretUntil: "of a secret" }), DOOR),
  Gate: kept(inPart("gate", "id mode name origin minimumAge country region lifetimeSeconds openPaths createdAt updatedAt", { previousSecretUntil: "of a secret" }), DOOR),
  GateDay: kept(inIt("gate_day", "gateId day passes refusals starts approvals"), LATER),
  IdentityProvider: kept(inIt("identity_provider", "id slug mode name country issuer clientId clientAuth preset minAcr isRedirectShared hosts isActive createdAt updatedAt"), LATER),
  Vendor: kept(inIt("vendor", "id kind mode name accountId isActive createdAt updatedAt"), LATER),
  WalletCertificate: kept(inIt("wallet_certificate", "id fingerprint validUntil registeredUntil retiredAt createdAt"), LATER),
  ReaderCertificate: kept(inIt("reader_certificate", "id fingerprint domain validUntil createdAt"), LATER),
  RegistrarCertificate: kept(inIt("registrar_certificate", "id fingerprint validUntil announcedAt retiredAt createdAt"), LATER),
  Verification: kept(
    inPart(
      "verification",
      "id mode status requestId minimumAge thresholds disclosure methods locale callbackUrl cancelUrl notificationUrl reference metadata maxAttempts attempts policyId policyPlace othersAskedAt closedMethods appealOf overturnedAt verified verifiedAge ageAtLeast ageBelow confidence method documentType documentReused assurance reason errorCode createdAt openedAt completedAt expiresAt redactedAt",
      {
        holdsReference: "the same as its reference",
        listenerId: "in its deliveries",
        checkingUntil: "a lock",
        readingUntil: "a lock",
        refusedAs: "a code, for an answer that is sent again while the check is open",
        voucherTries: "how many codes were tried on its page",
        uncounted: "in the month’s count",
      },
    ),
    LATER,
  ),
  MethodAttempt: kept(inIt("attempt", "id verificationId number method finding reason durationMs createdAt", "verification"), LATER),
  Token: kept(inIt("token", "id verificationId minimumAge verifiedAge thresholds ageAtLeast ageBelow over18 method issuedAt expiresAt revokedAt exchangedAt", "verification"), LATER),
  Event: kept(
    inPart("event", "id verificationId requestId type mode body createdAt", {
      aboutTenantId: "another tenant, told to the operator’s own",
      number: "how a client pages",
    }),
    { pieces: "id" },
  ),
  WebhookDelivery: kept(
    inPart("webhook_delivery", "id endpointId listenerId eventId status url attempt isManual firstAttemptAt lastStatus lastCode createdAt endedAt", {
      scheduled: OUR_COUNT,
      nextAttemptAt: "when we try again",
      resentAt: "in the delivery that it made",
      isTold: "what we have told members about it",
    }),
    { pieces: "id" },
  ),
  WebhookAttempt: kept(inIt("webhook_attempt", "deliveryId number isManual at status code durationMs response", "webhook_delivery"), LATER),
  Voucher: kept(inIt("voucher", "id ageAtLeast ageBelow issuedBy createdAt expiresAt usedAt revokedAt verificationId"), { pieces: "id" }),
  ErasureRequest: kept(inIt("erasure_request", "id mode verificationId atOnce status createdAt dueAt endedAt reply"), { pieces: "id" }),
  ErasureReceipt: kept(inIt("erasure_receipt", "id number mode verificationId jws createdAt"), {
    kept: ["tenant_id", "verification_id"],
    why: "the chain of receipts proves that each verification was erased",
  }),
  UsageMonth: kept(inIt("usage_month", "month mode started reused"), LATER),
  VerificationDay: kept(inIt("day", `day ${COUNTS}`), LATER),
  TenantPlan: kept(inIt("plan", "id validFrom recordedAt plan overrides"), LATER),
  Statement: kept(inIt("statement", "month number frozenAt content csv"), {
    kept: ["tenant_id"],
    why: "bills, which the operator has to keep",
  }),
  PracticeStatement: kept(
    inPart("practice_statement", "id number content jws createdAt", {
      scope: "the tenant",
      basis: "what its next version is compared with",
      basisFrom: "what its next version is compared with",
    }),
    LATER,
  ),
  Alert: kept(inIt("alert", "id rule subject detail raisedAt lastSeenAt resolvedAt endReason"), DOOR),
  AlertMessage: kept(inIt("alert_message", "id alertId channel recipient isResolved status tries nextAt lastCode createdAt"), LATER),
  AlertChannel: kept(inIt("alert_channel", "rulesOff updatedAt"), DOOR),
  AlertPreference: kept(inIt("alert_preference", "memberId mails rulesOff quietFrom quietTo zone urgentPasses updatedAt"), LATER),
  OperatorVisit: kept(
    inPart("operator_visit", "id reason askedAt hours grantedBy grantedAt expiresAt endedAt", {
      memberId: "which of the operator’s people it was stays with the operator",
      endedBy: "may name one of the operator’s people",
    }),
    DOOR,
  ),
  OperatorVisitPage: kept(inIt("operator_visit_page", "visitId page hour", "operator_visit"), LATER),
  Mail: kept(
    inPart("mail", "id kind aboutId status tries nextAt lastCode createdAt endedAt", {
      dedupeKey: "so that none is sent twice",
    }),
    DOOR,
  ),
  RequestLog: kept(
    inPart("request", "id time requestId method url status durationMs event code verificationId keyId", {
      number: TO_ALL,
    }),
    { pieces: "time, id" },
  ),
  AuditEntry: kept(inPart("audit_entry", "id createdAt action actor target changes requestId", { number: TO_ALL }), {
    pieces: "id",
    where: NOT_OPERATORS,
    kept: ["tenant_id", "target"],
    why: "what operators did, whom it holds to account; the tenant’s own entries are deleted",
  }),

  SubjectUse: left("keyed hashes, for a day", LATER),
  DocumentUse: left("keyed hashes", { pieces: "tenant_id, hash, verification_id" }),
  Handoff: left("keyed hashes, for two days", LATER),
  IdentityRequest: left("sealed, until the answer", LATER),
  VendorSession: left("sealed, until the vendor was asked to erase", LATER),
  WalletTransaction: left("secrets of a request, for a day", LATER),
  ReturnCode: left("keyed hashes, for an hour", LATER),
  DeviceLogin: left("keyed hashes, for ten minutes", DOOR),
  AgeKey: left("a person’s, whom nothing here names", { pieces: "credential_hash" }),
  AgeKeyChallenge: left("keyed hashes, for minutes", LATER),
  OidcArtifact: left("sealed, for a day at most", LATER),
  IdempotencyRecord: left("sealed answers, for a day", LATER),
  EventNumbers: left("a counter", LATER),
  VerificationHour: left("counted in `day`", LATER),
  VerificationErased: left("counted in `day`", LATER),
  TenantPlanChange: left("the operator’s, until it is a `plan`", LATER),
  StripeCustomer: left("the operator’s", LATER),
  MeterEvent: left("the operator’s; the same as `usage_month`", {
    kept: ["tenant_id"],
    why: "usage on its way to Stripe, for 90 days",
  }),
  TenantDeletion: left("the operator’s", { kept: ["tenant_id"], why: "that it was deleted, and when" }),

  Member: nobodys("a person’s, who may belong to several tenants: `member` has their id. They are deleted when they leave their last one"),
  ConsoleSession: nobodys("a person’s"),
  ConsoleBearer: nobodys("a person’s"),
  AdminKey: nobodys("the operator’s"),
  PriceList: nobodys("the operator’s"),
  PlanPrices: nobodys("the operator’s"),
  WorkerLife: nobodys("the deployment’s"),
  ErasureChain: nobodys("the deployment’s"),
  ErasureKey: nobodys("the deployment’s"),
  OidcKey: nobodys("the deployment’s"),
  PracticeKey: nobodys("the deployment’s"),
  SecretCheck: nobodys("the deployment’s"),
  SecretInUse: nobodys("the deployment’s"),
  ServiceCounter: nobodys("the deployment’s"),
  TrustVersion: nobodys("the deployment’s"),
  TrustAnchor: nobodys("the deployment’s"),
  ExportOrder: nobodys("the deployment’s"),
  ExportCursor: nobodys("the deployment’s"),
} as const;

// Not by `satisfies`: it would widen the columns, which are compared below.
const EVERY_TABLE: Record<keyof typeof STORED, OfTenant> = OF_TENANT;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** In no archive, whatever the table: the tenant itself is in the first line, and the rest opens something. */
type Excused = "tenantId" | "hash" | "sealed" | `${string}Hash` | `${string}Sealed`;

type Differences = {
  [Table in keyof typeof OF_TENANT]: (typeof OF_TENANT)[Table] extends {
    archive: { columns: infer Columns extends string; without: infer Without };
  }
    ? Exclude<FieldsKept<Table>, Words<Columns> | keyof Without | Excused> | Exclude<Words<Columns> | keyof Without, FieldsKept<Table>>
    : never;
}[keyof typeof OF_TENANT];

/** Does not compile while a column of an archived table is neither in it nor named with a reason: the error names it. */
export const EVERY_COLUMN_IS_ARCHIVED: [Differences] extends [never] ? true : Differences = true;

/** The table of a model. */
const tableOf = (model: string): string => model.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

type TenantsTable = Extract<OfTenant, { archive: unknown }> & { table: string };

/** Every table that holds something of tenants. */
export const TENANTS_TABLES: readonly TenantsTable[] = Object.entries(EVERY_TABLE).flatMap(([model, entry]) => ("nobodys" in entry ? [] : [{ ...entry, table: tableOf(model) }]));

/** What stays of a tenant that was deleted: the only columns that may still name it, by table. */
export const KEPT_OF_TENANT: Readonly<Record<string, { columns: readonly string[]; why: string }>> = Object.fromEntries(TENANTS_TABLES.flatMap(({ table, deletion }) => (typeof deletion === "object" && deletion.kept ? [[table, { columns: deletion.kept, why: deletion.why ?? "" }]] : [])));

/** A deletion while the worker is at it. */
export type TenantDeletion = {
  askedAt: Date;
  /** Verifications that are still there. */
  left: number;
};
