# Made by npm run sdk:types from the service's OpenAPI document. Do not edit.
"""The fields that the service takes and sends, as dictionaries. It may send more fields and values than these."""

from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
    "AdminAuditParams",
    "AdminAuditResponse",
    "AdminAuditResponseEntriesItem",
    "AdminInvitationsCreateRequest",
    "AdminInvitationsListPage",
    "AdminInvitationsListParams",
    "AdminInvitationsRenewRequest",
    "AdminInvitationsWithdrawResponse",
    "AdminLogsParams",
    "AdminLogsResponse",
    "AdminLogsResponseLogsItem",
    "AdminMembersDeleteResponse",
    "AdminMembersRemoveResponse",
    "AdminMembersUpdateRequest",
    "AdminMetricsResponse",
    "AdminMetricsResponseWebhooks",
    "AdminTenantsCreateRequest",
    "AdminTenantsCreateResponse",
    "AdminTenantsCreateResponseOwnerInvitation",
    "AdminTenantsDeleteParams",
    "AdminTenantsDeleteResponse",
    "AdminTenantsListPage",
    "AdminTenantsListParams",
    "AdminTenantsUpdateRequest",
    "AdminTrustImportRequest",
    "AdminTrustImportResponse",
    "AdminTrustRemoveResponse",
    "AdminWalletCertificateGetResponse",
    "AdminWalletCertificateRemoveResponse",
    "AdminWalletCertificateSetRequest",
    "AlertRaisedEvent",
    "AlertRaisedEventAlert",
    "AlertResolvedEvent",
    "AlertResolvedEventAlert",
    "AuditParams",
    "AuditResponse",
    "AuditResponseEntriesItem",
    "Billing",
    "BillingPeriod",
    "CancelResponse",
    "CancelResponseError",
    "CompleteRequest",
    "CompleteResponse",
    "DeliveryExhaustedEvent",
    "DeliveryExhaustedEventDelivery",
    "DeliveryExhaustedEventEndpoint",
    "EndpointDisabledEvent",
    "EndpointDisabledEventEndpoint",
    "EndpointFailingEvent",
    "EndpointFailingEventEndpoint",
    "EndpointRecoveredEvent",
    "EndpointRecoveredEventEndpoint",
    "EventsParams",
    "EventsResponse",
    "EventsResponseEventsItem",
    "ExchangeRequest",
    "ExchangeResponse",
    "ExchangeResponseBand",
    "InvitationLink",
    "ListParams",
    "ListResponse",
    "ListResponseVerificationsItem",
    "ListResponseVerificationsItemAppeal",
    "ListResponseVerificationsItemError",
    "LogsParams",
    "LogsResponse",
    "LogsResponseLogsItem",
    "PlanOverrides",
    "Policy",
    "PolicyDefault",
    "PolicyDefaultAgeKeys",
    "PolicyMethod",
    "PolicyPlace",
    "PolicyPlaceAgeKeys",
    "ReceiptResponse",
    "RedactResponse",
    "SimulateRequest",
    "SimulateResponse",
    "SimulateResponseAppeal",
    "SimulateResponseError",
    "StartRequest",
    "StartResponse",
    "StartResponseConfig",
    "StartResponseConfigPolicy",
    "StatusResponse",
    "StatusResponseAppeal",
    "StatusResponseAttemptsItem",
    "StatusResponseConfig",
    "StatusResponseConfigPolicy",
    "StatusResponseError",
    "SubmitRequest",
    "SubmitResponse",
    "TenantDeletion",
    "TenantDetail",
    "TenantDetailLastVerificationsItem",
    "TenantInvitation",
    "TenantMember",
    "TenantRow",
    "TrustAnchor",
    "TrustCandidate",
    "UsageResponse",
    "UsageResponseRateLimit",
    "UsageResponseTest",
    "ValidateResponse",
    "ValidateResponseBand",
    "VerificationAppealedEvent",
    "VerificationAppealedEventAppeal",
    "VerificationCompletedEvent",
    "VerificationCompletedEventVerification",
    "VerificationExpiredEvent",
    "VerificationFailedEvent",
    "VerificationFailedEventError",
    "VerificationRedactedEvent",
    "VerificationResult",
    "VerificationResultBand",
    "WalletCertificate",
    "WalletCertificateGoogle",
    "WalletCertificateRegistration",
    "WebhookEvent",
]


class StartRequest(TypedDict, total=False):
    # At most 50 keys of 1 to 40 characters, 8 KiB in all; repeated in every webhook
    metadata: Mapping[str, Any]
    # Where the browser returns, with verificationId, status and, after an approval, token in the query;
    # ``code`` in place of the token where the tenant chose so (``POST /tokens/exchange``). https only; http
    # for localhost and with test keys
    callback_url: str
    # Where the browser returns instead, with verificationId and status, when there is no decision: the person
    # cancelled, or the verification failed or expired. Same rules as ``callback_url``, which takes its place
    # where it is absent
    cancel_url: str
    # Where the events of this verification go instead of to the address of your webhook endpoint at the same
    # origin, signed with that endpoint's secret; other endpoints receive theirs as ever. https, and the
    # origin of an enabled endpoint for the key's mode
    notification_url: str
    # Your own order or session number, repeated in status, list and webhooks; no personal data, please. Where
    # your settings say that references are unique, one that you have given before is refused
    reference: str
    # Checked, but not stored
    userAgent: str
    # Stored only as a keyed hash
    ip: str
    # Whole years; the tenant's default (18) if absent
    minimumAge: int
    # Ages in years that the result answers one by one, ascending. The minimum age must be one of them, and
    # alone decides
    thresholds: Sequence[int]
    # What the result tells; the tenant's default if absent
    disclosure: Literal["age", "thresholds"]
    # A subset of the tenant's methods, in the order to offer them
    methods: Sequence[str]
    # The hosted page's language: en, de, fr, es, it, pt, pl, ar; for any other, and if absent, the browser's
    locale: str
    # How long the end user has; 1,800 if absent
    expiresInSeconds: int
    # Where the end user is, ISO 3166-1 alpha-2: chooses the policy's rule; without a policy it has no effect.
    # Not stored itself
    country: str
    # ISO 3166-2, for example ``US-NY``. It implies the country; ``country``, if given too, must be the same.
    # Not stored itself
    region: str
    # ``pol_…``: another version of the tenant's method policy than the current one
    policyId: str
    # With a test key: only this listener (``POST /listeners``) gets the events, and no webhook endpoint does
    listenerId: str
    # Your own opaque reference to the person, always the same. In live mode and with a policy: at most 3
    # verifications, and 3 tries of each method whatever the policy allows, in 24 hours. Kept for a day as a
    # keyed hash; no personal data, please
    subjectRef: str


class _StartResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # The same address; always present
    redirectUrl: str
    config: "StartResponseConfig"


class StartResponse(_StartResponse, total=False):
    # Where to send the end user
    sessionUrl: str


class _StartResponseConfig(TypedDict):
    minimumAge: int
    methods: List[str]
    locale: Optional[str]
    # ISO 8601 in UTC, with milliseconds
    expiresAt: str
    # One of ``live``, ``test`` so far.
    mode: str


class StartResponseConfig(_StartResponseConfig, total=False):
    # Where thresholds were given, or disclosure is ``thresholds``
    thresholds: List[int]
    # Present together with ``thresholds``. One of ``age``, ``thresholds`` so far.
    disclosure: str
    # The rule that applies to this verification; absent without a policy
    policy: "StartResponseConfigPolicy"


class StartResponseConfigPolicy(TypedDict):
    """The rule that applies to this verification; absent without a policy"""

    # ``pol_…``
    id: str
    # Its number, ascending by tenant
    version: int
    # The place of the rule: a region, a country or ``default``
    region: str


class _CompleteRequest(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str


class CompleteRequest(_CompleteRequest, total=False):
    dateOfBirth: str
    # Whole years
    verifiedAge: int
    result: Literal["approved", "rejected"]
    # 0 to 1; absent until known
    confidence: float
    # For example ``passport``, ``driving_licence``
    documentType: str


class _CompleteResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    result: "VerificationResult"


class CompleteResponse(_CompleteResponse, total=False):
    # 0 to 1; absent until known
    confidence: float
    # JWT; only if approved
    token: str


class _VerificationResult(TypedDict):
    # true: the person meets the minimum age
    verified: bool


class VerificationResult(_VerificationResult, total=False):
    # Whole years, if the method learned it; absent with disclosure ``thresholds``
    verifiedAge: int
    # For each threshold of the verification, whether the age reaches it; one that the evidence does not
    # answer is absent
    ageOver: Dict[str, bool]
    # What ``ageOver`` says, as two numbers
    band: "VerificationResultBand"
    # Only with the reuse check on: whether this document has decided more of your verifications than you
    # allow
    documentReused: bool


class VerificationResultBand(TypedDict):
    """What ``ageOver`` says, as two numbers"""

    # The highest threshold that the age reaches; null: none is known
    atLeast: Optional[int]
    # The lowest threshold that it does not reach; null: none is known
    below: Optional[int]


class _StatusResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    createdAt: str


class StatusResponse(_StatusResponse, total=False):
    # 0 to 1; absent until known
    confidence: float
    # ISO 8601 in UTC, with milliseconds
    completedAt: str
    result: "VerificationResult"
    error: "StatusResponseError"
    # The rejected verification that this one appeals; absent where it is no appeal
    appealOf: str
    # The appeal of this rejection; absent where there is none
    appeal: "StatusResponseAppeal"
    # When it was erased: ``result``, ``error`` and all other details are gone since
    redactedAt: str
    # As sent to /verify/start; absent where none was sent
    reference: str
    # With ``expand=config``: as /verify/start answered
    config: "StatusResponseConfig"
    # With ``expand=metadata``: as sent to /verify/start; empty where there is none, or no longer
    metadata: Dict[str, Any]
    # With ``expand=attempts``: by method
    attempts: List["StatusResponseAttemptsItem"]


class StatusResponseError(TypedDict):
    code: str
    message: str


class StatusResponseAppeal(TypedDict):
    """The appeal of this rejection; absent where there is none"""

    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # Whether the appeal was approved; the rejection itself stays
    overturned: bool


class _StatusResponseConfig(TypedDict):
    minimumAge: int
    methods: List[str]
    locale: Optional[str]
    # ISO 8601 in UTC, with milliseconds
    expiresAt: str
    # One of ``live``, ``test`` so far.
    mode: str


class StatusResponseConfig(_StatusResponseConfig, total=False):
    """With ``expand=config``: as /verify/start answered"""

    # Where thresholds were given, or disclosure is ``thresholds``
    thresholds: List[int]
    # Present together with ``thresholds``. One of ``age``, ``thresholds`` so far.
    disclosure: str
    # The rule that applies to this verification; absent without a policy
    policy: "StatusResponseConfigPolicy"


class StatusResponseConfigPolicy(TypedDict):
    """The rule that applies to this verification; absent without a policy"""

    # ``pol_…``
    id: str
    # Its number, ascending by tenant
    version: int
    # The place of the rule: a region, a country or ``default``
    region: str


class _StatusResponseAttemptsItem(TypedDict):
    # ``undisclosed``, for all of them, where the policy hides the method
    method: str
    used: int
    # Without a policy, all methods share this number
    allowed: int


class StatusResponseAttemptsItem(_StatusResponseAttemptsItem, total=False):
    # Why the last attempt decided nothing
    lastErrorCode: str


class EventsParams(TypedDict, total=False):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # ``nextCursor`` of the previous answer; absent: from the oldest event
    after: str
    # At most 100
    limit: int
    # The key's own if absent; a test key reads ``test`` only
    mode: Literal["live", "test"]


class EventsResponse(TypedDict):
    events: List["EventsResponseEventsItem"]
    # For ``after``, also on the last page; null with a verificationId
    nextCursor: Optional[str]
    hasMore: bool


class EventsResponseEventsItem(TypedDict):
    # ``evt_…``: the webhook's ``X-Event-Id``
    eventId: str
    # One of ``live``, ``test`` so far.
    mode: str
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # The webhook's body
    payload: Any


class _VerificationCompletedEvent(TypedDict):
    event: Literal["verification.completed"]
    # The request that started the verification; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # As sent to /verify/start
    metadata: Dict[str, Any]
    verification: "VerificationCompletedEventVerification"


class VerificationCompletedEvent(_VerificationCompletedEvent, total=False):
    # As sent to /verify/start; absent where none was sent
    reference: str


class _VerificationCompletedEventVerification(TypedDict):
    # One of ``verified``, ``rejected`` so far.
    status: str
    processing_time_ms: int


class VerificationCompletedEventVerification(_VerificationCompletedEventVerification, total=False):
    verified_age: int
    # For each threshold of the verification, whether the age reaches it; one that the evidence does not
    # answer is absent
    age_over: Dict[str, bool]
    # 0 to 1; absent until known
    confidence_score: float
    document_type: str


class _VerificationFailedEvent(TypedDict):
    event: Literal["verification.failed"]
    # The request that started the verification; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # As sent to /verify/start
    metadata: Dict[str, Any]
    error: "VerificationFailedEventError"


class VerificationFailedEvent(_VerificationFailedEvent, total=False):
    # As sent to /verify/start; absent where none was sent
    reference: str


class VerificationFailedEventError(TypedDict):
    # The last problem; CANCELLED_BY_USER if the person cancelled, CANCELLED if you did.
    code: str
    message: str


class _VerificationExpiredEvent(TypedDict):
    event: Literal["verification.expired"]
    # The request that started the verification; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # As sent to /verify/start
    metadata: Dict[str, Any]
    # ISO 8601 in UTC, with milliseconds
    expired_at: str


class VerificationExpiredEvent(_VerificationExpiredEvent, total=False):
    # As sent to /verify/start; absent where none was sent
    reference: str


class _VerificationAppealedEvent(TypedDict):
    event: Literal["verification.appealed"]
    # The request that started the verification; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # As sent to /verify/start
    metadata: Dict[str, Any]
    appeal: "VerificationAppealedEventAppeal"


class VerificationAppealedEvent(_VerificationAppealedEvent, total=False):
    """About the rejected verification; only to endpoints that name this event"""

    # As sent to /verify/start; absent where none was sent
    reference: str


class VerificationAppealedEventAppeal(TypedDict):
    # The verification that decides the appeal; its own events follow
    verification_id: str


class _VerificationRedactedEvent(TypedDict):
    event: Literal["verification.redacted"]
    # The request that started the verification; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # As sent to /verify/start
    metadata: Dict[str, Any]
    # From then on nothing about it is kept but that it took place
    redacted_at: str


class VerificationRedactedEvent(_VerificationRedactedEvent, total=False):
    """The verification was erased; ``metadata`` is empty. Only to endpoints that name this event"""

    # As sent to /verify/start; absent where none was sent
    reference: str


class _SubmitRequest(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    result: Literal["approved", "rejected"]


class SubmitRequest(_SubmitRequest, total=False):
    # Whole years
    verifiedAge: int
    # 0 to 1; absent until known
    confidence: float
    # For example ``passport``, ``driving_licence``
    documentType: str
    # Your own short code; no personal data
    reason: str


class SubmitResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    completedAt: str
    result: "VerificationResult"


class CancelResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    completedAt: str
    error: "CancelResponseError"


class CancelResponseError(TypedDict):
    code: str
    message: str


class SimulateRequest(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # ``under_age`` is one year below the minimum age; ``expire`` ends the time now
    outcome: Literal["approve", "under_age", "poor_document", "provider_error", "expire"]


class _SimulateResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    createdAt: str


class SimulateResponse(_SimulateResponse, total=False):
    # 0 to 1; absent until known
    confidence: float
    # ISO 8601 in UTC, with milliseconds
    completedAt: str
    result: "VerificationResult"
    error: "SimulateResponseError"
    # The rejected verification that this one appeals; absent where it is no appeal
    appealOf: str
    # The appeal of this rejection; absent where there is none
    appeal: "SimulateResponseAppeal"
    # When it was erased: ``result``, ``error`` and all other details are gone since
    redactedAt: str
    # As sent to /verify/start; absent where none was sent
    reference: str


class SimulateResponseError(TypedDict):
    code: str
    message: str


class SimulateResponseAppeal(TypedDict):
    """The appeal of this rejection; absent where there is none"""

    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # Whether the appeal was approved; the rejection itself stays
    overturned: bool


ListParams = TypedDict(
    "ListParams",
    {
        # An overdue verification counts as ``expired``
        "status": Literal["pending", "in_progress", "completed", "failed", "expired"],
        # Only completed ones have an outcome
        "outcome": Literal["approved", "rejected"],
        # The method that decided or ended it, for example ``document``
        "method": str,
        # The key's own if absent; a test key reads ``test`` only
        "mode": Literal["live", "test"],
        # Exactly as sent to /verify/start
        "reference": str,
        # Together with ``metadataValue``
        "metadataKey": str,
        # The whole value under ``metadataKey``, exactly; a number or a boolean as JSON writes it
        "metadataValue": str,
        # Started at this time or later
        "from": str,
        # Started at this time or earlier
        "to": str,
        # At most 100
        "limit": int,
        # ``nextCursor`` of the previous page
        "cursor": str,
    },
    total=False,
)


class ListResponse(TypedDict):
    verifications: List["ListResponseVerificationsItem"]
    # null: this is the last page
    nextCursor: Optional[str]


class _ListResponseVerificationsItem(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    createdAt: str
    # One of ``live``, ``test`` so far.
    mode: str
    # The method that decided or ended it; null: none has
    method: Optional[str]


class ListResponseVerificationsItem(_ListResponseVerificationsItem, total=False):
    # 0 to 1; absent until known
    confidence: float
    # ISO 8601 in UTC, with milliseconds
    completedAt: str
    result: "VerificationResult"
    error: "ListResponseVerificationsItemError"
    # The rejected verification that this one appeals; absent where it is no appeal
    appealOf: str
    # The appeal of this rejection; absent where there is none
    appeal: "ListResponseVerificationsItemAppeal"
    # When it was erased: ``result``, ``error`` and all other details are gone since
    redactedAt: str
    # As sent to /verify/start; absent where none was sent
    reference: str


class ListResponseVerificationsItemError(TypedDict):
    code: str
    message: str


class ListResponseVerificationsItemAppeal(TypedDict):
    """The appeal of this rejection; absent where there is none"""

    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # Whether the appeal was approved; the rejection itself stays
    overturned: bool


class RedactResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # ISO 8601 in UTC, with milliseconds
    redactedAt: str
    # JWS, ``typ: erasure-receipt+jwt``, by a key of /.well-known/erasure-log; see docs/erasure.md
    receipt: str
    # Base64url. ``subject_hash`` in the receipt is SHA-256 of these bytes and the verificationId
    salt: str


class ReceiptResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # ISO 8601 in UTC, with milliseconds
    redactedAt: str
    # JWS, ``typ: erasure-receipt+jwt``, by a key of /.well-known/erasure-log; see docs/erasure.md
    receipt: str
    # Base64url. ``subject_hash`` in the receipt is SHA-256 of these bytes and the verificationId
    salt: str


class _ValidateResponse(TypedDict):
    valid: bool
    # true only if the person is proven to be at least 18
    over18: bool


class ValidateResponse(_ValidateResponse, total=False):
    # One of ``TOKEN_INVALID``, ``TENANT_MISMATCH``, ``TOKEN_NOT_FOUND``, ``TOKEN_EXPIRED`` so far.
    reason: str
    verificationId: str
    # Whole years
    verifiedAge: int
    # For each threshold of the verification, whether the age reaches it; one that the evidence does not
    # answer is absent
    ageOver: Dict[str, bool]
    # What ``ageOver`` says, as two numbers
    band: "ValidateResponseBand"
    # The minimum age that was asked for
    minimumAge: int
    expiresAt: str


class ValidateResponseBand(TypedDict):
    """What ``ageOver`` says, as two numbers"""

    # The highest threshold that the age reaches; null: none is known
    atLeast: Optional[int]
    # The lowest threshold that it does not reach; null: none is known
    below: Optional[int]


class ExchangeRequest(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # ``vrc_…``, from the query of ``callback_url``
    code: str


class _ExchangeResponse(TypedDict):
    # ``ver_…``, as returned by /verify/start
    verificationId: str
    # JWT
    token: str
    # true only if the person is proven to be at least 18
    over18: bool
    # The minimum age that was asked for
    minimumAge: int
    # When the token expires
    expiresAt: str


class ExchangeResponse(_ExchangeResponse, total=False):
    # Whole years
    verifiedAge: int
    # For each threshold of the verification, whether the age reaches it; one that the evidence does not
    # answer is absent
    ageOver: Dict[str, bool]
    # What ``ageOver`` says, as two numbers
    band: "ExchangeResponseBand"


class ExchangeResponseBand(TypedDict):
    """What ``ageOver`` says, as two numbers"""

    # The highest threshold that the age reaches; null: none is known
    atLeast: Optional[int]
    # The lowest threshold that it does not reach; null: none is known
    below: Optional[int]


class UsageResponse(TypedDict):
    billing: "Billing"
    rateLimit: "UsageResponseRateLimit"
    test: "UsageResponseTest"


class Billing(TypedDict):
    # One of ``free``, ``growth``, ``scale`` so far.
    plan: str
    currency: str
    # UTC calendar month
    period: "BillingPeriod"
    included: int
    used: int
    overage: int
    hardLimit: int
    rateLimitPerMinute: int
    # Minor units
    amountDue: int


class BillingPeriod(TypedDict):
    """UTC calendar month"""

    # ISO 8601 in UTC, with milliseconds
    start: str
    # ISO 8601 in UTC, with milliseconds
    end: str


class UsageResponseRateLimit(TypedDict):
    # Requests to these endpoints in a window; ``RateLimit`` says how many are left
    limit: int
    windowSeconds: int


class UsageResponseTest(TypedDict):
    # Test verifications started this month; they are free
    used: int
    # The most that a month allows
    cap: int


LogsParams = TypedDict(
    "LogsParams",
    {
        "method": Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        "status": str,
        "event": str,
        # Exact path, for example /verify/start
        "path": str,
        "from": str,
        "to": str,
        "requestId": str,
        # Only requests with this API key, by its id: ``key_…``
        "key": str,
        # At most 200
        "limit": int,
        # Newest first: ``nextCursor`` of the previous page
        "cursor": str,
        # Oldest first, from here on: ``nextCursor`` of the previous answer, or ``0`` for the oldest
        "after": str,
        # Only requests by keys of this mode; a test key reads ``test`` only
        "mode": Literal["live", "test"],
    },
    total=False,
)


class _LogsResponse(TypedDict):
    logs: List["LogsResponseLogsItem"]
    nextCursor: Optional[str]


class LogsResponse(_LogsResponse, total=False):
    # With ``after``
    hasMore: bool


class LogsResponseLogsItem(TypedDict):
    id: str
    # ISO 8601 in UTC, with milliseconds
    time: str
    method: str
    url: str
    status: int
    durationMs: float
    event: str
    requestId: str
    # The code of the error, if any
    code: Optional[str]
    verificationId: Optional[str]
    # Of the API key; null: a request without one, such as a browser's
    mode: Optional[str]
    # The id of the API key; null: a request without one
    keyId: Optional[str]


AuditParams = TypedDict(
    "AuditParams",
    {
        # One action, or all on a kind of thing: ``api_key.revoke``, ``api_key``
        "action": str,
        # ``member:mem_…``, ``tenant:key_…``, ``admin`` or ``system``
        "actor": str,
        "from": str,
        "to": str,
        # At most 200
        "limit": int,
        # Newest first: ``nextCursor`` of the previous page
        "cursor": str,
        # Oldest first, from here on: ``nextCursor`` of the previous answer, or ``0`` for the oldest
        "after": str,
    },
    total=False,
)


class AuditResponse(TypedDict):
    entries: List["AuditResponseEntriesItem"]
    # For ``cursor``, or for ``after`` if that was given
    nextCursor: Optional[str]
    hasMore: bool


class AuditResponseEntriesItem(TypedDict):
    id: str
    # ISO 8601 in UTC, with milliseconds
    at: str
    # As noun.verb
    action: str
    # Who did it, by id: no names
    actor: str
    # The id of the changed object
    target: str
    # The new values and, under ``before``, the old ones; never a secret
    changes: Any
    requestId: str


class AdminMetricsResponse(TypedDict):
    uptimeSeconds: float
    # One of ``connected``, ``disconnected`` so far.
    dbStatus: str
    # One of ``connected``, ``disconnected`` so far.
    cacheStatus: str
    totalTenants: Optional[int]
    totalVerifications: Optional[int]
    # By this process since it started
    requestLogLinesDropped: int
    verificationsExpired: Optional[int]
    # Verifications whose metadata was erased by retention
    verificationsPurged: Optional[int]
    eventsPurged: Optional[int]
    webhooks: Optional["AdminMetricsResponseWebhooks"]


class AdminMetricsResponseWebhooks(TypedDict):
    # Waiting deliveries
    queueDepth: int
    # How long the oldest due delivery has waited
    oldestDueSeconds: int
    # By result: ok, status, dns, tls, timeout, …
    attempts: Dict[str, int]


class AdminTenantsListParams(TypedDict, total=False):
    # At most 100
    limit: int
    cursor: str


class TenantRow(TypedDict):
    id: str
    name: str
    isActive: bool
    billing: "Billing"


class AdminTenantsListPage(TypedDict):
    tenants: List["TenantRow"]
    # ``cursor`` of the next page; null: this is the last
    nextCursor: Optional[str]


class _AdminTenantsCreateRequest(TypedDict):
    name: str


class AdminTenantsCreateRequest(_AdminTenantsCreateRequest, total=False):
    plan: Literal["free", "growth", "scale"]
    overrides: "PlanOverrides"
    # Invited as the first owner, for 30 days; stored encrypted
    ownerEmail: str


class PlanOverrides(TypedDict, total=False):
    rateLimitPerMinute: int
    # Live verifications a month without overage
    included: int
    overageAllowed: bool
    hardLimit: int
    testMonthlyQuota: int
    manualWebhookRetry: bool
    # Minor units, for example cents
    monthlyPriceMinor: int
    # Minor units for each verification beyond the quota
    overagePriceMinor: int


class _AdminTenantsCreateResponse(TypedDict):
    id: str
    name: str
    apiKey: str
    isActive: bool


class AdminTenantsCreateResponse(_AdminTenantsCreateResponse, total=False):
    # With ``ownerEmail``
    ownerInvitation: "AdminTenantsCreateResponseOwnerInvitation"


class AdminTenantsCreateResponseOwnerInvitation(TypedDict):
    """With ``ownerEmail``"""

    id: str
    # Send it to the person; returned only once
    url: str
    # ISO 8601 in UTC, with milliseconds
    expiresAt: str
    # The e-mail with the link. ``queued``: it is on its way; ``none``: the invitation names no address that
    # mail can go to; ``off``: the operator has set no mail server; ``limit``: the tenant has sent 20 within
    # the hour, or the address got 5 within a day. Except for ``queued``, send the link yourself. One of
    # ``queued``, ``none``, ``off``, ``limit`` so far.
    mail: str


class _TenantDetail(TypedDict):
    id: str
    name: str
    isActive: bool
    billing: "Billing"
    # The newest live key that is neither revoked nor set to expire; null if there is none
    apiKey: Optional[str]
    # The methods that its pages offer, in this order
    methods: List[str]
    totalVerifications: int
    lastVerifications: List["TenantDetailLastVerificationsItem"]


class TenantDetail(_TenantDetail, total=False):
    # ``code``: browsers bring a code for the token; absent: they bring the token
    returnWith: Literal["code"]
    # Absent: ``age``. One of ``age``, ``thresholds`` so far.
    disclosure: str
    # ``pol_…``: the version of its method policy that new verifications pin; absent: none
    policyId: str
    # To whom its usage is reported at Stripe; absent: to nobody
    stripeCustomerId: str
    # While it is being deleted
    deletion: "TenantDeletion"


class TenantDeletion(TypedDict):
    # ISO 8601 in UTC, with milliseconds
    askedAt: str
    # Verifications that are still there
    left: int


class TenantDetailLastVerificationsItem(TypedDict):
    verificationId: str
    # One of ``pending``, ``in_progress``, ``completed``, ``failed``, ``expired`` so far.
    status: str
    # ISO 8601 in UTC, with milliseconds
    createdAt: str
    completedAt: Optional[str]
    method: Optional[str]


class AdminTenantsUpdateRequest(TypedDict, total=False):
    name: str
    isActive: bool
    plan: Literal["free", "growth", "scale"]
    overrides: "PlanOverrides"
    # The methods that its pages offer, in this order: ``document``, ``wallet`` or another method of this
    # deployment
    methods: Sequence[str]
    # What the browser brings to ``callback_url`` after an approval; ``code`` keeps tokens out of addresses
    returnWith: Literal["token", "code"]
    # What new verifications tell where their start does not say
    disclosure: Literal["age", "thresholds"]
    # A method policy: published as the tenant's next version, for verifications that start from now on. It
    # may name any method of this deployment. null: the tenant has no policy any more
    policy: Optional["Policy"]
    # With ``policy``: codes of the warnings that it is published in spite of
    acceptedWarnings: Sequence[str]
    # With ``STRIPE_METER_SECRET_KEY``: whom its usage is reported for, from this month on. null: for nobody
    # any more
    stripeCustomerId: Optional[str]


class _Policy(TypedDict):
    # For every place without a rule, and for what a place's rule leaves out
    default: "PolicyDefault"


class Policy(_Policy, total=False):
    """Which ages and methods apply where. Published as a version that never changes"""

    # Rules by place: a region's holds before its country's
    regions: Sequence["PolicyPlace"]


class _PolicyDefault(TypedDict):
    # In the order in which they are shown. A method can have a second entry for ``appeal``
    methods: Sequence["PolicyMethod"]


class PolicyDefault(_PolicyDefault, total=False):
    """For every place without a rule, and for what a place's rule leaves out"""

    # Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says
    minimumAge: int
    # Tries without a decision, of all methods together; 3 if absent
    attemptsInAll: int
    # While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent
    minimumChoices: int
    # Whole years: an estimate between the minimum age and this one decides nothing and leads on
    challengeAge: int
    # What its methods must be; publishing compares
    requires: Sequence[Literal["double_blind"]]
    # Answers, events, tokens and the console say ``undisclosed`` in place of the method
    hideMethod: bool
    # How long a token lives at most, in days; 0: an hour
    proofMaxAgeDays: int
    # For the method ``age_key``: which keys count
    ageKeys: "PolicyDefaultAgeKeys"


class _PolicyMethod(TypedDict):
    # A method of this deployment, for example ``document`` or ``wallet``
    id: str
    # ``offer``: from the start; ``fallback``: when the offered ones have failed, or the person cannot use
    # them; ``appeal``: only against a rejection; ``off``: never
    use: Literal["offer", "fallback", "appeal", "off"]


class PolicyMethod(_PolicyMethod, total=False):
    # How often it can be tried without a decision; absent: as often as all together
    attempts: int


class PolicyDefaultAgeKeys(TypedDict, total=False):
    """For the method ``age_key``: which keys count"""

    # Where a key counts that is made here; ``tenant`` if absent
    scope: Literal["tenant", "deployment"]
    # The least that a key's verification proved; absent: what the rule's other methods prove
    minimumAssurance: Literal["document_photo_unsigned", "issuer_signed_no_binding", "asserted_by_vendor", "asserted_by_vendor_with_selfie", "asserted_by_identity_provider", "asserted_in_person", "derived_device_bound", "high_device_bound"]
    # Whether passkeys that can be on several devices are refused
    deviceBound: bool


class _PolicyPlace(TypedDict):
    # ISO 3166-1 alpha-2, for example ``AU``
    country: str


class PolicyPlace(_PolicyPlace, total=False):
    # ISO 3166-2, for example ``US-NY``: a part of ``country``
    region: str
    # In the order in which they are shown. A method can have a second entry for ``appeal``
    methods: Sequence["PolicyMethod"]
    # Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says
    minimumAge: int
    # Tries without a decision, of all methods together; 3 if absent
    attemptsInAll: int
    # While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent
    minimumChoices: int
    # Whole years: an estimate between the minimum age and this one decides nothing and leads on
    challengeAge: int
    # What its methods must be; publishing compares
    requires: Sequence[Literal["double_blind"]]
    # Answers, events, tokens and the console say ``undisclosed`` in place of the method
    hideMethod: bool
    # How long a token lives at most, in days; 0: an hour
    proofMaxAgeDays: int
    # For the method ``age_key``: which keys count
    ageKeys: "PolicyPlaceAgeKeys"


class PolicyPlaceAgeKeys(TypedDict, total=False):
    """For the method ``age_key``: which keys count"""

    # Where a key counts that is made here; ``tenant`` if absent
    scope: Literal["tenant", "deployment"]
    # The least that a key's verification proved; absent: what the rule's other methods prove
    minimumAssurance: Literal["document_photo_unsigned", "issuer_signed_no_binding", "asserted_by_vendor", "asserted_by_vendor_with_selfie", "asserted_by_identity_provider", "asserted_in_person", "derived_device_bound", "high_device_bound"]
    # Whether passkeys that can be on several devices are refused
    deviceBound: bool


class AdminTenantsDeleteParams(TypedDict):
    # The tenant's name, exactly, to confirm it
    name: str


class AdminTenantsDeleteResponse(TypedDict):
    id: str
    deletion: "TenantDeletion"


class TenantMember(TypedDict):
    id: str
    name: str
    # If the identity provider gives one
    email: Optional[str]
    # The person's permissions in the console: see docs/console-api.md. One of ``owner``, ``admin``,
    # ``developer``, ``support``, ``viewer`` so far.
    role: str
    # ISO 8601 in UTC, with milliseconds
    joinedAt: str
    # Their last sign-in
    signedInAt: str


class AdminMembersUpdateRequest(TypedDict):
    # The person's permissions in the console: see docs/console-api.md
    role: Literal["owner", "admin", "developer", "support", "viewer"]


class AdminMembersRemoveResponse(TypedDict):
    id: str


class AdminMembersDeleteResponse(TypedDict):
    id: str


class AdminInvitationsListParams(TypedDict, total=False):
    # At most 100
    limit: int
    cursor: str


class TenantInvitation(TypedDict):
    id: str
    # The person's permissions in the console: see docs/console-api.md. One of ``owner``, ``admin``,
    # ``developer``, ``support``, ``viewer`` so far.
    role: str
    # The only address that can accept it; null: anyone with the link can
    email: Optional[str]
    # false: expired, but can be renewed
    isOpen: bool
    # ISO 8601 in UTC, with milliseconds
    createdAt: str
    # ISO 8601 in UTC, with milliseconds
    expiresAt: str


class AdminInvitationsListPage(TypedDict):
    invitations: List["TenantInvitation"]
    # ``cursor`` of the next page; null: this is the last
    nextCursor: Optional[str]


class AdminInvitationsCreateRequest(TypedDict, total=False):
    # ``owner`` if absent
    role: Literal["owner", "admin", "developer", "support", "viewer"]
    # Stored encrypted
    email: str
    # 7 if absent
    expiresInDays: int


class InvitationLink(TypedDict):
    id: str
    # Send it to the person; returned only once
    url: str
    # The person's permissions in the console: see docs/console-api.md. One of ``owner``, ``admin``,
    # ``developer``, ``support``, ``viewer`` so far.
    role: str
    # The only address that can accept it; null: anyone with the link can
    email: Optional[str]
    # ISO 8601 in UTC, with milliseconds
    expiresAt: str
    # The e-mail with the link. ``queued``: it is on its way; ``none``: the invitation names no address that
    # mail can go to; ``off``: the operator has set no mail server; ``limit``: the tenant has sent 20 within
    # the hour, or the address got 5 within a day. Except for ``queued``, send the link yourself. One of
    # ``queued``, ``none``, ``off``, ``limit`` so far.
    mail: str


class AdminInvitationsRenewRequest(TypedDict, total=False):
    # 7 if absent
    expiresInDays: int


class AdminInvitationsWithdrawResponse(TypedDict):
    id: str


class AdminWalletCertificateGetResponse(TypedDict):
    # null: the tenant has none
    certificate: Optional["WalletCertificate"]


class WalletCertificate(TypedDict):
    id: str
    # As wallets call the tenant (OpenID4VP 1.0 §5.9.3)
    clientId: str
    # SHA-256 of the certificate, in hexadecimal
    fingerprint: str
    subject: str
    issuer: str
    # ISO 8601 in UTC, with milliseconds
    validFrom: str
    # When the first certificate of the chain ends
    validUntil: str
    # null: without a registration certificate
    registration: Optional["WalletCertificateRegistration"]
    # What Google Wallet finds in requests that it signs
    google: "WalletCertificateGoogle"
    # ISO 8601 in UTC, with milliseconds
    createdAt: str


class WalletCertificateRegistration(TypedDict):
    # null: it has no end
    until: Optional[str]


class WalletCertificateGoogle(TypedDict):
    """What Google Wallet finds in requests that it signs"""

    # The name in the metadata; null: there is no metadata
    shownName: Optional[str]
    # The registrar's name in it; null: none
    aggregatorName: Optional[str]
    # ``bound``: the certificate names this metadata; ``unbound``: it names none; ``missing``: it names some
    # that is not set; ``none``: neither. One of ``bound``, ``unbound``, ``missing``, ``none`` so far.
    state: str


class _AdminWalletCertificateSetRequest(TypedDict):
    # The P-256 private key, PEM, without a password; never returned
    key: str
    # The certificate and those above it, PEM
    chain: str


class AdminWalletCertificateSetRequest(_AdminWalletCertificateSetRequest, total=False):
    # The registration certificate (ETSI TS 119 475), a JWT
    registration: str
    # The metadata for Google Wallet (``gw_rp_metadata_bytes``), in base64url, base64 or hexadecimal. Refused
    # if the certificate names the hash of another one
    metadata: str


class AdminWalletCertificateRemoveResponse(TypedDict):
    id: str


AdminLogsParams = TypedDict(
    "AdminLogsParams",
    {
        "tenantId": str,
        "method": Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        "status": str,
        "event": str,
        # Exact path, for example /verify/start
        "path": str,
        "from": str,
        "to": str,
        "requestId": str,
        # Only requests with this API key, by its id: ``key_…``
        "key": str,
        # At most 200
        "limit": int,
        # Newest first: ``nextCursor`` of the previous page
        "cursor": str,
        # Oldest first, from here on: ``nextCursor`` of the previous answer, or ``0`` for the oldest
        "after": str,
    },
    total=False,
)


class _AdminLogsResponse(TypedDict):
    logs: List["AdminLogsResponseLogsItem"]
    nextCursor: Optional[str]


class AdminLogsResponse(_AdminLogsResponse, total=False):
    # With ``after``
    hasMore: bool


class AdminLogsResponseLogsItem(TypedDict):
    id: str
    # ISO 8601 in UTC, with milliseconds
    time: str
    method: str
    url: str
    status: int
    durationMs: float
    tenantId: Optional[str]
    event: str
    requestId: str
    # The code of the error, if any
    code: Optional[str]
    verificationId: Optional[str]


AdminAuditParams = TypedDict(
    "AdminAuditParams",
    {
        "tenantId": str,
        # One action, or all on a kind of thing: ``api_key.revoke``, ``api_key``
        "action": str,
        # ``member:mem_…``, ``tenant:key_…``, ``admin`` or ``system``
        "actor": str,
        "from": str,
        "to": str,
        # At most 200
        "limit": int,
        # Newest first: ``nextCursor`` of the previous page
        "cursor": str,
        # Oldest first, from here on: ``nextCursor`` of the previous answer, or ``0`` for the oldest
        "after": str,
    },
    total=False,
)


class AdminAuditResponse(TypedDict):
    entries: List["AdminAuditResponseEntriesItem"]
    # For ``cursor``, or for ``after`` if that was given
    nextCursor: Optional[str]
    hasMore: bool


class AdminAuditResponseEntriesItem(TypedDict):
    id: str
    # ISO 8601 in UTC, with milliseconds
    at: str
    # Null: the deployment itself, such as a trust anchor
    tenantId: Optional[str]
    # As noun.verb
    action: str
    # Who did it, by id: no names
    actor: str
    # The id of the changed object
    target: str
    # The new values and, under ``before``, the old ones; never a secret
    changes: Any
    requestId: str


class TrustAnchor(TypedDict):
    id: str
    # Document type, ``vct``, or ``vical`` for a pinned list provider
    credentialType: str
    # Its name in results
    label: str
    # One of ``pem``, ``vical``, ``eu_trusted_list`` so far.
    source: str
    # The first of ``ekus``; null: none is required
    eku: Optional[str]
    # Extended key usages; a signer below this anchor needs one of them
    ekus: List[str]
    # For a pinned list provider: the credential types that its lists can vouch for
    vouchesFor: List[str]
    # SHA-256 of the certificate (DER), in hexadecimal
    fingerprint: str
    # ISO 8601 in UTC, with milliseconds
    validFrom: str
    # ISO 8601 in UTC, with milliseconds
    validUntil: str
    # Whether it is trusted now
    isValid: bool
    # For a list provider and the anchors of its list: a newer list is due
    isStale: bool
    # Fingerprint of the pinned provider whose list contains it
    listProvider: Optional[str]
    # Date of the list; for a provider, of the list in use
    listDate: Optional[str]
    # The list's number, in decimal
    listIssueId: Optional[str]
    # When the next list is due
    listNextUpdate: Optional[str]
    # ISO 8601 in UTC, with milliseconds
    createdAt: str


class _AdminTrustImportRequest(TypedDict):
    format: Literal["pem", "vical", "eu_trusted_list"]
    # The XML (ETSI TS 119 612)
    content: str


class AdminTrustImportRequest(_AdminTrustImportRequest, total=False):
    credentialTypes: Sequence[str]
    label: str
    # Absent: the usual one of the type, and a type that has none has to name one; null: none is required
    eku: Optional[str]
    # Instead of ``eku``: several, of which a signer needs one
    ekus: Sequence[str]
    # For ``vical``: the types that the provider's lists can vouch for; absent: ``org.iso.18013.5.1.mDL``
    vouchesFor: Sequence[str]
    # Fingerprints that you have compared with their source; absent: only shows the list
    confirm: Sequence[str]


class AdminTrustImportResponse(TypedDict):
    # Trusted from now on
    anchors: List["TrustAnchor"]
    # Entries of the EU list, to compare and confirm
    candidates: List["TrustCandidate"]
    # Entries of a list that are unreadable or cannot be anchors
    skipped: int
    # Types in a list that its provider is not pinned for
    outside: int
    # The number of the replaced VICAL, if it was higher than this one's. The later date counts all the same:
    # some providers' numbers do not rise
    replacedHigherIssueId: Optional[str]


class TrustCandidate(TypedDict):
    # SHA-256 of the certificate (DER), in hexadecimal
    fingerprint: str
    subject: str
    service: str
    serviceType: str
    status: str
    # ISO 8601 in UTC, with milliseconds
    validFrom: str
    # ISO 8601 in UTC, with milliseconds
    validUntil: str


class AdminTrustRemoveResponse(TypedDict):
    id: str


class AlertRaisedEvent(TypedDict):
    """Something about your tenant needs you. Only to endpoints that name this event"""

    event: Literal["alert.raised"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    alert: "AlertRaisedEventAlert"


class AlertRaisedEventAlert(TypedDict):
    # ``alr_…``: the same in ``alert.raised`` and its ``alert.resolved``
    id: str
    # Which rule, such as ``endpoint_failing``; new ones can be added
    rule: str
    # What it is about: an id such as ``whe_…``, or a word such as ``live``
    subject: str
    # One line for people; the wording can change
    title: str
    # Where a member sees it in the console
    url: str
    # ISO 8601 in UTC, with milliseconds
    raised_at: str


class AlertResolvedEvent(TypedDict):
    """An alert is over. Only to endpoints that name this event"""

    event: Literal["alert.resolved"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    alert: "AlertResolvedEventAlert"


class _AlertResolvedEventAlert(TypedDict):
    # ``alr_…``: the same in ``alert.raised`` and its ``alert.resolved``
    id: str
    # Which rule, such as ``endpoint_failing``; new ones can be added
    rule: str
    # What it is about: an id such as ``whe_…``, or a word such as ``live``
    subject: str
    # One line for people; the wording can change
    title: str
    # Where a member sees it in the console
    url: str
    # ISO 8601 in UTC, with milliseconds
    raised_at: str
    # ISO 8601 in UTC, with milliseconds
    resolved_at: str


class AlertResolvedEventAlert(_AlertResolvedEventAlert, total=False):
    # Why it is over. ``recovered``: what was wrong is right; ``worse``: another alert, about something worse,
    # took its place; ``gone``: what it was about is not there or not used any more; ``ran_out``: its time was
    # over, as when a key has expired; ``rule_off``: a member turned the rule off; ``closed``: the tenant was
    # closed. New ones can be added. One of ``recovered``, ``worse``, ``gone``, ``ran_out``, ``closed``,
    # ``rule_off`` so far.
    reason: str


class EndpointFailingEvent(TypedDict):
    """Another endpoint has accepted nothing for 15 minutes. Only to endpoints that name this event"""

    event: Literal["endpoint.failing"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    endpoint: "EndpointFailingEventEndpoint"


class EndpointFailingEventEndpoint(TypedDict):
    # ``whe_…``: the endpoint that it is about, which never gets this event
    id: str
    # ``ten_…``: whose endpoint it is
    tenant_id: str
    url: str
    # ISO 8601 in UTC, with milliseconds
    failing_since: str


class EndpointDisabledEvent(TypedDict):
    """The service turned another endpoint off. Only to endpoints that name this event"""

    event: Literal["endpoint.disabled"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    endpoint: "EndpointDisabledEventEndpoint"


class EndpointDisabledEventEndpoint(TypedDict):
    # ``whe_…``: the endpoint that it is about, which never gets this event
    id: str
    # ``ten_…``: whose endpoint it is
    tenant_id: str
    url: str
    # ``gone``: it answered 410; ``failing``: nothing has succeeded for five days. One of ``gone``,
    # ``failing`` so far.
    reason: str


class EndpointRecoveredEvent(TypedDict):
    """Another endpoint accepts events again, or a member turned it on again. Only to endpoints that name this event"""

    event: Literal["endpoint.recovered"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    endpoint: "EndpointRecoveredEventEndpoint"


class EndpointRecoveredEventEndpoint(TypedDict):
    # ``whe_…``: the endpoint that it is about, which never gets this event
    id: str
    # ``ten_…``: whose endpoint it is
    tenant_id: str
    url: str


class DeliveryExhaustedEvent(TypedDict):
    """The last attempt for another endpoint failed. Only to endpoints that name this event"""

    event: Literal["delivery.exhausted"]
    # New for each event; deduplicate by this and event
    request_id: str
    # ISO 8601 in UTC, with milliseconds
    timestamp: str
    # Always empty
    metadata: Dict[str, Any]
    endpoint: "DeliveryExhaustedEventEndpoint"
    delivery: "DeliveryExhaustedEventDelivery"


class DeliveryExhaustedEventEndpoint(TypedDict):
    # ``whe_…``: the endpoint that it is about, which never gets this event
    id: str
    # ``ten_…``: whose endpoint it is
    tenant_id: str
    url: str


class _DeliveryExhaustedEventDelivery(TypedDict):
    # The delivery's id in the console, where it can be sent again
    id: str
    # The event that did not arrive, such as ``verification.completed``
    event: str
    # ``evt_…``: its ``X-Event-Id``
    event_id: str
    attempts: int


class DeliveryExhaustedEventDelivery(_DeliveryExhaustedEventDelivery, total=False):
    # ``ver_…``: what it was about
    verification_id: str
    # The last response's HTTP status, if there was one
    last_status: int
    # Why the last attempt failed, such as ``TIMEOUT``
    last_code: str


WebhookEvent = Union[VerificationCompletedEvent, VerificationFailedEvent, VerificationExpiredEvent, VerificationAppealedEvent, VerificationRedactedEvent, AlertRaisedEvent, AlertResolvedEvent, EndpointFailingEvent, EndpointDisabledEvent, EndpointRecoveredEvent, DeliveryExhaustedEvent]
