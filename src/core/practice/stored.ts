// What this service stores about people, in the words of the practice statement. A column that no item names
// causes a compile error: data/service/practice.ts compares this with the generated client. Each row is one
// part of a table and stays on one line: at the usual width it would take six, and two rows could not be
// compared.
import type { RetentionId } from "./retentions.ts";
import words from "./words.json" with { type: "json" };

type About = "person" | "member" | "nobody";

/**
 * A part of a table.
 * @param of who it is about: someone who was checked, someone who works at the console, or no one
 * @param fields named as in prisma/schema.prisma
 */
const item = <const Of extends About, const Kept extends RetentionId, const Fields extends string>(of: Of, kept: Kept, fields: Fields, says: string) => ({ of, kept, fields, says });

/** A table that says nothing about anyone. */
const nobody = <const Fields extends string>(fields: Fields) => [item("nobody", "for_good", fields, "")] as const;

const COUNTS = "tenantId mode method started opened tried approved rejected failed expired";

/** Every table with all of its fields. */
export const STORED = {
  Verification: [
    item("person", "for_good", "id tenantId mode status requestId minimumAge createdAt redactedAt", "that a check took place: its id, the tenant, when it started, how it ended, for which age"),
    item("person", "until_erased", "verified verifiedAge ageAtLeast ageBelow confidence method documentType documentReused assurance reason errorCode overturnedAt", "the result: whether the age is reached, the age in whole years or the thresholds alone, the method, the kind of document"),
    item(
      "person",
      "until_erased",
      "thresholds disclosure methods locale maxAttempts attempts policyId policyPlace othersAskedAt closedMethods checkingUntil voucherTries uncounted listenerId appealOf openedAt completedAt expiresAt",
      "how the check went: language, tries, methods offered, policy and place of the rule, whether it appeals another one, times of opening, ending and expiry",
    ),
    item("person", "until_erased", "secretHash", "a keyed hash of the secret in the page's address"),
    item("person", "given", "callbackUrl cancelUrl notificationUrl reference holdsReference metadata ipHash", "what the tenant gave: metadata and its own reference, the addresses to return to and to report to, a keyed hash of the network address"),
    item("person", "until_erased", "readingKeyHash readingUntil refusedKeyHash refusedAs", "while the check is open: which answer is being read, and which was refused without counting as a try, by keyed hashes of random keys, so that one that arrives twice counts once"),
  ],
  SubjectUse: [item("person", "subject_use", "verificationId tenantId hash closedMethods createdAt expiresAt", "that checks are of one subject of the tenant's, by a keyed hash of the tenant's reference")],
  Handoff: [item("person", "handoff", "id verificationId tenantId codeHash phoneSecretHash createdAt expiresAt openedAt endedAt", "that a check went on at a phone, with keyed hashes of the codes")],
  IdentityRequest: [item("person", "identity_request", "stateHash verificationId tenantId providerId cookieHash keptSealed createdAt expiresAt", "that the browser was sent to an identity provider: keyed hashes, and sealed values to check the answer with")],
  MethodAttempt: [item("person", "until_erased", "id verificationId tenantId number method finding reason durationMs keyHash createdAt", "each try: its method, why it decided or not, how long it took, a keyed hash of the random key that it was sent with")],
  ReturnCode: [item("person", "return_code", "codeHash verificationId tenantId createdAt expiresAt", "a keyed hash of the code that the browser brings back to the website")],
  ErasureReceipt: [item("person", "for_good", "id number tenantId mode verificationId saltSealed jws hash prevHash createdAt", "that a check was erased, with the signed receipt")],
  ErasureRequest: [item("person", "erasure_request", "id tenantId mode verificationId secretHash atOnce status createdAt dueAt endedAt reply", "that the person asked for erasure, by a keyed hash of their page's secret, and what the tenant answered")],
  AgeKey: [item("person", "age_key", "credentialHash tenantId mode publicKey counter isSynced ageAtLeast category assurance provenIn expiresOn", "what an age key says again: an age that is reached, the month and the method of the proof, the passkey's public key, a keyed hash of its id; nothing leads back to a check")],
  AgeKeyChallenge: [item("person", "age_key_challenge", "challengeHash verificationId purpose isUsed expiresAt", "that a passkey was asked, with a keyed hash of the question")],
  Member: [item("member", "member", "id issuer subject name emailSealed emailHash operatorClaims createdAt signedInAt", "a person who works at the console: name and what the sign-in provider calls them; the mail address sealed")],
  ConsoleBearer: [item("member", "console_session", "hash sessionId expiresAt", "a keyed hash of what a page of the console calls with")],
  DeviceLogin: [item("member", "device_login", "deviceCodeHash userCodeHash hostName createdAt expiresAt intervalSeconds pollAfter isDenied tenantId memberId", "that a command line asked to sign in: what its computer calls itself, which member confirmed, keyed hashes of the codes")],
  Invitation: [item("member", "invitation", "id tenantId role secretHash emailSealed emailHash invitedBy createdAt expiresAt acceptedAt acceptedBy revokedAt", "an invitation to the console; the mail address sealed")],
  Directory: nobody("id tenantId tokenHash lastFour role createdAt lastUsedAt requests"),
  DirectoryRequest: nobody("directoryId slot tenantId number at method path status kept dropped refused"),
  DirectoryPerson: [
    item(
      "member",
      "while_member",
      "id directoryId tenantId userNameSealed userNameHash externalIdSealed externalIdHash displayNameSealed emailSealed emailHash role isActive memberId outsideSince createdAt updatedAt",
      "a person whom the tenant's directory has added: their name, address and id there, sealed; their role",
    ),
  ],
  Mail: [item("member", "mail", "id tenantId kind aboutId dedupeKey addressSealed contentSealed status tries nextAt lastCode createdAt endedAt", "an e-mail to a member or to someone who is invited: address and text, sealed, until it is sent; that it was sent, and why not")],
  RequestLog: [item("person", "request_log", "id time requestId tenantId method url status durationMs event code verificationId keyId number", "one line for each request: path, code, duration, ids; no address, no values")],
  WebhookDelivery: [item("person", "given", "id tenantId endpointId listenerId eventId status url attempt scheduled isManual firstAttemptAt nextAttemptAt lastStatus lastCode createdAt endedAt resentAt isTold", "that a webhook was sent and when")],
  OidcArtifact: [item("person", "sign_in_artifact", "idHash kind grantHash payloadSealed verificationId createdAt expiresAt consumedAt", "what Sign in with age needs between two requests, sealed")],
  DocumentUse: [item("person", "document_use", "tenantId hash verificationId expiresAt", "that a document decided a check, by a keyed hash for this tenant only")],
  Voucher: [item("person", "voucher", "id tenantId codeHash ageAtLeast ageBelow issuedBy createdAt expiresAt usedAt revokedAt verificationId", "a voucher: for which age a member of staff issued it, a keyed hash of the code, which check used it")],
  VendorSession: [item("person", "vendor_session", "id verificationId tenantId vendorId sessionHash cookieHash keptSealed returnedAt endedAt redactAt redactTries createdAt expiresAt", "that the person was sent to a company that checks documents, with its session, sealed")],
  Token: [item("person", "token", "id tenantId verificationId minimumAge verifiedAge thresholds ageAtLeast ageBelow over18 method issuedAt expiresAt revokedAt exchangedAt", "what the signed proof says and until when; not the proof itself")],
  WalletTransaction: [
    item("person", "wallet", "id verificationId tenantId channel status expectationsSealed cookieHash responseCodeHash attempts isOver ageAtLeast ageBelow credentialType trustLabel proofVerifier declinedAt createdAt expiresAt", "one request to a wallet and what its answer attests; never the answer itself"),
  ],
  IdempotencyRecord: [item("person", "idempotency", "scope keyHash requestHash lockedUntil httpStatus answer verificationId createdAt", "the answer to a call of the tenant's backend, sealed, to be given again when the call is repeated")],
  Event: [item("person", "given", "id tenantId verificationId aboutTenantId requestId type mode body createdAt number", "what the tenant's webhooks say about a check")],
  WebhookAttempt: [item("person", "given", "deliveryId number isManual at status code durationMs response", "the beginning of the receiver's answer")],
  AuditEntry: [item("member", "for_good", "id tenantId actor action target changes requestId createdAt number", "who changed what in the console; of a check that was erased only its id and that it was erased")],
  Membership: [item("member", "while_member", "tenantId memberId role createdAt", "their role")],
  ConsoleSession: [item("member", "console_session", "id memberId secretHash client createdAt lastUsedAt expiresAt endsAt grantSealed renewedAt bearerExpiresAt leaseId leaseUntil endedAt", "a sign-in to the console: browser and system, times, the provider's tokens sealed")],
  Tenant: [
    item("member", "owner_address", "ownerEmailSealed madeBy", "the mail address of a tenant's first owner, sealed, and which member made the tenant"),
    item(
      "nobody",
      "for_good",
      "id name isActive plan overrides minimumAge disclosure methods maxAttempts tokenTtlSeconds metadataRetentionDays resultRetentionDays acceptVisas walletProofs documentReuseDays documentReuseLimit callbackHosts returnWith listMetadataKey erasesAtOnce displayName brandColour supportUrl logo daysRolledThrough statementsThrough practicePublished uniqueReferences numbersPublished practiceContact complaintUrl policyId createdAt updatedAt",
      "a tenant's settings",
    ),
  ],
  OperatorVisit: [item("member", "for_good", "id tenantId memberId reason askedAt hours grantedBy grantedAt expiresAt endedAt endedBy", "that the operator asked to read a tenant’s console, why, which member allowed it, and until when")],
  OperatorVisitPage: [item("member", "for_good", "visitId page hour", "which parts of the console the operator read, by the hour")],
  WorkerLife: nobody("id kind startedAt seenAt version hostHash secrets saidAt"),
  TenantPlanChange: nobody("id tenantId validFrom plan overrides madeBy createdAt"),
  PlanPrices: nobody("id validFrom prices madeBy createdAt"),
  Alert: nobody("id tenantId rule subject detail raisedAt lastSeenAt resolvedAt endReason"),
  AlertChannel: nobody("tenantId slackSealed rulesOff updatedAt"),
  AlertMessage: [item("member", "alert", "id alertId tenantId channel recipient isResolved status tries nextAt lastCode createdAt", "that a member got an alert about the tenant")],
  AlertPreference: [item("member", "while_member", "tenantId memberId mails rulesOff quietFrom quietTo zone urgentPasses updatedAt", "which alerts a member wants by e-mail, and their quiet hours")],
  EventNumbers: nobody("tenantId mode last"),
  ReaderCertificate: nobody("id tenantId fingerprint domain validUntil signerSealed createdAt"),
  WalletCertificate: nobody("id tenantId fingerprint validUntil registeredUntil signerSealed retiredAt createdAt"),
  RegistrarCertificate: nobody("id tenantId fingerprint validUntil signerSealed announcedAt retiredAt createdAt"),
  ApiKey: [item("member", "key_maker", "madeBy", "which member made an API key"), item("nobody", "for_good", "id tenantId mode name hash lastFour sealed scopes mayErase mayListen networks deniedNetworks revision replacedBy createdAt lastUsedAt expiresAt revokedAt", "a tenant's API keys")],
  AdminKey: [item("member", "for_good", "madeBy", "which operator made an operator's key"), item("nobody", "for_good", "id name scope hash lastFour createdAt lastUsedAt expiresAt revokedAt", "operators' keys")],
  KeyHour: nobody("keyId tenantId hour uses errors lastErrorAt lastErrorCode"),
  Vendor: nobody("id tenantId kind mode name accountId credentialSealed isActive createdAt updatedAt"),
  WebhookEndpoint: nobody("id tenantId url description events modes isEnabled disabledReason secretSealed previousSecretSealed previousSecretUntil olderSecrets failingSince failingDays failingCountedAt breakerOpenUntil createdAt updatedAt deletedAt told"),
  Listener: nobody("id tenantId mode name metadataKey metadataValue events secretSealed createdAt seenAt endedAt"),
  VerificationDay: nobody(`${COUNTS} day`),
  VerificationErased: nobody(`${COUNTS} hour`),
  PriceList: nobody("id validFrom currency plans"),
  ErasureChain: nobody("id count lastHash root restores"),
  OidcKey: nobody("id mode alg number keySealed createdAt activeFrom"),
  PracticeStatement: nobody("id scope number tenantId hash content jws basis basisFrom createdAt"),
  SecretCheck: nobody("id sealed pepperHash createdAt"),
  SecretInUse: nobody("kind name since former readSince"),
  TrustAnchor: nobody("id credentialType label certificate fingerprint eku ekus source validFrom validUntil vouchesFor listProvider listDate listIssueId listNextUpdate listDigest createdAt"),
  PolicyVersion: nobody("id tenantId number content note packIds acceptedWarnings publishedBy createdAt"),
  IdentityProvider: nobody("id tenantId slug mode name country issuer clientId clientAuth credentialSealed preset minAcr isRedirectShared hosts isActive createdAt updatedAt"),
  UsageMonth: nobody("tenantId month mode started reused"),
  VerificationHour: nobody(`${COUNTS} hour`),
  ErasureKey: nobody("id number keySealed createdAt"),
  TenantPlan: nobody("id tenantId validFrom recordedAt plan overrides"),
  Statement: nobody("tenantId month number frozenAt content csv"),
  ServiceCounter: nobody("name value"),
  TrustVersion: nobody("id version"),
  ExportOrder: nobody("stream last"),
  TenantDeletion: nobody("tenantId askedAt verifications doneAt"),
  ExportCursor: nobody("destination stream last claims failures nextAt failingSince lastCode dropped droppedAt"),
  StripeCustomer: nobody("tenantId customerId since closedThrough"),
  MeterEvent: nobody("identifier tenantId customerId kind month hour value status tries nextAt unsureSince lastCode createdAt endedAt"),
  Gate: nobody("id tenantId mode name origin minimumAge country region lifetimeSeconds openPaths secretSealed previousSecretSealed previousSecretUntil createdAt updatedAt"),
  TenantHost: nobody("id tenantId host txtToken isPrimary createdAt verifiedAt checkedAt lastAnswer missingSince offAt removedAt"),
  GateDay: nobody("gateId day tenantId passes refusals starts approvals"),
  OidcClient: nobody("id tenantId mode name redirectUris authMethod secretSealed previousSecretSealed previousSecretUntil jwks tokenAlg thresholds underAge requiresPkce createdAt updatedAt"),
  PracticeKey: nobody("id number keySealed createdAt"),
} as const;

/** What the processes write to standard error. It is in no table, so no erasure reaches it: a check is never named there. */
export const PROCESS_LOG = [
  {
    of: "person",
    says: "what went wrong while a request was answered: the request's id, a code of ours or of a company's, where in the program; no check's id, no network address, no values",
    fields: "time level message requestId method code reason channel error",
  },
  {
    of: "member",
    says: "sign-ins to the console and their ends: ids of the member and of the session",
    fields: "time level message requestId code memberId sessionId",
  },
] as const;

type Stored = typeof STORED;
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The fields of a table that are kept for one of these times. */
export type FieldsKept<Table extends keyof Stored, Kept extends RetentionId = RetentionId> = Words<Extract<Stored[Table][number], { kept: Kept }>["fields"]>;

/** Tables with something about people who were checked. */
export type TableOfPeople = { [Table in keyof Stored]: "person" extends Stored[Table][number]["of"] ? Table : never }[keyof Stored];

/**
 * What an erasure does with the rows about its check, by the names that receipts use. `empties`: a row stays
 * and says nothing; `unlinks`: it stays and names no check; `asks`: it goes once a company has erased its
 * side; `keeps`: receipts say so.
 */
type Erasure = { category: string; does: "empties" | "deletes" | "unlinks" | "asks" | "keeps" };

/**
 * Every table about people; it determines what an erasure does (data/sql/erasure.ts) and what the person's
 * copy contains.
 */
export const ERASURES = {
  Verification: { category: "verification", does: "empties" },
  MethodAttempt: { category: "method_attempts", does: "deletes" },
  Token: { category: "tokens", does: "deletes" },
  ReturnCode: { category: "return_codes", does: "deletes" },
  Handoff: { category: "handoffs", does: "deletes" },
  WalletTransaction: { category: "wallet_requests", does: "deletes" },
  IdentityRequest: { category: "identity_requests", does: "deletes" },
  VendorSession: { category: "vendor_sessions", does: "asks" },
  AgeKeyChallenge: { category: "age_key_questions", does: "deletes" },
  SubjectUse: { category: "subject_uses", does: "deletes" },
  DocumentUse: { category: "document_uses", does: "deletes" },
  Voucher: { category: "vouchers", does: "deletes" },
  // The times of deliveries and their attempts are enough to reveal that a check ended, and when.
  Event: { category: "events", does: "deletes" },
  WebhookDelivery: { category: "deliveries", does: "deletes" },
  WebhookAttempt: { category: "delivery_attempts", does: "deletes" },
  IdempotencyRecord: { category: "idempotency_answers", does: "deletes" },
  OidcArtifact: { category: "sign_in_artifacts", does: "deletes" },
  RequestLog: { category: "request_log_lines", does: "deletes" },
  AuditEntry: { category: "audit_entries", does: "unlinks" },
  ErasureRequest: { category: "erasure_request", does: "keeps" },
  ErasureReceipt: { category: "erasure_receipt", does: "keeps" },
  // Nothing links it to a check.
  AgeKey: null,
} as const satisfies Record<TableOfPeople | "AuditEntry", Erasure | null>;

/** What a table says about people, in the words of the practice statement. */
export const sentencesOf = (table: string): string[] => Object.entries(STORED).flatMap(([name, items]) => (name === table ? items.map(({ says }) => says) : []));

/** Tables to which an erasure applies one of these actions. */
export type TablesThat<Does extends Erasure["does"]> = { [Table in keyof typeof ERASURES]: (typeof ERASURES)[Table] extends { does: Does } ? Table : never }[keyof typeof ERASURES];

type Withheld = { [Table in keyof Stored]?: { [Field in FieldsKept<Table>]?: string } };

const WITHHELD: Withheld = {
  Verification: { metadata: "entries of the website's own", reference: "the website's own reference", notificationUrl: "an address of the website's server" },
  Event: { body: "the message to the website, with its own entries", number: "how many messages the website had before" },
  WebhookDelivery: { url: "an address of the website's server" },
  WebhookAttempt: { response: "the answer of the website" },
  IdempotencyRecord: { answer: "sealed" },
  WalletTransaction: { id: "a secret" },
  VendorSession: { id: "a secret" },
  Voucher: { issuedBy: "a member of the website's staff" },
  AuditEntry: { actor: "a member of the website's staff", changes: "the website's own record", number: "how many entries there were before" },
  RequestLog: { number: "how many lines there were before" },
};

/**
 * The words that replace a value left out of the person's copy because it means nothing to people, is a
 * secret, or is for the tenant to show. Null: the copy has the value.
 */
export const withheldAs = (table: string, field: string): string | null => {
  if (/hash$/i.test(field)) return "a keyed hash";
  if (/sealed$/i.test(field)) return "sealed";
  const own: object = Object.entries(WITHHELD).find(([name]) => name === table)?.[1] ?? {};
  return Object.entries(own).find(([name]) => name === field)?.[1] ?? null;
};

/**
 * Values that are handled but never stored: a test sends each of these through every entry point and looks
 * for it everywhere.
 */
export const NEVER_STORED = words.neverStored;

export type NeverStored = keyof typeof NEVER_STORED;
