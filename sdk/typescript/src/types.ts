// Made from the interface's contracts by `npm run sdk:types`; a test compares them.

export type ErrorBody = {
  request_id: string;
  /** The same value as request_id */
  requestId: string;
  error: {
    code: ErrorCode;
    message: string;
    retryAfterSeconds?: number;
  };
  code: ErrorCode;
  message: string;
  /** With 429 and 503 */
  retryAfterSeconds?: number;
  /** With 400: what is wrong, and where */
  issues?: Array<{
    path: string;
    message: string;
  }>;
};

export type ErrorCode =
  | "AUTH_INVALID_KEY"
  | "UNAUTHENTICATED_TENANT"
  | "UNAUTHENTICATED_ADMIN"
  | "INVALID_REQUEST_BODY"
  | "INVALID_PARAMETERS"
  | "VERIFICATION_NOT_FOUND"
  | "VERIFICATION_ALREADY_COMPLETED"
  | "VERIFICATION_NOT_FINAL"
  | "VERIFICATION_NOT_REDACTED"
  | "DELIVERY_IN_PROGRESS"
  | "CODE_INVALID"
  | "CODE_EXPIRED"
  | "CODE_USED"
  | "AUTHORIZATION_PENDING"
  | "SLOW_DOWN"
  | "ACCESS_DENIED"
  | "EXPIRED_TOKEN"
  | "REFERENCE_TAKEN"
  | "TENANT_NOT_FOUND"
  | "POLICY_NOT_FOUND"
  | "MEMBER_NOT_FOUND"
  | "INVITATION_NOT_FOUND"
  | "WALLET_DECLINED"
  | "TRUST_ANCHOR_NOT_FOUND"
  | "RATE_LIMIT_EXCEEDED"
  | "QUOTA_EXCEEDED"
  | "SUBJECT_LIMIT_REACHED"
  | "HARD_LIMIT_EXCEEDED"
  | "INTERNAL_ERROR"
  | "DATABASE_ERROR"
  | "CACHE_ERROR"
  | "SERVICE_UNAVAILABLE"
  | "UNAUTHENTICATED_MEMBER"
  | "PERMISSION_DENIED"
  | "CROSS_SITE_REFUSED"
  | "TENANT_CLOSED"
  | "TENANT_REQUIRED"
  | "SIGN_UP_CLOSED"
  | "INVITATION_INVALID"
  | "LAST_OWNER"
  | "CONFLICT"
  | "PLAN_REQUIRED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "PAYLOAD_TOO_LARGE"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "CHECK_IN_PROGRESS"
  | "METHOD_UNAVAILABLE"
  | "APPEAL_UNAVAILABLE"
  | "DOCUMENT_QUALITY_LOW"
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_TWO_PEOPLE"
  | "DOCUMENT_MRZ_INVALID"
  | "DOCUMENT_EXPIRED"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "IMAGE_FORMAT_UNSUPPORTED"
  | "IMAGE_TOO_LARGE"
  | "AGE_INCONCLUSIVE"
  | "CANCELLED"
  | "CANCELLED_BY_USER"
  | "VOUCHER_UNKNOWN"
  | "VOUCHER_UNDECIDED"
  | "VOUCHER_WRONG"
  | "IDENTITY_PROVIDER_UNAVAILABLE"
  | "IDENTITY_PROVIDER_DECLINED"
  | "IDENTITY_PROVIDER_REFUSED"
  | "IDENTITY_PROVIDER_UNDECIDED"
  | "VENDOR_UNAVAILABLE"
  | "VENDOR_DECLINED"
  | "VENDOR_UNDECIDED"
  | "BIRTHDAY_TODAY"
  | "VENDOR_PENDING"
  | "METHOD_FAILED"
  | "AGE_KEY_UNAVAILABLE"
  | "AGE_KEY_CHALLENGE"
  | "AGE_KEY_ORIGIN"
  | "AGE_KEY_RP"
  | "AGE_KEY_NOT_VERIFIED"
  | "AGE_KEY_SIGNATURE"
  | "AGE_KEY_COUNTER"
  | "AGE_KEY_ALGORITHM"
  | "AGE_KEY_UNKNOWN"
  | "AGE_KEY_OTHER_MODE"
  | "AGE_KEY_OTHER_TENANT"
  | "AGE_KEY_EXPIRED"
  | "AGE_KEY_TOO_OLD"
  | "AGE_KEY_UNDECIDED"
  | "AGE_KEY_ASSURANCE"
  | "AGE_KEY_SYNCED"
  | (string & Record<never, never>);

/** pending → in_progress → completed, failed or expired; the last three are final */
export type VerificationStatus = "pending" | "in_progress" | "completed" | "failed" | "expired";

export type VerificationResult = {
  /** true: the person meets the minimum age */
  verified: boolean;
  /** Whole years, if the method learned it; absent with disclosure `thresholds` */
  verifiedAge?: number;
  /** For each threshold of the verification, whether the age reaches it; one that the evidence does not answer is absent */
  ageOver?: Record<string, boolean>;
  /** What `ageOver` says, as two numbers */
  band?: {
    /** The highest threshold that the age reaches; null: none is known */
    atLeast: number | null;
    /** The lowest threshold that it does not reach; null: none is known */
    below: number | null;
  };
  /** Only with the reuse check on: whether this document has decided more of your verifications than you allow */
  documentReused?: boolean;
};

export type TokenReason =
  | "TOKEN_INVALID"
  | "TENANT_MISMATCH"
  | "TOKEN_NOT_FOUND"
  | "TOKEN_EXPIRED"
  | (string & Record<never, never>);

export type Billing = {
  plan: "free" | "growth" | "scale" | (string & Record<never, never>);
  currency: string;
  /** UTC calendar month */
  period: {
    /** ISO 8601 in UTC, with milliseconds */
    start: string;
    /** ISO 8601 in UTC, with milliseconds */
    end: string;
  };
  included: number;
  used: number;
  overage: number;
  hardLimit: number;
  rateLimitPerMinute: number;
  /** Minor units */
  amountDue: number;
};

export type TenantRow = {
  id: string;
  name: string;
  isActive: boolean;
  billing: Billing;
};

export type PlanOverrides = {
  rateLimitPerMinute?: number | undefined;
  /** Live verifications a month without overage */
  included?: number | undefined;
  overageAllowed?: boolean | undefined;
  hardLimit?: number | undefined;
  testMonthlyQuota?: number | undefined;
  manualWebhookRetry?: boolean | undefined;
  /** Minor units, for example cents */
  monthlyPriceMinor?: number | undefined;
  /** Minor units for each verification beyond the quota */
  overagePriceMinor?: number | undefined;
};

export type TenantDetail = {
  id: string;
  name: string;
  isActive: boolean;
  billing: Billing;
  /** The newest live key that is neither revoked nor set to expire; null if there is none */
  apiKey: string | null;
  /** The methods that its pages offer, in this order */
  methods: string[];
  /** `code`: browsers bring a code for the token; absent: they bring the token */
  returnWith?: "code";
  /** Absent: `age` */
  disclosure?: "age" | "thresholds" | (string & Record<never, never>);
  /** `pol_…`: the version of its method policy that new verifications pin; absent: none */
  policyId?: string;
  /** To whom its usage is reported at Stripe; absent: to nobody */
  stripeCustomerId?: string;
  /** While it is being deleted */
  deletion?: TenantDeletion;
  totalVerifications: number;
  lastVerifications: Array<{
    verificationId: string;
    status: VerificationStatus;
    /** ISO 8601 in UTC, with milliseconds */
    createdAt: string;
    completedAt: string | null;
    method: string | null;
  }>;
};

export type TenantDeletion = {
  /** ISO 8601 in UTC, with milliseconds */
  askedAt: string;
  /** Verifications that are still there */
  left: number;
};

/** Which ages and methods apply where. Published as a version that never changes */
export type Policy = {
  /** For every place without a rule, and for what a place's rule leaves out */
  default: {
    /** In the order in which they are shown. A method can have a second entry for `appeal` */
    methods: PolicyMethod[];
    /** Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says */
    minimumAge?: number | undefined;
    /** Tries without a decision, of all methods together; 3 if absent */
    attemptsInAll?: number | undefined;
    /** While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent */
    minimumChoices?: number | undefined;
    /** Whole years: an estimate between the minimum age and this one decides nothing and leads on */
    challengeAge?: number | undefined;
    /** What its methods must be; publishing compares */
    requires?: Array<"double_blind"> | undefined;
    /** Answers, events, tokens and the console say `undisclosed` in place of the method */
    hideMethod?: boolean | undefined;
    /** How long a token lives at most, in days; 0: an hour */
    proofMaxAgeDays?: number | undefined;
    /** For the method `age_key`: which keys count */
    ageKeys?:
      | {
          /** Where a key counts that is made here; `tenant` if absent */
          scope?: "tenant" | "deployment" | undefined;
          /** The least that a key's verification proved; absent: what the rule's other methods prove */
          minimumAssurance?:
            | "document_photo_unsigned"
            | "issuer_signed_no_binding"
            | "asserted_by_vendor"
            | "asserted_by_identity_provider"
            | "asserted_in_person"
            | "derived_device_bound"
            | "high_device_bound"
            | undefined;
          /** Whether passkeys that can be on several devices are refused */
          deviceBound?: boolean | undefined;
        }
      | undefined;
  };
  /** Rules by place: a region's holds before its country's */
  regions?: PolicyPlace[] | undefined;
};

export type PolicyMethod = {
  /** A method of this deployment, for example `document` or `wallet` */
  id: string;
  /** `offer`: from the start; `fallback`: when the offered ones have failed, or the person cannot use them; `appeal`: only against a rejection; `off`: never */
  use: "offer" | "fallback" | "appeal" | "off";
  /** How often it can be tried without a decision; absent: as often as all together */
  attempts?: number | undefined;
};

export type PolicyPlace = {
  /** ISO 3166-1 alpha-2, for example `AU` */
  country: string;
  /** ISO 3166-2, for example `US-NY`: a part of `country` */
  region?: string | undefined;
  /** In the order in which they are shown. A method can have a second entry for `appeal` */
  methods?: PolicyMethod[] | undefined;
  /** Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says */
  minimumAge?: number | undefined;
  /** Tries without a decision, of all methods together; 3 if absent */
  attemptsInAll?: number | undefined;
  /** While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent */
  minimumChoices?: number | undefined;
  /** Whole years: an estimate between the minimum age and this one decides nothing and leads on */
  challengeAge?: number | undefined;
  /** What its methods must be; publishing compares */
  requires?: Array<"double_blind"> | undefined;
  /** Answers, events, tokens and the console say `undisclosed` in place of the method */
  hideMethod?: boolean | undefined;
  /** How long a token lives at most, in days; 0: an hour */
  proofMaxAgeDays?: number | undefined;
  /** For the method `age_key`: which keys count */
  ageKeys?:
    | {
        /** Where a key counts that is made here; `tenant` if absent */
        scope?: "tenant" | "deployment" | undefined;
        /** The least that a key's verification proved; absent: what the rule's other methods prove */
        minimumAssurance?:
          | "document_photo_unsigned"
          | "issuer_signed_no_binding"
          | "asserted_by_vendor"
          | "asserted_by_identity_provider"
          | "asserted_in_person"
          | "derived_device_bound"
          | "high_device_bound"
          | undefined;
        /** Whether passkeys that can be on several devices are refused */
        deviceBound?: boolean | undefined;
      }
    | undefined;
};

export type TenantMember = {
  id: string;
  name: string;
  /** If the identity provider gives one */
  email: string | null;
  /** The person's permissions in the console: see docs/console-api.md */
  role: "owner" | "admin" | "developer" | "support" | "viewer" | (string & Record<never, never>);
  /** ISO 8601 in UTC, with milliseconds */
  joinedAt: string;
  /** Their last sign-in */
  signedInAt: string;
};

export type TenantInvitation = {
  id: string;
  /** The person's permissions in the console: see docs/console-api.md */
  role: "owner" | "admin" | "developer" | "support" | "viewer" | (string & Record<never, never>);
  /** The only address that can accept it; null: anyone with the link can */
  email: string | null;
  /** false: expired, but can be renewed */
  isOpen: boolean;
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds */
  expiresAt: string;
};

export type InvitationLink = {
  id: string;
  /** Send it to the person; returned only once */
  url: string;
  /** The person's permissions in the console: see docs/console-api.md */
  role: "owner" | "admin" | "developer" | "support" | "viewer" | (string & Record<never, never>);
  /** The only address that can accept it; null: anyone with the link can */
  email: string | null;
  /** ISO 8601 in UTC, with milliseconds */
  expiresAt: string;
  /** The e-mail with the link. `queued`: it is on its way; `none`: the invitation names no address that mail can go to; `off`: the operator has set no mail server; `limit`: the tenant has sent 20 within the hour, or the address got 5 within a day. Except for `queued`, send the link yourself */
  mail: "queued" | "none" | "off" | "limit" | (string & Record<never, never>);
};

export type WalletCertificate = {
  id: string;
  /** As wallets call the tenant (OpenID4VP 1.0 §5.9.3) */
  clientId: string;
  /** SHA-256 of the certificate, in hexadecimal */
  fingerprint: string;
  subject: string;
  issuer: string;
  /** ISO 8601 in UTC, with milliseconds */
  validFrom: string;
  /** When the first certificate of the chain ends */
  validUntil: string;
  /** null: without a registration certificate */
  registration: {
    /** null: it has no end */
    until: string | null;
  } | null;
  /** What Google Wallet finds in requests that it signs */
  google: {
    /** The name in the metadata; null: there is no metadata */
    shownName: string | null;
    /** The registrar's name in it; null: none */
    aggregatorName: string | null;
    /** `bound`: the certificate names this metadata; `unbound`: it names none; `missing`: it names some that is not set; `none`: neither */
    state: "bound" | "unbound" | "missing" | "none" | (string & Record<never, never>);
  };
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
};

export type TrustAnchor = {
  id: string;
  /** Document type, `vct`, or `vical` for a pinned list provider */
  credentialType: string;
  /** Its name in results */
  label: string;
  source: "pem" | "vical" | "eu_trusted_list" | (string & Record<never, never>);
  /** The first of `ekus`; null: none is required */
  eku: string | null;
  /** Extended key usages; a signer below this anchor needs one of them */
  ekus: string[];
  /** For a pinned list provider: the credential types that its lists can vouch for */
  vouchesFor: string[];
  /** SHA-256 of the certificate (DER), in hexadecimal */
  fingerprint: string;
  /** ISO 8601 in UTC, with milliseconds */
  validFrom: string;
  /** ISO 8601 in UTC, with milliseconds */
  validUntil: string;
  /** Whether it is trusted now */
  isValid: boolean;
  /** For a list provider and the anchors of its list: a newer list is due */
  isStale: boolean;
  /** Fingerprint of the pinned provider whose list contains it */
  listProvider: string | null;
  /** Date of the list; for a provider, of the list in use */
  listDate: string | null;
  /** The list's number, in decimal */
  listIssueId: string | null;
  /** When the next list is due */
  listNextUpdate: string | null;
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
};

export type TrustCandidate = {
  /** SHA-256 of the certificate (DER), in hexadecimal */
  fingerprint: string;
  subject: string;
  service: string;
  serviceType: string;
  status: string;
  /** ISO 8601 in UTC, with milliseconds */
  validFrom: string;
  /** ISO 8601 in UTC, with milliseconds */
  validUntil: string;
};

export type VerificationCompletedEvent = {
  event: "verification.completed";
  /** The request that started the verification; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** As sent to /verify/start */
  metadata: Record<string, unknown>;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  verification: {
    status: "verified" | "rejected" | (string & Record<never, never>);
    verified_age?: number;
    /** For each threshold of the verification, whether the age reaches it; one that the evidence does not answer is absent */
    age_over?: Record<string, boolean>;
    /** 0 to 1; absent until known */
    confidence_score?: number;
    document_type?: string;
    processing_time_ms: number;
  };
};

export type VerificationFailedEvent = {
  event: "verification.failed";
  /** The request that started the verification; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** As sent to /verify/start */
  metadata: Record<string, unknown>;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  error: {
    /** The last problem; CANCELLED_BY_USER if the person cancelled, CANCELLED if you did. */
    code: string;
    message: string;
  };
};

export type VerificationExpiredEvent = {
  event: "verification.expired";
  /** The request that started the verification; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** As sent to /verify/start */
  metadata: Record<string, unknown>;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  /** ISO 8601 in UTC, with milliseconds */
  expired_at: string;
};

/** About the rejected verification; only to endpoints that name this event */
export type VerificationAppealedEvent = {
  event: "verification.appealed";
  /** The request that started the verification; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** As sent to /verify/start */
  metadata: Record<string, unknown>;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  appeal: {
    /** The verification that decides the appeal; its own events follow */
    verification_id: string;
  };
};

/** The verification was erased; `metadata` is empty. Only to endpoints that name this event */
export type VerificationRedactedEvent = {
  event: "verification.redacted";
  /** The request that started the verification; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** As sent to /verify/start */
  metadata: Record<string, unknown>;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  /** From then on nothing about it is kept but that it took place */
  redacted_at: string;
};

/** Something about your tenant needs you. Only to endpoints that name this event */
export type AlertRaisedEvent = {
  event: "alert.raised";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  alert: {
    /** `alr_…`: the same in `alert.raised` and its `alert.resolved` */
    id: string;
    /** Which rule, such as `endpoint_failing`; new ones can be added */
    rule: string;
    /** What it is about: an id such as `whe_…`, or a word such as `live` */
    subject: string;
    /** One line for people; the wording can change */
    title: string;
    /** Where a member sees it in the console */
    url: string;
    /** ISO 8601 in UTC, with milliseconds */
    raised_at: string;
  };
};

/** An alert is over. Only to endpoints that name this event */
export type AlertResolvedEvent = {
  event: "alert.resolved";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  alert: {
    /** `alr_…`: the same in `alert.raised` and its `alert.resolved` */
    id: string;
    /** Which rule, such as `endpoint_failing`; new ones can be added */
    rule: string;
    /** What it is about: an id such as `whe_…`, or a word such as `live` */
    subject: string;
    /** One line for people; the wording can change */
    title: string;
    /** Where a member sees it in the console */
    url: string;
    /** ISO 8601 in UTC, with milliseconds */
    raised_at: string;
    /** ISO 8601 in UTC, with milliseconds */
    resolved_at: string;
    /** Why it is over. `recovered`: what was wrong is right; `worse`: another alert, about something worse, took its place; `gone`: what it was about is not there or not used any more; `ran_out`: its time was over, as when a key has expired; `rule_off`: a member turned the rule off; `closed`: the tenant was closed. New ones can be added */
    reason?:
      | "recovered"
      | "worse"
      | "gone"
      | "ran_out"
      | "closed"
      | "rule_off"
      | (string & Record<never, never>);
  };
};

/** Another endpoint has accepted nothing for 15 minutes. Only to endpoints that name this event */
export type EndpointFailingEvent = {
  event: "endpoint.failing";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  endpoint: {
    /** `whe_…`: the endpoint that it is about, which never gets this event */
    id: string;
    /** `ten_…`: whose endpoint it is */
    tenant_id: string;
    url: string;
    /** ISO 8601 in UTC, with milliseconds */
    failing_since: string;
  };
};

/** The service turned another endpoint off. Only to endpoints that name this event */
export type EndpointDisabledEvent = {
  event: "endpoint.disabled";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  endpoint: {
    /** `whe_…`: the endpoint that it is about, which never gets this event */
    id: string;
    /** `ten_…`: whose endpoint it is */
    tenant_id: string;
    url: string;
    /** `gone`: it answered 410; `failing`: nothing has succeeded for five days */
    reason: "gone" | "failing" | (string & Record<never, never>);
  };
};

/** Another endpoint accepts events again, or a member turned it on again. Only to endpoints that name this event */
export type EndpointRecoveredEvent = {
  event: "endpoint.recovered";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  endpoint: {
    /** `whe_…`: the endpoint that it is about, which never gets this event */
    id: string;
    /** `ten_…`: whose endpoint it is */
    tenant_id: string;
    url: string;
  };
};

/** The last attempt for another endpoint failed. Only to endpoints that name this event */
export type DeliveryExhaustedEvent = {
  event: "delivery.exhausted";
  /** New for each event; deduplicate by this and event */
  request_id: string;
  /** ISO 8601 in UTC, with milliseconds */
  timestamp: string;
  /** Always empty */
  metadata: Record<string, unknown>;
  endpoint: {
    /** `whe_…`: the endpoint that it is about, which never gets this event */
    id: string;
    /** `ten_…`: whose endpoint it is */
    tenant_id: string;
    url: string;
  };
  delivery: {
    /** The delivery's id in the console, where it can be sent again */
    id: string;
    /** The event that did not arrive, such as `verification.completed` */
    event: string;
    /** `evt_…`: its `X-Event-Id` */
    event_id: string;
    /** `ver_…`: what it was about */
    verification_id?: string;
    attempts: number;
    /** The last response's HTTP status, if there was one */
    last_status?: number;
    /** Why the last attempt failed, such as `TIMEOUT` */
    last_code?: string;
  };
};

export type VerifyStartBody = {
  /** At most 50 keys of 1 to 40 characters, 8 KiB in all; repeated in every webhook */
  metadata?: Record<string, string | number | boolean | null> | undefined;
  /** Where the browser returns, with verificationId, status and, after an approval, token in the query; `code` in place of the token where the tenant chose so (`POST /tokens/exchange`). https only; http for localhost and with test keys */
  callback_url?: string | undefined;
  /** Where the browser returns instead, with verificationId and status, when there is no decision: the person cancelled, or the verification failed or expired. Same rules as `callback_url`, which takes its place where it is absent */
  cancel_url?: string | undefined;
  /** Where the events of this verification go instead of to the address of your webhook endpoint at the same origin, signed with that endpoint's secret; other endpoints receive theirs as ever. https, and the origin of an enabled endpoint for the key's mode */
  notification_url?: string | undefined;
  /** Your own order or session number, repeated in status, list and webhooks; no personal data, please. Where your settings say that references are unique, one that you have given before is refused */
  reference?: string | undefined;
  /** Checked, but not stored */
  userAgent?: string | undefined;
  /** Stored only as a keyed hash */
  ip?: string | undefined;
  /** Whole years; the tenant's default (18) if absent */
  minimumAge?: number | undefined;
  /** Ages in years that the result answers one by one, ascending. The minimum age must be one of them, and alone decides */
  thresholds?: number[] | undefined;
  /** What the result tells; the tenant's default if absent */
  disclosure?: "age" | "thresholds" | undefined;
  /** A subset of the tenant's methods, in the order to offer them */
  methods?: string[] | undefined;
  /** The hosted page's language: en, de, fr, es, it, pt, pl, ar; for any other, and if absent, the browser's */
  locale?: string | undefined;
  /** How long the end user has; 1,800 if absent */
  expiresInSeconds?: number | undefined;
  /** Where the end user is, ISO 3166-1 alpha-2: chooses the policy's rule; without a policy it has no effect. Not stored itself */
  country?: string | undefined;
  /** ISO 3166-2, for example `US-NY`. It implies the country; `country`, if given too, must be the same. Not stored itself */
  region?: string | undefined;
  /** `pol_…`: another version of the tenant's method policy than the current one */
  policyId?: string | undefined;
  /** With a test key: only this listener (`POST /listeners`) gets the events, and no webhook endpoint does */
  listenerId?: string | undefined;
  /** Your own opaque reference to the person, always the same. In live mode and with a policy: at most 3 verifications, and 3 tries of each method whatever the policy allows, in 24 hours. Kept for a day as a keyed hash; no personal data, please */
  subjectRef?: string | undefined;
};

export type VerifyStartResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** Where to send the end user */
  sessionUrl?: string;
  /** The same address; always present */
  redirectUrl: string;
  config: {
    minimumAge: number;
    /** Where thresholds were given, or disclosure is `thresholds` */
    thresholds?: number[];
    /** Present together with `thresholds` */
    disclosure?: "age" | "thresholds" | (string & Record<never, never>);
    methods: string[];
    locale: string | null;
    /** ISO 8601 in UTC, with milliseconds */
    expiresAt: string;
    mode: "live" | "test" | (string & Record<never, never>);
    /** The rule that applies to this verification; absent without a policy */
    policy?: {
      /** `pol_…` */
      id: string;
      /** Its number, ascending by tenant */
      version: number;
      /** The place of the rule: a region, a country or `default` */
      region: string;
    };
  };
};

export type VerifyCompleteBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  dateOfBirth?: string | undefined;
  /** Whole years */
  verifiedAge?: number | undefined;
  result?: "approved" | "rejected" | undefined;
  /** 0 to 1; absent until known */
  confidence?: number | undefined;
  /** For example `passport`, `driving_licence` */
  documentType?: string | undefined;
};

export type VerifyCompleteResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** 0 to 1; absent until known */
  confidence?: number;
  result: VerificationResult;
  /** JWT; only if approved */
  token?: string;
};

export type VerifyStatusQuery = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** One or more of `config`, `metadata` and `attempts`, separated by commas */
  expand?: string | undefined;
};

export type VerifyStatusResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** 0 to 1; absent until known */
  confidence?: number;
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds */
  completedAt?: string;
  result?: VerificationResult;
  error?: {
    code: string;
    message: string;
  };
  /** The rejected verification that this one appeals; absent where it is no appeal */
  appealOf?: string;
  /** The appeal of this rejection; absent where there is none */
  appeal?: {
    /** `ver_…`, as returned by /verify/start */
    verificationId: string;
    status: VerificationStatus;
    /** Whether the appeal was approved; the rejection itself stays */
    overturned: boolean;
  };
  /** When it was erased: `result`, `error` and all other details are gone since */
  redactedAt?: string;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
  /** With `expand=config`: as /verify/start answered */
  config?: {
    minimumAge: number;
    /** Where thresholds were given, or disclosure is `thresholds` */
    thresholds?: number[];
    /** Present together with `thresholds` */
    disclosure?: "age" | "thresholds" | (string & Record<never, never>);
    methods: string[];
    locale: string | null;
    /** ISO 8601 in UTC, with milliseconds */
    expiresAt: string;
    mode: "live" | "test" | (string & Record<never, never>);
    /** The rule that applies to this verification; absent without a policy */
    policy?: {
      /** `pol_…` */
      id: string;
      /** Its number, ascending by tenant */
      version: number;
      /** The place of the rule: a region, a country or `default` */
      region: string;
    };
  };
  /** With `expand=metadata`: as sent to /verify/start; empty where there is none, or no longer */
  metadata?: Record<string, unknown>;
  /** With `expand=attempts`: by method */
  attempts?: Array<{
    /** `undisclosed`, for all of them, where the policy hides the method */
    method: string;
    used: number;
    /** Without a policy, all methods share this number */
    allowed: number;
    /** Why the last attempt decided nothing */
    lastErrorCode?: string;
  }>;
};

export type VerifyEventsQuery = {
  /** `ver_…`, as returned by /verify/start */
  verificationId?: string | undefined;
  /** `nextCursor` of the previous answer; absent: from the oldest event */
  after?: string | undefined;
  /** At most 100 */
  limit?: number | undefined;
  /** The key's own if absent; a test key reads `test` only */
  mode?: "live" | "test" | undefined;
};

export type VerifyEventsResponse = {
  events: Array<{
    /** `evt_…`: the webhook's `X-Event-Id` */
    eventId: string;
    mode: "live" | "test" | (string & Record<never, never>);
    /** `ver_…`, as returned by /verify/start */
    verificationId: string;
    /** The webhook's body */
    payload:
      | VerificationCompletedEvent
      | VerificationFailedEvent
      | VerificationExpiredEvent
      | VerificationAppealedEvent
      | VerificationRedactedEvent;
  }>;
  /** For `after`, also on the last page; null with a verificationId */
  nextCursor: string | null;
  hasMore: boolean;
};

export type VerifySubmitBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  result: "approved" | "rejected";
  /** Whole years */
  verifiedAge?: number | undefined;
  /** 0 to 1; absent until known */
  confidence?: number | undefined;
  /** For example `passport`, `driving_licence` */
  documentType?: string | undefined;
  /** Your own short code; no personal data */
  reason?: string | undefined;
};

export type VerifySubmitResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** ISO 8601 in UTC, with milliseconds */
  completedAt: string;
  result: VerificationResult;
};

export type VerifyCancelBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
};

export type VerifyCancelResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** ISO 8601 in UTC, with milliseconds */
  completedAt: string;
  error: {
    code: string;
    message: string;
  };
};

export type VerifySimulateBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** `under_age` is one year below the minimum age; `expire` ends the time now */
  outcome: "approve" | "under_age" | "poor_document" | "provider_error" | "expire";
};

export type VerifySimulateResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  status: VerificationStatus;
  /** 0 to 1; absent until known */
  confidence?: number;
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds */
  completedAt?: string;
  result?: VerificationResult;
  error?: {
    code: string;
    message: string;
  };
  /** The rejected verification that this one appeals; absent where it is no appeal */
  appealOf?: string;
  /** The appeal of this rejection; absent where there is none */
  appeal?: {
    /** `ver_…`, as returned by /verify/start */
    verificationId: string;
    status: VerificationStatus;
    /** Whether the appeal was approved; the rejection itself stays */
    overturned: boolean;
  };
  /** When it was erased: `result`, `error` and all other details are gone since */
  redactedAt?: string;
  /** As sent to /verify/start; absent where none was sent */
  reference?: string;
};

export type VerifyListQuery = {
  /** An overdue verification counts as `expired` */
  status?: VerificationStatus | undefined;
  /** Only completed ones have an outcome */
  outcome?: "approved" | "rejected" | undefined;
  /** The method that decided or ended it, for example `document` */
  method?: string | undefined;
  /** The key's own if absent; a test key reads `test` only */
  mode?: "live" | "test" | undefined;
  /** Exactly as sent to /verify/start */
  reference?: string | undefined;
  /** Together with `metadataValue` */
  metadataKey?: string | undefined;
  /** The whole value under `metadataKey`, exactly; a number or a boolean as JSON writes it */
  metadataValue?: string | undefined;
  /** Started at this time or later */
  from?: string | undefined;
  /** Started at this time or earlier */
  to?: string | undefined;
  /** At most 100 */
  limit?: number | undefined;
  /** `nextCursor` of the previous page */
  cursor?: string | undefined;
};

export type VerifyListResponse = {
  verifications: Array<{
    /** `ver_…`, as returned by /verify/start */
    verificationId: string;
    status: VerificationStatus;
    /** 0 to 1; absent until known */
    confidence?: number;
    /** ISO 8601 in UTC, with milliseconds */
    createdAt: string;
    /** ISO 8601 in UTC, with milliseconds */
    completedAt?: string;
    result?: VerificationResult;
    error?: {
      code: string;
      message: string;
    };
    /** The rejected verification that this one appeals; absent where it is no appeal */
    appealOf?: string;
    /** The appeal of this rejection; absent where there is none */
    appeal?: {
      /** `ver_…`, as returned by /verify/start */
      verificationId: string;
      status: VerificationStatus;
      /** Whether the appeal was approved; the rejection itself stays */
      overturned: boolean;
    };
    /** When it was erased: `result`, `error` and all other details are gone since */
    redactedAt?: string;
    /** As sent to /verify/start; absent where none was sent */
    reference?: string;
    mode: "live" | "test" | (string & Record<never, never>);
    /** The method that decided or ended it; null: none has */
    method: string | null;
  }>;
  /** null: this is the last page */
  nextCursor: string | null;
};

export type VerifyRedactBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
};

export type VerifyRedactResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** ISO 8601 in UTC, with milliseconds */
  redactedAt: string;
  /** JWS, `typ: erasure-receipt+jwt`, by a key of /.well-known/erasure-log; see docs/erasure.md */
  receipt: string;
  /** Base64url. `subject_hash` in the receipt is SHA-256 of these bytes and the verificationId */
  salt: string;
};

export type VerifyReceiptQuery = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
};

export type VerifyReceiptResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** ISO 8601 in UTC, with milliseconds */
  redactedAt: string;
  /** JWS, `typ: erasure-receipt+jwt`, by a key of /.well-known/erasure-log; see docs/erasure.md */
  receipt: string;
  /** Base64url. `subject_hash` in the receipt is SHA-256 of these bytes and the verificationId */
  salt: string;
};

export type TokensValidateBody = {
  /** The JWT, or a code (`vrc_…`) that a gate put into a form, which is good once */
  token: string;
};

export type TokensValidateResponse = {
  valid: boolean;
  /** true only if the person is proven to be at least 18 */
  over18: boolean;
  reason?: TokenReason;
  verificationId?: string;
  /** Whole years */
  verifiedAge?: number;
  /** For each threshold of the verification, whether the age reaches it; one that the evidence does not answer is absent */
  ageOver?: Record<string, boolean>;
  /** What `ageOver` says, as two numbers */
  band?: {
    /** The highest threshold that the age reaches; null: none is known */
    atLeast: number | null;
    /** The lowest threshold that it does not reach; null: none is known */
    below: number | null;
  };
  /** The minimum age that was asked for */
  minimumAge?: number;
  expiresAt?: string;
};

export type TokensExchangeBody = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** `vrc_…`, from the query of `callback_url` */
  code: string;
};

export type TokensExchangeResponse = {
  /** `ver_…`, as returned by /verify/start */
  verificationId: string;
  /** JWT */
  token: string;
  /** true only if the person is proven to be at least 18 */
  over18: boolean;
  /** Whole years */
  verifiedAge?: number;
  /** For each threshold of the verification, whether the age reaches it; one that the evidence does not answer is absent */
  ageOver?: Record<string, boolean>;
  /** What `ageOver` says, as two numbers */
  band?: {
    /** The highest threshold that the age reaches; null: none is known */
    atLeast: number | null;
    /** The lowest threshold that it does not reach; null: none is known */
    below: number | null;
  };
  /** The minimum age that was asked for */
  minimumAge: number;
  /** When the token expires */
  expiresAt: string;
};

export type ListenersOpenBody = {
  /** What the console's delivery log calls it */
  name: string;
  /** Only events of verifications with this value in their metadata, compared as a text */
  filter?:
    | {
        metadataKey: string;
        metadataValue: string;
      }
    | undefined;
  /** All but `verification.appealed` and `verification.redacted` if absent */
  events?:
    | Array<
        | "verification.completed"
        | "verification.failed"
        | "verification.expired"
        | "verification.appealed"
        | "verification.redacted"
      >
    | undefined;
};

export type ListenersOpenResponse = {
  /** `lsn_…`, as returned by POST /listeners */
  listenerId: string;
  /** `whsec_…`: signs its deliveries. Shown in this answer only */
  secret: string;
  mode: "live" | "test" | (string & Record<never, never>);
  /** When it ends, 7 days from now; each poll moves that on */
  expiresAt: string;
};

export type ListenersDeliveriesBody = {
  /** `lsn_…`, as returned by POST /listeners */
  listenerId: string;
  acknowledgements?:
    | Array<{
        deliveryId: string;
        /** As it came with the delivery */
        attempt: number;
        /** HTTP status; null: there was no answer */
        status: number | null;
        durationMs: number;
        /** Why there was no answer; required without a status */
        code?: "CONNECTION" | "DNS" | "TLS" | "TIMEOUT" | undefined;
      }>
    | undefined;
  waitSeconds?: number | undefined;
  /** 0: only acknowledge */
  limit?: number | undefined;
};

export type ListenersDeliveriesResponse = {
  deliveries: Array<{
    deliveryId: string;
    eventId: string;
    attempt: number;
    /** As a webhook's, signed with the listener's secret */
    headers: Record<string, string>;
    /** The exact text that is signed */
    body: string;
  }>;
  /** Acknowledgements that were not recorded: the lease was over and the delivery was taken again */
  lost: string[];
};

export type ListenersCloseBody = {
  /** `lsn_…`, as returned by POST /listeners */
  listenerId: string;
};

export type ListenersCloseResponse = {
  /** `lsn_…`, as returned by POST /listeners */
  listenerId: string;
};

export type UsageReadResponse = {
  billing: Billing;
  rateLimit: {
    /** Requests to these endpoints in a window; `RateLimit` says how many are left */
    limit: number;
    windowSeconds: number;
  };
  test: {
    /** Test verifications started this month; they are free */
    used: number;
    /** The most that a month allows */
    cap: number;
  };
};

export type LogsListQuery = {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
  status?: string | undefined;
  event?: string | undefined;
  /** Exact path, for example /verify/start */
  path?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  requestId?: string | undefined;
  /** Only requests with this API key, by its id: `key_…` */
  key?: string | undefined;
  /** At most 200 */
  limit?: number | undefined;
  /** Newest first: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest */
  after?: string | undefined;
  /** Only requests by keys of this mode; a test key reads `test` only */
  mode?: "live" | "test" | undefined;
};

export type LogsListResponse = {
  logs: Array<{
    id: string;
    /** ISO 8601 in UTC, with milliseconds */
    time: string;
    method: string;
    url: string;
    status: number;
    durationMs: number;
    event: string;
    requestId: string;
    /** The code of the error, if any */
    code: string | null;
    verificationId: string | null;
    /** Of the API key; null: a request without one, such as a browser's */
    mode: "live" | "test" | (string & Record<never, never>) | null;
    /** The id of the API key; null: a request without one */
    keyId: string | null;
  }>;
  nextCursor: string | null;
  /** With `after` */
  hasMore?: boolean;
};

export type AuditListQuery = {
  /** One action, or all on a kind of thing: `api_key.revoke`, `api_key` */
  action?: string | undefined;
  /** `member:mem_…`, `tenant:key_…`, `admin` or `system` */
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** At most 200 */
  limit?: number | undefined;
  /** Newest first: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest */
  after?: string | undefined;
};

export type AuditListResponse = {
  entries: Array<{
    id: string;
    /** ISO 8601 in UTC, with milliseconds */
    at: string;
    /** As noun.verb */
    action: string;
    /** Who did it, by id: no names */
    actor: string;
    /** The id of the changed object */
    target: string;
    /** The new values and, under `before`, the old ones; never a secret */
    changes: unknown;
    requestId: string;
  }>;
  /** For `cursor`, or for `after` if that was given */
  nextCursor: string | null;
  hasMore: boolean;
};

export type AdminMetricsResponse = {
  uptimeSeconds: number;
  dbStatus: "connected" | "disconnected" | (string & Record<never, never>);
  cacheStatus: "connected" | "disconnected" | (string & Record<never, never>);
  totalTenants: number | null;
  totalVerifications: number | null;
  /** By this process since it started */
  requestLogLinesDropped: number;
  verificationsExpired: number | null;
  /** Verifications whose metadata was erased by retention */
  verificationsPurged: number | null;
  eventsPurged: number | null;
  webhooks: {
    /** Waiting deliveries */
    queueDepth: number;
    /** How long the oldest due delivery has waited */
    oldestDueSeconds: number;
    /** By result: ok, status, dns, tls, timeout, … */
    attempts: Record<string, number>;
  } | null;
};

export type AdminTenantsListQuery = {
  /** At most 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type AdminTenantsListResponse = TenantRow[];

export type AdminTenantsCreateBody = {
  name: string;
  plan?: "free" | "growth" | "scale" | undefined;
  overrides?: PlanOverrides | undefined;
  /** Invited as the first owner, for 30 days; stored encrypted */
  ownerEmail?: string | undefined;
};

export type AdminTenantsCreateResponse = {
  id: string;
  name: string;
  apiKey: string;
  isActive: boolean;
  /** With `ownerEmail` */
  ownerInvitation?: {
    id: string;
    /** Send it to the person; returned only once */
    url: string;
    /** ISO 8601 in UTC, with milliseconds */
    expiresAt: string;
    /** The e-mail with the link. `queued`: it is on its way; `none`: the invitation names no address that mail can go to; `off`: the operator has set no mail server; `limit`: the tenant has sent 20 within the hour, or the address got 5 within a day. Except for `queued`, send the link yourself */
    mail: "queued" | "none" | "off" | "limit" | (string & Record<never, never>);
  };
};

export type AdminTenantsGetResponse = TenantDetail;

export type AdminTenantsUpdateBody = {
  name?: string | undefined;
  isActive?: boolean | undefined;
  plan?: "free" | "growth" | "scale" | undefined;
  overrides?: PlanOverrides | undefined;
  /** The methods that its pages offer, in this order: `document`, `wallet` or another method of this deployment */
  methods?: string[] | undefined;
  /** What the browser brings to `callback_url` after an approval; `code` keeps tokens out of addresses */
  returnWith?: "token" | "code" | undefined;
  /** What new verifications tell where their start does not say */
  disclosure?: "age" | "thresholds" | undefined;
  /** A method policy: published as the tenant's next version, for verifications that start from now on. It may name any method of this deployment. null: the tenant has no policy any more */
  policy?: Policy | null | undefined;
  /** With `policy`: codes of the warnings that it is published in spite of */
  acceptedWarnings?: string[] | undefined;
  /** With `STRIPE_METER_SECRET_KEY`: whom its usage is reported for, from this month on. null: for nobody any more */
  stripeCustomerId?: string | null | undefined;
  /** Not accepted: invite an owner with `POST /admin/tenants/:id/invitations` */
  ownerEmail?: never | undefined;
};

export type AdminTenantsUpdateResponse = TenantDetail;

export type AdminTenantsDeleteQuery = {
  /** The tenant's name, exactly, to confirm it */
  name: string;
};

export type AdminTenantsDeleteResponse = {
  id: string;
  deletion: TenantDeletion;
};

export type AdminMembersListResponse = TenantMember[];

export type AdminMembersUpdateBody = {
  /** The person's permissions in the console: see docs/console-api.md */
  role: "owner" | "admin" | "developer" | "support" | "viewer";
};

export type AdminMembersUpdateResponse = TenantMember;

export type AdminMembersRemoveResponse = {
  id: string;
};

export type AdminMembersDeleteResponse = {
  id: string;
};

export type AdminInvitationsListQuery = {
  /** At most 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type AdminInvitationsListResponse = TenantInvitation[];

export type AdminInvitationsCreateBody = {
  /** `owner` if absent */
  role?: "owner" | "admin" | "developer" | "support" | "viewer" | undefined;
  /** Stored encrypted */
  email?: string | undefined;
  /** 7 if absent */
  expiresInDays?: number | undefined;
};

export type AdminInvitationsCreateResponse = InvitationLink;

export type AdminInvitationsRenewBody = {
  /** 7 if absent */
  expiresInDays?: number | undefined;
};

export type AdminInvitationsRenewResponse = InvitationLink;

export type AdminInvitationsWithdrawResponse = {
  id: string;
};

export type AdminWalletCertificateGetResponse = {
  /** null: the tenant has none */
  certificate: WalletCertificate | null;
};

export type AdminWalletCertificateSetBody = {
  /** The P-256 private key, PEM, without a password; never returned */
  key: string;
  /** The certificate and those above it, PEM */
  chain: string;
  /** The registration certificate (ETSI TS 119 475), a JWT */
  registration?: string | undefined;
  /** The metadata for Google Wallet (`gw_rp_metadata_bytes`), in base64url, base64 or hexadecimal. Refused if the certificate names the hash of another one */
  metadata?: string | undefined;
};

export type AdminWalletCertificateSetResponse = WalletCertificate;

export type AdminWalletCertificateRemoveResponse = {
  id: string;
};

export type AdminLogsQuery = {
  tenantId?: string | undefined;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
  status?: string | undefined;
  event?: string | undefined;
  /** Exact path, for example /verify/start */
  path?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  requestId?: string | undefined;
  /** Only requests with this API key, by its id: `key_…` */
  key?: string | undefined;
  /** At most 200 */
  limit?: number | undefined;
  /** Newest first: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest */
  after?: string | undefined;
};

export type AdminLogsResponse = {
  logs: Array<{
    id: string;
    /** ISO 8601 in UTC, with milliseconds */
    time: string;
    method: string;
    url: string;
    status: number;
    durationMs: number;
    tenantId: string | null;
    event: string;
    requestId: string;
    /** The code of the error, if any */
    code: string | null;
    verificationId: string | null;
  }>;
  nextCursor: string | null;
  /** With `after` */
  hasMore?: boolean;
};

export type AdminAuditQuery = {
  tenantId?: string | undefined;
  /** One action, or all on a kind of thing: `api_key.revoke`, `api_key` */
  action?: string | undefined;
  /** `member:mem_…`, `tenant:key_…`, `admin` or `system` */
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** At most 200 */
  limit?: number | undefined;
  /** Newest first: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest */
  after?: string | undefined;
};

export type AdminAuditResponse = {
  entries: Array<{
    id: string;
    /** ISO 8601 in UTC, with milliseconds */
    at: string;
    /** Null: the deployment itself, such as a trust anchor */
    tenantId: string | null;
    /** As noun.verb */
    action: string;
    /** Who did it, by id: no names */
    actor: string;
    /** The id of the changed object */
    target: string;
    /** The new values and, under `before`, the old ones; never a secret */
    changes: unknown;
    requestId: string;
  }>;
  /** For `cursor`, or for `after` if that was given */
  nextCursor: string | null;
  hasMore: boolean;
};

export type AdminTrustListResponse = TrustAnchor[];

export type AdminTrustImportBody =
  | {
      format: "pem";
      /** One or more certificates */
      content: string;
      credentialTypes: string[];
      label?: string | undefined;
      /** Absent: the usual one of the type, and a type that has none has to name one; null: none is required */
      eku?: string | null | undefined;
      /** Instead of `eku`: several, of which a signer needs one */
      ekus?: string[] | undefined;
      /** For `vical`: the types that the provider's lists can vouch for; absent: `org.iso.18013.5.1.mDL` */
      vouchesFor?: string[] | undefined;
    }
  | {
      format: "vical";
      /** The file (ISO/IEC 18013-5 Annex C) */
      content: string;
    }
  | {
      format: "eu_trusted_list";
      /** The XML (ETSI TS 119 612) */
      content: string;
      /** Fingerprints that you have compared with their source; absent: only shows the list */
      confirm?: string[] | undefined;
    };

export type AdminTrustImportResponse = {
  /** Trusted from now on */
  anchors: TrustAnchor[];
  /** Entries of the EU list, to compare and confirm */
  candidates: TrustCandidate[];
  /** Entries of a list that are unreadable or cannot be anchors */
  skipped: number;
  /** Types in a list that its provider is not pinned for */
  outside: number;
  /** The number of the replaced VICAL, if it was higher than this one's. The later date counts all the same: some providers' numbers do not rise */
  replacedHigherIssueId: string | null;
};

export type AdminTrustRemoveResponse = {
  id: string;
};

export type HealthResponse = {
  status: "ok" | "degraded" | (string & Record<never, never>);
  database: "connected" | "disconnected" | (string & Record<never, never>);
  cache: "connected" | "disconnected" | (string & Record<never, never>);
  /** Only with the status `degraded`. `database_silent`: no answer within two seconds. `process_broken`: a request that is always right fails in this process, which ends so that another one takes its place */
  reasons?: Array<
    | "database_unreachable"
    | "database_silent"
    | "database_read_only"
    | "cache_unreachable"
    | "process_broken"
    | "shutting_down"
    | (string & Record<never, never>)
  >;
};

export type ReadyResponse = {
  status: "ready";
};

export type ServingResponse = {
  status: "serving";
};

export type JwksResponse = {
  keys: Array<{
    kty: string;
    kid: string;
  }>;
};

export type ErasureLogQuery = {
  /** `next` of the page before */
  after?: number | undefined;
  /** At most 500 */
  limit?: number | undefined;
};

export type ErasureLogResponse = {
  /** JWS, `typ: erasure-head+jwt`: `day`, `count`, the last receipt's number, `last`, its hash, `root`, over all hashes, and, after a restore from a backup, `restored`, its notes */
  head: string;
  /** JSON Web Keys (RFC 7517) of receipts and heads; they sign nothing else */
  keys: Array<{
    kty: string;
    kid: string;
  }>;
  /** SHA-256 of each receipt's text, base64url. The root after each is SHA-256 of the root before and the hash */
  hashes: string[];
  /** Absent on the last page */
  next?: number;
};

export type OpenapiResponse = {
  openapi: string;
};

export type CliDeviceAuthorizationBody = {
  /** The only client there is */
  client_id: "lintel-cli";
  /** What the computer calls itself; the console and the key's name show it */
  host_name?: string | undefined;
};

export type CliDeviceAuthorizationResponse = {
  /** A secret of the client */
  device_code: string;
  /** What the member types or compares */
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  /** Seconds */
  expires_in: number;
  /** Seconds between calls of /cli/token */
  interval: number;
};

export type CliTokenBody = {
  /** The only client there is */
  client_id: "lintel-cli";
  grant_type: "urn:ietf:params:oauth:grant-type:device_code";
  device_code: string;
};

export type CliTokenResponse = {
  /** An API key of test mode */
  access_token: string;
  token_type: "api_key";
  mode: "test";
  tenantId: string;
  tenantName: string;
  /** As the list of keys in the console shows it */
  keyName: string;
};

export type PracticeStatementQuery = {
  /** A tenant's id, the `aud` of its tokens; left out: the deployment */
  tenant?: string | undefined;
  /** An earlier version */
  version?: number | undefined;
};

export type PracticeStatementResponse = {
  version: number;
  /** ISO 8601 in UTC, with milliseconds */
  createdAt: string;
  /** SHA-256 of the statement with the members of each object in order, base64url */
  hash: string;
  statement: {
    format: string;
    of: {
      kind: "deployment" | "tenant" | (string & Record<never, never>);
      id: string | null;
      name: string;
    };
    address: string;
    software: {
      name: string;
      version: string;
      commit: string | null;
      isDevelopment: boolean;
    };
    roles: Array<{
      role: string;
      name: string;
      does: string;
    }>;
    methods: Array<{
      id: string;
      name: string;
      /** How the age is learned, by the kinds of ISO/IEC 27566-1 */
      category:
        | "verification"
        | "estimation"
        | "inference"
        | "self_declared"
        | (string & Record<never, never>);
      needs: string[];
      /** Ages in years; null: every age */
      surelyAnswers: number[] | null;
      isDoubleBlind: boolean;
      /** What regulators' lists call it; absent, like the next four, in statements of older releases */
      proofKind?:
        | "photo_id"
        | "photo_id_matching"
        | "wallet"
        | "identity_provider"
        | "in_person"
        | "face_estimation"
        | "credit_card"
        | "mobile_operator"
        | "open_banking"
        | "email_estimation"
        | "self_declared"
        | "repeated"
        | (string & Record<never, never>);
      /** What ties the person at the screen to the proof */
      binding?: "nothing" | "face" | "device_key" | "sign_in" | "in_person" | (string & Record<never, never>);
      /** Whether it checks that a living person is there */
      checksLiveness?: boolean;
      /** Whether an age key can repeat it later */
      isRepeatable?: boolean;
      /** Regulators by what their published lists say of the kind; the others do not name it */
      lists?: {
        accepted: Array<
          | "ofcom"
          | "arcom"
          | "kjm"
          | "agcom"
          | "commission"
          | "esafety"
          | "new_york"
          | "anpd"
          | (string & Record<never, never>)
        >;
        conditional: Array<
          | "ofcom"
          | "arcom"
          | "kjm"
          | "agcom"
          | "commission"
          | "esafety"
          | "new_york"
          | "anpd"
          | (string & Record<never, never>)
        >;
        refused: Array<
          | "ofcom"
          | "arcom"
          | "kjm"
          | "agcom"
          | "commission"
          | "esafety"
          | "new_york"
          | "anpd"
          | (string & Record<never, never>)
        >;
      };
      assurances: Array<{
        assurance: string;
        proves: string;
        doesNotProve: string;
      }>;
      limits: string[];
      /** How zero-knowledge proofs are asked for, and which program verifies them; absent: they are not */
      zeroKnowledge?: {
        isRequired: boolean;
        says: string;
        verifiedBy: string;
      };
    }>;
    /** Of a tenant: what is asked, by place */
    ages: {
      minimumAge: number;
      policy: {
        version: number;
        rules: Array<{
          place: string;
          minimumAge: number | null;
          methods: Array<{
            id: string;
            use: string;
          }>;
        }>;
      } | null;
    } | null;
    languages: string[];
    appeal: {
      isOffered: boolean;
      how: string;
    };
    complaint: string | null;
    contact: string | null;
    data: Array<{
      id: string;
      of: "person" | "member" | (string & Record<never, never>);
      item: string;
      /** Table and columns */
      stored: string;
      place: string;
      retention: string;
      kept: string;
      seconds: number | null;
    }>;
    neverStored: Array<{
      id: string;
      item: string;
    }>;
    processors: Array<{
      id: string;
      name: string;
      host: string | null;
      gets: string;
      isForTests: boolean;
    }>;
    limits: string[];
    /** The newest run of the conformance kit that the operator kept */
    conformance: {
      at: string;
      passed: number;
      failed: number;
    } | null;
  };
  /** `typ: practice-statement+jwt`: `version` and `statement`, signed */
  jws: string;
  /** JSON Web Keys (RFC 7517) of statements; they sign nothing else */
  keys: Array<{
    kty: string;
    kid: string;
  }>;
  /** The newest hundred, newest first */
  versions: Array<{
    version: number;
    /** ISO 8601 in UTC, with milliseconds */
    createdAt: string;
    hash: string;
  }>;
};

export type PracticeNumbersQuery = {
  /** A tenant's id, the `aud` of its tokens; left out: the deployment */
  tenant?: string | undefined;
  /** The last one that is counted where left out */
  month?: string | undefined;
};

export type PracticeNumbersResponse = {
  month: string;
  tenant: string | null;
  mode: "live";
  counts: {
    started: number | null;
    opened: number | null;
    tried: number | null;
    approved: number | null;
    rejected: number | null;
    failed: number | null;
    expired: number | null;
  };
  methods: Array<{
    method: string;
    started: number | null;
    opened: number | null;
    tried: number | null;
    approved: number | null;
    rejected: number | null;
    failed: number | null;
    expired: number | null;
  }>;
  seconds: {
    median: number;
    p95: number;
  } | null;
  triesPerCheck: number | null;
  /** Tries that decided nothing, by method and by the code of why */
  undecided: Array<{
    method: string;
    code: string;
    tries: number | null;
  }>;
  appeals: number | null;
  overturned: number | null;
  reuseShare: number | null;
  about: string;
};

/** A webhook's body. Endpoints may get events that this release does not know: have a default case. */
export type WebhookEvent =
  | VerificationCompletedEvent
  | VerificationFailedEvent
  | VerificationExpiredEvent
  | VerificationAppealedEvent
  | VerificationRedactedEvent
  | AlertRaisedEvent
  | AlertResolvedEvent
  | EndpointFailingEvent
  | EndpointDisabledEvent
  | EndpointRecoveredEvent
  | DeliveryExhaustedEvent;
