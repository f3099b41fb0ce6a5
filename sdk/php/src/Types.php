<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * The fields that the service takes and sends, as arrays.
 *
 * @phpstan-type StartRequest array{
 *   // At most 50 keys of 1 to 40 characters, 8 KiB in all; repeated in every webhook
 *   metadata?: array<string, mixed>,
 *   // Where the browser returns, with verificationId, status and, after an approval, token in the query;
 *   // `code` in place of the token where the tenant chose so (`POST /tokens/exchange`). https only; http for
 *   // localhost and with test keys
 *   callback_url?: string,
 *   // Where the browser returns instead, with verificationId and status, when there is no decision: the person
 *   // cancelled, or the verification failed or expired. Same rules as `callback_url`, which takes its place
 *   // where it is absent
 *   cancel_url?: string,
 *   // Where the events of this verification go instead of to the address of your webhook endpoint at the same
 *   // origin, signed with that endpoint's secret; other endpoints receive theirs as ever. https, and the
 *   // origin of an enabled endpoint for the key's mode
 *   notification_url?: string,
 *   // Your own order or session number, repeated in status, list and webhooks; no personal data, please. Where
 *   // your settings say that references are unique, one that you have given before is refused
 *   reference?: string,
 *   // Checked, but not stored
 *   userAgent?: string,
 *   // Stored only as a keyed hash
 *   ip?: string,
 *   // Whole years; the tenant's default (18) if absent
 *   minimumAge?: int,
 *   // Ages in years that the result answers one by one, ascending. The minimum age must be one of them, and
 *   // alone decides
 *   thresholds?: list<int>,
 *   // What the result tells; the tenant's default if absent
 *   disclosure?: 'age'|'thresholds',
 *   // A subset of the tenant's methods, in the order to offer them
 *   methods?: list<string>,
 *   // The hosted page's language: en, de, fr, es, it, pt, pl, ar; for any other, and if absent, the browser's
 *   locale?: string,
 *   // How long the end user has; 1,800 if absent
 *   expiresInSeconds?: int,
 *   // Where the end user is, ISO 3166-1 alpha-2: chooses the policy's rule; without a policy it has no effect.
 *   // Not stored itself
 *   country?: string,
 *   // ISO 3166-2, for example `US-NY`. It implies the country; `country`, if given too, must be the same. Not
 *   // stored itself
 *   region?: string,
 *   // `pol_…`: another version of the tenant's method policy than the current one
 *   policyId?: string,
 *   // With a test key: only this listener (`POST /listeners`) gets the events, and no webhook endpoint does
 *   listenerId?: string,
 *   // Your own opaque reference to the person, always the same. In live mode and with a policy: at most 3
 *   // verifications, and 3 tries of each method whatever the policy allows, in 24 hours. Kept for a day as a
 *   // keyed hash; no personal data, please
 *   subjectRef?: string,
 * }
 *
 * @phpstan-type StartResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // Where to send the end user
 *   sessionUrl?: string,
 *   // The same address; always present
 *   redirectUrl: string,
 *   config: StartResponseConfig,
 *   ...
 * }
 *
 * @phpstan-type StartResponseConfig array{
 *   minimumAge: int,
 *   // Where thresholds were given, or disclosure is `thresholds`
 *   thresholds?: list<int>,
 *   // Present together with `thresholds`. age, thresholds so far
 *   disclosure?: string,
 *   methods: list<string>,
 *   locale: string|null,
 *   // ISO 8601 in UTC, with milliseconds
 *   expiresAt: string,
 *   // live, test so far
 *   mode: string,
 *   // The rule that applies to this verification; absent without a policy
 *   policy?: StartResponseConfigPolicy,
 *   ...
 * }
 *
 * The rule that applies to this verification; absent without a policy
 * @phpstan-type StartResponseConfigPolicy array{
 *   // `pol_…`
 *   id: string,
 *   // Its number, ascending by tenant
 *   version: int,
 *   // The place of the rule: a region, a country or `default`
 *   region: string,
 *   ...
 * }
 *
 * @phpstan-type CompleteRequest array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   dateOfBirth?: string,
 *   // Whole years
 *   verifiedAge?: int,
 *   result?: 'approved'|'rejected',
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   // For example `passport`, `driving_licence`
 *   documentType?: string,
 * }
 *
 * @phpstan-type CompleteResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   result: VerificationResult,
 *   // JWT; only if approved
 *   token?: string,
 *   ...
 * }
 *
 * @phpstan-type VerificationResult array{
 *   // true: the person meets the minimum age
 *   verified: bool,
 *   // Whole years, if the method learned it; absent with disclosure `thresholds`
 *   verifiedAge?: int,
 *   // For each threshold of the verification, whether the age reaches it; one that the evidence does not
 *   // answer is absent
 *   ageOver?: array<string, bool>,
 *   // What `ageOver` says, as two numbers
 *   band?: VerificationResultBand,
 *   // Only with the reuse check on: whether this document has decided more of your verifications than you
 *   // allow
 *   documentReused?: bool,
 *   ...
 * }
 *
 * What `ageOver` says, as two numbers
 * @phpstan-type VerificationResultBand array{
 *   // The highest threshold that the age reaches; null: none is known
 *   atLeast: int|null,
 *   // The lowest threshold that it does not reach; null: none is known
 *   below: int|null,
 *   ...
 * }
 *
 * @phpstan-type StatusResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   completedAt?: string,
 *   result?: VerificationResult,
 *   error?: StatusResponseError,
 *   // The rejected verification that this one appeals; absent where it is no appeal
 *   appealOf?: string,
 *   // The appeal of this rejection; absent where there is none
 *   appeal?: StatusResponseAppeal,
 *   // When it was erased: `result`, `error` and all other details are gone since
 *   redactedAt?: string,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   // With `expand=config`: as /verify/start answered
 *   config?: StatusResponseConfig,
 *   // With `expand=metadata`: as sent to /verify/start; empty where there is none, or no longer
 *   metadata?: array<string, mixed>,
 *   // With `expand=attempts`: by method
 *   attempts?: list<StatusResponseAttemptsItem>,
 *   ...
 * }
 *
 * @phpstan-type StatusResponseError array{
 *   code: string,
 *   message: string,
 *   ...
 * }
 *
 * The appeal of this rejection; absent where there is none
 * @phpstan-type StatusResponseAppeal array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // Whether the appeal was approved; the rejection itself stays
 *   overturned: bool,
 *   ...
 * }
 *
 * With `expand=config`: as /verify/start answered
 * @phpstan-type StatusResponseConfig array{
 *   minimumAge: int,
 *   // Where thresholds were given, or disclosure is `thresholds`
 *   thresholds?: list<int>,
 *   // Present together with `thresholds`. age, thresholds so far
 *   disclosure?: string,
 *   methods: list<string>,
 *   locale: string|null,
 *   // ISO 8601 in UTC, with milliseconds
 *   expiresAt: string,
 *   // live, test so far
 *   mode: string,
 *   // The rule that applies to this verification; absent without a policy
 *   policy?: StatusResponseConfigPolicy,
 *   ...
 * }
 *
 * The rule that applies to this verification; absent without a policy
 * @phpstan-type StatusResponseConfigPolicy array{
 *   // `pol_…`
 *   id: string,
 *   // Its number, ascending by tenant
 *   version: int,
 *   // The place of the rule: a region, a country or `default`
 *   region: string,
 *   ...
 * }
 *
 * @phpstan-type StatusResponseAttemptsItem array{
 *   // `undisclosed`, for all of them, where the policy hides the method
 *   method: string,
 *   used: int,
 *   // Without a policy, all methods share this number
 *   allowed: int,
 *   // Why the last attempt decided nothing
 *   lastErrorCode?: string,
 *   ...
 * }
 *
 * @phpstan-type EventsParams array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId?: string,
 *   // `nextCursor` of the previous answer; absent: from the oldest event
 *   after?: string,
 *   // At most 100
 *   limit?: int,
 *   // The key's own if absent; a test key reads `test` only
 *   mode?: 'live'|'test',
 * }
 *
 * @phpstan-type EventsResponse array{
 *   events: list<EventsResponseEventsItem>,
 *   // For `after`, also on the last page; null with a verificationId
 *   nextCursor: string|null,
 *   hasMore: bool,
 *   ...
 * }
 *
 * @phpstan-type EventsResponseEventsItem array{
 *   // `evt_…`: the webhook's `X-Event-Id`
 *   eventId: string,
 *   // live, test so far
 *   mode: string,
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // The webhook's body
 *   payload: mixed,
 *   ...
 * }
 *
 * @phpstan-type VerificationCompletedEvent array{
 *   event: 'verification.completed',
 *   // The request that started the verification; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // As sent to /verify/start
 *   metadata: array<string, mixed>,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   verification: VerificationCompletedEventVerification,
 *   ...
 * }
 *
 * @phpstan-type VerificationCompletedEventVerification array{
 *   // verified, rejected so far
 *   status: string,
 *   verified_age?: int,
 *   // For each threshold of the verification, whether the age reaches it; one that the evidence does not
 *   // answer is absent
 *   age_over?: array<string, bool>,
 *   // 0 to 1; absent until known
 *   confidence_score?: int|float,
 *   document_type?: string,
 *   processing_time_ms: int,
 *   ...
 * }
 *
 * @phpstan-type VerificationFailedEvent array{
 *   event: 'verification.failed',
 *   // The request that started the verification; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // As sent to /verify/start
 *   metadata: array<string, mixed>,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   error: VerificationFailedEventError,
 *   ...
 * }
 *
 * @phpstan-type VerificationFailedEventError array{
 *   // The last problem; CANCELLED_BY_USER if the person cancelled, CANCELLED if you did.
 *   code: string,
 *   message: string,
 *   ...
 * }
 *
 * @phpstan-type VerificationExpiredEvent array{
 *   event: 'verification.expired',
 *   // The request that started the verification; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // As sent to /verify/start
 *   metadata: array<string, mixed>,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   expired_at: string,
 *   ...
 * }
 *
 * About the rejected verification; only to endpoints that name this event
 * @phpstan-type VerificationAppealedEvent array{
 *   event: 'verification.appealed',
 *   // The request that started the verification; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // As sent to /verify/start
 *   metadata: array<string, mixed>,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   appeal: VerificationAppealedEventAppeal,
 *   ...
 * }
 *
 * @phpstan-type VerificationAppealedEventAppeal array{
 *   // The verification that decides the appeal; its own events follow
 *   verification_id: string,
 *   ...
 * }
 *
 * The verification was erased; `metadata` is empty. Only to endpoints that name this event
 * @phpstan-type VerificationRedactedEvent array{
 *   event: 'verification.redacted',
 *   // The request that started the verification; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // As sent to /verify/start
 *   metadata: array<string, mixed>,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   // From then on nothing about it is kept but that it took place
 *   redacted_at: string,
 *   ...
 * }
 *
 * @phpstan-type SubmitRequest array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   result: 'approved'|'rejected',
 *   // Whole years
 *   verifiedAge?: int,
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   // For example `passport`, `driving_licence`
 *   documentType?: string,
 *   // Your own short code; no personal data
 *   reason?: string,
 * }
 *
 * @phpstan-type SubmitResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   completedAt: string,
 *   result: VerificationResult,
 *   ...
 * }
 *
 * @phpstan-type CancelResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   completedAt: string,
 *   error: CancelResponseError,
 *   ...
 * }
 *
 * @phpstan-type CancelResponseError array{
 *   code: string,
 *   message: string,
 *   ...
 * }
 *
 * @phpstan-type SimulateRequest array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // `under_age` is one year below the minimum age; `expire` ends the time now
 *   outcome: 'approve'|'under_age'|'poor_document'|'provider_error'|'expire',
 * }
 *
 * @phpstan-type SimulateResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   completedAt?: string,
 *   result?: VerificationResult,
 *   error?: SimulateResponseError,
 *   // The rejected verification that this one appeals; absent where it is no appeal
 *   appealOf?: string,
 *   // The appeal of this rejection; absent where there is none
 *   appeal?: SimulateResponseAppeal,
 *   // When it was erased: `result`, `error` and all other details are gone since
 *   redactedAt?: string,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   ...
 * }
 *
 * @phpstan-type SimulateResponseError array{
 *   code: string,
 *   message: string,
 *   ...
 * }
 *
 * The appeal of this rejection; absent where there is none
 * @phpstan-type SimulateResponseAppeal array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // Whether the appeal was approved; the rejection itself stays
 *   overturned: bool,
 *   ...
 * }
 *
 * @phpstan-type ListParams array{
 *   // An overdue verification counts as `expired`
 *   status?: 'pending'|'in_progress'|'completed'|'failed'|'expired',
 *   // Only completed ones have an outcome
 *   outcome?: 'approved'|'rejected',
 *   // The method that decided or ended it, for example `document`
 *   method?: string,
 *   // The key's own if absent; a test key reads `test` only
 *   mode?: 'live'|'test',
 *   // Exactly as sent to /verify/start
 *   reference?: string,
 *   // Together with `metadataValue`
 *   metadataKey?: string,
 *   // The whole value under `metadataKey`, exactly; a number or a boolean as JSON writes it
 *   metadataValue?: string,
 *   // Started at this time or later
 *   from?: string,
 *   // Started at this time or earlier
 *   to?: string,
 *   // At most 100
 *   limit?: int,
 *   // `nextCursor` of the previous page
 *   cursor?: string,
 * }
 *
 * @phpstan-type ListResponse array{
 *   verifications: list<ListResponseVerificationsItem>,
 *   // null: this is the last page
 *   nextCursor: string|null,
 *   ...
 * }
 *
 * @phpstan-type ListResponseVerificationsItem array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // 0 to 1; absent until known
 *   confidence?: int|float,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   completedAt?: string,
 *   result?: VerificationResult,
 *   error?: ListResponseVerificationsItemError,
 *   // The rejected verification that this one appeals; absent where it is no appeal
 *   appealOf?: string,
 *   // The appeal of this rejection; absent where there is none
 *   appeal?: ListResponseVerificationsItemAppeal,
 *   // When it was erased: `result`, `error` and all other details are gone since
 *   redactedAt?: string,
 *   // As sent to /verify/start; absent where none was sent
 *   reference?: string,
 *   // live, test so far
 *   mode: string,
 *   // The method that decided or ended it; null: none has
 *   method: string|null,
 *   ...
 * }
 *
 * @phpstan-type ListResponseVerificationsItemError array{
 *   code: string,
 *   message: string,
 *   ...
 * }
 *
 * The appeal of this rejection; absent where there is none
 * @phpstan-type ListResponseVerificationsItemAppeal array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // Whether the appeal was approved; the rejection itself stays
 *   overturned: bool,
 *   ...
 * }
 *
 * @phpstan-type RedactResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   redactedAt: string,
 *   // JWS, `typ: erasure-receipt+jwt`, by a key of /.well-known/erasure-log; see docs/erasure.md
 *   receipt: string,
 *   // Base64url. `subject_hash` in the receipt is SHA-256 of these bytes and the verificationId
 *   salt: string,
 *   ...
 * }
 *
 * @phpstan-type ReceiptResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   redactedAt: string,
 *   // JWS, `typ: erasure-receipt+jwt`, by a key of /.well-known/erasure-log; see docs/erasure.md
 *   receipt: string,
 *   // Base64url. `subject_hash` in the receipt is SHA-256 of these bytes and the verificationId
 *   salt: string,
 *   ...
 * }
 *
 * @phpstan-type ValidateResponse array{
 *   valid: bool,
 *   // true only if the person is proven to be at least 18
 *   over18: bool,
 *   // TOKEN_INVALID, TENANT_MISMATCH, TOKEN_NOT_FOUND, TOKEN_EXPIRED so far
 *   reason?: string,
 *   verificationId?: string,
 *   // Whole years
 *   verifiedAge?: int,
 *   // For each threshold of the verification, whether the age reaches it; one that the evidence does not
 *   // answer is absent
 *   ageOver?: array<string, bool>,
 *   // What `ageOver` says, as two numbers
 *   band?: ValidateResponseBand,
 *   // The minimum age that was asked for
 *   minimumAge?: int,
 *   expiresAt?: string,
 *   ...
 * }
 *
 * What `ageOver` says, as two numbers
 * @phpstan-type ValidateResponseBand array{
 *   // The highest threshold that the age reaches; null: none is known
 *   atLeast: int|null,
 *   // The lowest threshold that it does not reach; null: none is known
 *   below: int|null,
 *   ...
 * }
 *
 * @phpstan-type ExchangeRequest array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // `vrc_…`, from the query of `callback_url`
 *   code: string,
 * }
 *
 * @phpstan-type ExchangeResponse array{
 *   // `ver_…`, as returned by /verify/start
 *   verificationId: string,
 *   // JWT
 *   token: string,
 *   // true only if the person is proven to be at least 18
 *   over18: bool,
 *   // Whole years
 *   verifiedAge?: int,
 *   // For each threshold of the verification, whether the age reaches it; one that the evidence does not
 *   // answer is absent
 *   ageOver?: array<string, bool>,
 *   // What `ageOver` says, as two numbers
 *   band?: ExchangeResponseBand,
 *   // The minimum age that was asked for
 *   minimumAge: int,
 *   // When the token expires
 *   expiresAt: string,
 *   ...
 * }
 *
 * What `ageOver` says, as two numbers
 * @phpstan-type ExchangeResponseBand array{
 *   // The highest threshold that the age reaches; null: none is known
 *   atLeast: int|null,
 *   // The lowest threshold that it does not reach; null: none is known
 *   below: int|null,
 *   ...
 * }
 *
 * @phpstan-type UsageResponse array{
 *   billing: Billing,
 *   rateLimit: UsageResponseRateLimit,
 *   test: UsageResponseTest,
 *   ...
 * }
 *
 * @phpstan-type Billing array{
 *   // free, growth, scale so far
 *   plan: string,
 *   currency: string,
 *   // UTC calendar month
 *   period: BillingPeriod,
 *   included: int,
 *   used: int,
 *   overage: int,
 *   hardLimit: int,
 *   rateLimitPerMinute: int,
 *   // Minor units
 *   amountDue: int,
 *   ...
 * }
 *
 * UTC calendar month
 * @phpstan-type BillingPeriod array{
 *   // ISO 8601 in UTC, with milliseconds
 *   start: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   end: string,
 *   ...
 * }
 *
 * @phpstan-type UsageResponseRateLimit array{
 *   // Requests to these endpoints in a window; `RateLimit` says how many are left
 *   limit: int,
 *   windowSeconds: int,
 *   ...
 * }
 *
 * @phpstan-type UsageResponseTest array{
 *   // Test verifications started this month; they are free
 *   used: int,
 *   // The most that a month allows
 *   cap: int,
 *   ...
 * }
 *
 * @phpstan-type LogsParams array{
 *   method?: 'GET'|'HEAD'|'POST'|'PUT'|'PATCH'|'DELETE'|'OPTIONS',
 *   status?: string,
 *   event?: string,
 *   // Exact path, for example /verify/start
 *   path?: string,
 *   from?: string,
 *   to?: string,
 *   requestId?: string,
 *   // Only requests with this API key, by its id: `key_…`
 *   key?: string,
 *   // At most 200
 *   limit?: int,
 *   // Newest first: `nextCursor` of the previous page
 *   cursor?: string,
 *   // Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest
 *   after?: string,
 *   // Only requests by keys of this mode; a test key reads `test` only
 *   mode?: 'live'|'test',
 * }
 *
 * @phpstan-type LogsResponse array{
 *   logs: list<LogsResponseLogsItem>,
 *   nextCursor: string|null,
 *   // With `after`
 *   hasMore?: bool,
 *   ...
 * }
 *
 * @phpstan-type LogsResponseLogsItem array{
 *   id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   time: string,
 *   method: string,
 *   url: string,
 *   status: int,
 *   durationMs: int|float,
 *   event: string,
 *   requestId: string,
 *   // The code of the error, if any
 *   code: string|null,
 *   verificationId: string|null,
 *   // Of the API key; null: a request without one, such as a browser's
 *   mode: string|null,
 *   // The id of the API key; null: a request without one
 *   keyId: string|null,
 *   ...
 * }
 *
 * @phpstan-type AuditParams array{
 *   // One action, or all on a kind of thing: `api_key.revoke`, `api_key`
 *   action?: string,
 *   // `member:mem_…`, `tenant:key_…`, `admin` or `system`
 *   actor?: string,
 *   from?: string,
 *   to?: string,
 *   // At most 200
 *   limit?: int,
 *   // Newest first: `nextCursor` of the previous page
 *   cursor?: string,
 *   // Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest
 *   after?: string,
 * }
 *
 * @phpstan-type AuditResponse array{
 *   entries: list<AuditResponseEntriesItem>,
 *   // For `cursor`, or for `after` if that was given
 *   nextCursor: string|null,
 *   hasMore: bool,
 *   ...
 * }
 *
 * @phpstan-type AuditResponseEntriesItem array{
 *   id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   at: string,
 *   // As noun.verb
 *   action: string,
 *   // Who did it, by id: no names
 *   actor: string,
 *   // The id of the changed object
 *   target: string,
 *   // The new values and, under `before`, the old ones; never a secret
 *   changes: mixed,
 *   requestId: string,
 *   ...
 * }
 *
 * @phpstan-type AdminMetricsResponse array{
 *   uptimeSeconds: int|float,
 *   // connected, disconnected so far
 *   dbStatus: string,
 *   // connected, disconnected so far
 *   cacheStatus: string,
 *   totalTenants: int|null,
 *   totalVerifications: int|null,
 *   // By this process since it started
 *   requestLogLinesDropped: int,
 *   verificationsExpired: int|null,
 *   // Verifications whose metadata was erased by retention
 *   verificationsPurged: int|null,
 *   eventsPurged: int|null,
 *   webhooks: AdminMetricsResponseWebhooks|null,
 *   ...
 * }
 *
 * @phpstan-type AdminMetricsResponseWebhooks array{
 *   // Waiting deliveries
 *   queueDepth: int,
 *   // How long the oldest due delivery has waited
 *   oldestDueSeconds: int,
 *   // By result: ok, status, dns, tls, timeout, …
 *   attempts: array<string, int>,
 *   ...
 * }
 *
 * @phpstan-type AdminTenantsListParams array{
 *   // At most 100
 *   limit?: int,
 *   cursor?: string,
 * }
 *
 * @phpstan-type TenantRow array{
 *   id: string,
 *   name: string,
 *   isActive: bool,
 *   billing: Billing,
 *   ...
 * }
 *
 * @phpstan-type AdminTenantsListPage array{
 *   tenants: list<TenantRow>,
 *   // `cursor` of the next page; null: this is the last
 *   nextCursor: string|null,
 *   ...
 * }
 *
 * @phpstan-type AdminTenantsCreateRequest array{
 *   name: string,
 *   plan?: 'free'|'growth'|'scale',
 *   overrides?: PlanOverrides,
 *   // Invited as the first owner, for 30 days; stored encrypted
 *   ownerEmail?: string,
 * }
 *
 * @phpstan-type PlanOverrides array{
 *   rateLimitPerMinute?: int,
 *   // Live verifications a month without overage
 *   included?: int,
 *   overageAllowed?: bool,
 *   hardLimit?: int,
 *   testMonthlyQuota?: int,
 *   manualWebhookRetry?: bool,
 *   // Minor units, for example cents
 *   monthlyPriceMinor?: int,
 *   // Minor units for each verification beyond the quota
 *   overagePriceMinor?: int,
 * }
 *
 * @phpstan-type AdminTenantsCreateResponse array{
 *   id: string,
 *   name: string,
 *   apiKey: string,
 *   isActive: bool,
 *   // With `ownerEmail`
 *   ownerInvitation?: AdminTenantsCreateResponseOwnerInvitation,
 *   ...
 * }
 *
 * With `ownerEmail`
 * @phpstan-type AdminTenantsCreateResponseOwnerInvitation array{
 *   id: string,
 *   // Send it to the person; returned only once
 *   url: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   expiresAt: string,
 *   // The e-mail with the link. `queued`: it is on its way; `none`: the invitation names no address that mail
 *   // can go to; `off`: the operator has set no mail server; `limit`: the tenant has sent 20 within the hour,
 *   // or the address got 5 within a day. Except for `queued`, send the link yourself. queued, none, off, limit
 *   // so far
 *   mail: string,
 *   ...
 * }
 *
 * @phpstan-type TenantDetail array{
 *   id: string,
 *   name: string,
 *   isActive: bool,
 *   billing: Billing,
 *   // The newest live key that is neither revoked nor set to expire; null if there is none
 *   apiKey: string|null,
 *   // The methods that its pages offer, in this order
 *   methods: list<string>,
 *   // `code`: browsers bring a code for the token; absent: they bring the token
 *   returnWith?: 'code',
 *   // Absent: `age`. age, thresholds so far
 *   disclosure?: string,
 *   // `pol_…`: the version of its method policy that new verifications pin; absent: none
 *   policyId?: string,
 *   // To whom its usage is reported at Stripe; absent: to nobody
 *   stripeCustomerId?: string,
 *   // While it is being deleted
 *   deletion?: TenantDeletion,
 *   totalVerifications: int,
 *   lastVerifications: list<TenantDetailLastVerificationsItem>,
 *   ...
 * }
 *
 * @phpstan-type TenantDeletion array{
 *   // ISO 8601 in UTC, with milliseconds
 *   askedAt: string,
 *   // Verifications that are still there
 *   left: int,
 *   ...
 * }
 *
 * @phpstan-type TenantDetailLastVerificationsItem array{
 *   verificationId: string,
 *   // pending, in_progress, completed, failed, expired so far
 *   status: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   completedAt: string|null,
 *   method: string|null,
 *   ...
 * }
 *
 * @phpstan-type AdminTenantsUpdateRequest array{
 *   name?: string,
 *   isActive?: bool,
 *   plan?: 'free'|'growth'|'scale',
 *   overrides?: PlanOverrides,
 *   // The methods that its pages offer, in this order: `document`, `wallet` or another method of this
 *   // deployment
 *   methods?: list<string>,
 *   // What the browser brings to `callback_url` after an approval; `code` keeps tokens out of addresses
 *   returnWith?: 'token'|'code',
 *   // What new verifications tell where their start does not say
 *   disclosure?: 'age'|'thresholds',
 *   // A method policy: published as the tenant's next version, for verifications that start from now on. It
 *   // may name any method of this deployment. null: the tenant has no policy any more
 *   policy?: Policy|null,
 *   // With `policy`: codes of the warnings that it is published in spite of
 *   acceptedWarnings?: list<string>,
 *   // With `STRIPE_METER_SECRET_KEY`: whom its usage is reported for, from this month on. null: for nobody any
 *   // more
 *   stripeCustomerId?: string|null,
 * }
 *
 * Which ages and methods apply where. Published as a version that never changes
 * @phpstan-type Policy array{
 *   // For every place without a rule, and for what a place's rule leaves out
 *   default: PolicyDefault,
 *   // Rules by place: a region's holds before its country's
 *   regions?: list<PolicyPlace>,
 * }
 *
 * For every place without a rule, and for what a place's rule leaves out
 * @phpstan-type PolicyDefault array{
 *   // In the order in which they are shown. A method can have a second entry for `appeal`
 *   methods: list<PolicyMethod>,
 *   // Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says
 *   minimumAge?: int,
 *   // Tries without a decision, of all methods together; 3 if absent
 *   attemptsInAll?: int,
 *   // While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent
 *   minimumChoices?: int,
 *   // Whole years: an estimate between the minimum age and this one decides nothing and leads on
 *   challengeAge?: int,
 *   // What its methods must be; publishing compares
 *   requires?: list<'double_blind'>,
 *   // Answers, events, tokens and the console say `undisclosed` in place of the method
 *   hideMethod?: bool,
 *   // How long a token lives at most, in days; 0: an hour
 *   proofMaxAgeDays?: int,
 *   // For the method `age_key`: which keys count
 *   ageKeys?: PolicyDefaultAgeKeys,
 * }
 *
 * @phpstan-type PolicyMethod array{
 *   // A method of this deployment, for example `document` or `wallet`
 *   id: string,
 *   // `offer`: from the start; `fallback`: when the offered ones have failed, or the person cannot use them;
 *   // `appeal`: only against a rejection; `off`: never
 *   use: 'offer'|'fallback'|'appeal'|'off',
 *   // How often it can be tried without a decision; absent: as often as all together
 *   attempts?: int,
 * }
 *
 * For the method `age_key`: which keys count
 * @phpstan-type PolicyDefaultAgeKeys array{
 *   // Where a key counts that is made here; `tenant` if absent
 *   scope?: 'tenant'|'deployment',
 *   // The least that a key's verification proved; absent: what the rule's other methods prove
 *   minimumAssurance?: 'document_photo_unsigned'|'issuer_signed_no_binding'|'asserted_by_vendor'|'asserted_by_vendor_with_selfie'|'asserted_by_identity_provider'|'asserted_in_person'|'derived_device_bound'|'high_device_bound',
 *   // Whether passkeys that can be on several devices are refused
 *   deviceBound?: bool,
 * }
 *
 * @phpstan-type PolicyPlace array{
 *   // ISO 3166-1 alpha-2, for example `AU`
 *   country: string,
 *   // ISO 3166-2, for example `US-NY`: a part of `country`
 *   region?: string,
 *   // In the order in which they are shown. A method can have a second entry for `appeal`
 *   methods?: list<PolicyMethod>,
 *   // Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says
 *   minimumAge?: int,
 *   // Tries without a decision, of all methods together; 3 if absent
 *   attemptsInAll?: int,
 *   // While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent
 *   minimumChoices?: int,
 *   // Whole years: an estimate between the minimum age and this one decides nothing and leads on
 *   challengeAge?: int,
 *   // What its methods must be; publishing compares
 *   requires?: list<'double_blind'>,
 *   // Answers, events, tokens and the console say `undisclosed` in place of the method
 *   hideMethod?: bool,
 *   // How long a token lives at most, in days; 0: an hour
 *   proofMaxAgeDays?: int,
 *   // For the method `age_key`: which keys count
 *   ageKeys?: PolicyPlaceAgeKeys,
 * }
 *
 * For the method `age_key`: which keys count
 * @phpstan-type PolicyPlaceAgeKeys array{
 *   // Where a key counts that is made here; `tenant` if absent
 *   scope?: 'tenant'|'deployment',
 *   // The least that a key's verification proved; absent: what the rule's other methods prove
 *   minimumAssurance?: 'document_photo_unsigned'|'issuer_signed_no_binding'|'asserted_by_vendor'|'asserted_by_vendor_with_selfie'|'asserted_by_identity_provider'|'asserted_in_person'|'derived_device_bound'|'high_device_bound',
 *   // Whether passkeys that can be on several devices are refused
 *   deviceBound?: bool,
 * }
 *
 * @phpstan-type AdminTenantsDeleteParams array{
 *   // The tenant's name, exactly, to confirm it
 *   name: string,
 * }
 *
 * @phpstan-type AdminTenantsDeleteResponse array{
 *   id: string,
 *   deletion: TenantDeletion,
 *   ...
 * }
 *
 * @phpstan-type TenantMember array{
 *   id: string,
 *   name: string,
 *   // If the identity provider gives one
 *   email: string|null,
 *   // The person's permissions in the console: see docs/console-api.md. owner, admin, developer, support,
 *   // viewer so far
 *   role: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   joinedAt: string,
 *   // Their last sign-in
 *   signedInAt: string,
 *   ...
 * }
 *
 * @phpstan-type AdminMembersUpdateRequest array{
 *   // The person's permissions in the console: see docs/console-api.md
 *   role: 'owner'|'admin'|'developer'|'support'|'viewer',
 * }
 *
 * @phpstan-type AdminMembersRemoveResponse array{
 *   id: string,
 *   ...
 * }
 *
 * @phpstan-type AdminMembersDeleteResponse array{
 *   id: string,
 *   ...
 * }
 *
 * @phpstan-type AdminInvitationsListParams array{
 *   // At most 100
 *   limit?: int,
 *   cursor?: string,
 * }
 *
 * @phpstan-type TenantInvitation array{
 *   id: string,
 *   // The person's permissions in the console: see docs/console-api.md. owner, admin, developer, support,
 *   // viewer so far
 *   role: string,
 *   // The only address that can accept it; null: anyone with the link can
 *   email: string|null,
 *   // false: expired, but can be renewed
 *   isOpen: bool,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   expiresAt: string,
 *   ...
 * }
 *
 * @phpstan-type AdminInvitationsListPage array{
 *   invitations: list<TenantInvitation>,
 *   // `cursor` of the next page; null: this is the last
 *   nextCursor: string|null,
 *   ...
 * }
 *
 * @phpstan-type AdminInvitationsCreateRequest array{
 *   // `owner` if absent
 *   role?: 'owner'|'admin'|'developer'|'support'|'viewer',
 *   // Stored encrypted
 *   email?: string,
 *   // 7 if absent
 *   expiresInDays?: int,
 * }
 *
 * @phpstan-type InvitationLink array{
 *   id: string,
 *   // Send it to the person; returned only once
 *   url: string,
 *   // The person's permissions in the console: see docs/console-api.md. owner, admin, developer, support,
 *   // viewer so far
 *   role: string,
 *   // The only address that can accept it; null: anyone with the link can
 *   email: string|null,
 *   // ISO 8601 in UTC, with milliseconds
 *   expiresAt: string,
 *   // The e-mail with the link. `queued`: it is on its way; `none`: the invitation names no address that mail
 *   // can go to; `off`: the operator has set no mail server; `limit`: the tenant has sent 20 within the hour,
 *   // or the address got 5 within a day. Except for `queued`, send the link yourself. queued, none, off, limit
 *   // so far
 *   mail: string,
 *   ...
 * }
 *
 * @phpstan-type AdminInvitationsRenewRequest array{
 *   // 7 if absent
 *   expiresInDays?: int,
 * }
 *
 * @phpstan-type AdminInvitationsWithdrawResponse array{
 *   id: string,
 *   ...
 * }
 *
 * @phpstan-type AdminWalletCertificateGetResponse array{
 *   // null: the tenant has none
 *   certificate: WalletCertificate|null,
 *   ...
 * }
 *
 * @phpstan-type WalletCertificate array{
 *   id: string,
 *   // As wallets call the tenant (OpenID4VP 1.0 §5.9.3)
 *   clientId: string,
 *   // SHA-256 of the certificate, in hexadecimal
 *   fingerprint: string,
 *   subject: string,
 *   issuer: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   validFrom: string,
 *   // When the first certificate of the chain ends
 *   validUntil: string,
 *   // null: without a registration certificate
 *   registration: WalletCertificateRegistration|null,
 *   // What Google Wallet finds in requests that it signs
 *   google: WalletCertificateGoogle,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   ...
 * }
 *
 * @phpstan-type WalletCertificateRegistration array{
 *   // null: it has no end
 *   until: string|null,
 *   ...
 * }
 *
 * What Google Wallet finds in requests that it signs
 * @phpstan-type WalletCertificateGoogle array{
 *   // The name in the metadata; null: there is no metadata
 *   shownName: string|null,
 *   // The registrar's name in it; null: none
 *   aggregatorName: string|null,
 *   // `bound`: the certificate names this metadata; `unbound`: it names none; `missing`: it names some that is
 *   // not set; `none`: neither. bound, unbound, missing, none so far
 *   state: string,
 *   ...
 * }
 *
 * @phpstan-type AdminWalletCertificateSetRequest array{
 *   // The P-256 private key, PEM, without a password; never returned
 *   key: string,
 *   // The certificate and those above it, PEM
 *   chain: string,
 *   // The registration certificate (ETSI TS 119 475), a JWT
 *   registration?: string,
 *   // The metadata for Google Wallet (`gw_rp_metadata_bytes`), in base64url, base64 or hexadecimal. Refused if
 *   // the certificate names the hash of another one
 *   metadata?: string,
 * }
 *
 * @phpstan-type AdminWalletCertificateRemoveResponse array{
 *   id: string,
 *   ...
 * }
 *
 * @phpstan-type AdminLogsParams array{
 *   tenantId?: string,
 *   method?: 'GET'|'HEAD'|'POST'|'PUT'|'PATCH'|'DELETE'|'OPTIONS',
 *   status?: string,
 *   event?: string,
 *   // Exact path, for example /verify/start
 *   path?: string,
 *   from?: string,
 *   to?: string,
 *   requestId?: string,
 *   // Only requests with this API key, by its id: `key_…`
 *   key?: string,
 *   // At most 200
 *   limit?: int,
 *   // Newest first: `nextCursor` of the previous page
 *   cursor?: string,
 *   // Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest
 *   after?: string,
 * }
 *
 * @phpstan-type AdminLogsResponse array{
 *   logs: list<AdminLogsResponseLogsItem>,
 *   nextCursor: string|null,
 *   // With `after`
 *   hasMore?: bool,
 *   ...
 * }
 *
 * @phpstan-type AdminLogsResponseLogsItem array{
 *   id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   time: string,
 *   method: string,
 *   url: string,
 *   status: int,
 *   durationMs: int|float,
 *   tenantId: string|null,
 *   event: string,
 *   requestId: string,
 *   // The code of the error, if any
 *   code: string|null,
 *   verificationId: string|null,
 *   ...
 * }
 *
 * @phpstan-type AdminAuditParams array{
 *   tenantId?: string,
 *   // One action, or all on a kind of thing: `api_key.revoke`, `api_key`
 *   action?: string,
 *   // `member:mem_…`, `tenant:key_…`, `admin` or `system`
 *   actor?: string,
 *   from?: string,
 *   to?: string,
 *   // At most 200
 *   limit?: int,
 *   // Newest first: `nextCursor` of the previous page
 *   cursor?: string,
 *   // Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest
 *   after?: string,
 * }
 *
 * @phpstan-type AdminAuditResponse array{
 *   entries: list<AdminAuditResponseEntriesItem>,
 *   // For `cursor`, or for `after` if that was given
 *   nextCursor: string|null,
 *   hasMore: bool,
 *   ...
 * }
 *
 * @phpstan-type AdminAuditResponseEntriesItem array{
 *   id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   at: string,
 *   // Null: the deployment itself, such as a trust anchor
 *   tenantId: string|null,
 *   // As noun.verb
 *   action: string,
 *   // Who did it, by id: no names
 *   actor: string,
 *   // The id of the changed object
 *   target: string,
 *   // The new values and, under `before`, the old ones; never a secret
 *   changes: mixed,
 *   requestId: string,
 *   ...
 * }
 *
 * @phpstan-type TrustAnchor array{
 *   id: string,
 *   // Document type, `vct`, or `vical` for a pinned list provider
 *   credentialType: string,
 *   // Its name in results
 *   label: string,
 *   // pem, vical, eu_trusted_list so far
 *   source: string,
 *   // The first of `ekus`; null: none is required
 *   eku: string|null,
 *   // Extended key usages; a signer below this anchor needs one of them
 *   ekus: list<string>,
 *   // For a pinned list provider: the credential types that its lists can vouch for
 *   vouchesFor: list<string>,
 *   // SHA-256 of the certificate (DER), in hexadecimal
 *   fingerprint: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   validFrom: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   validUntil: string,
 *   // Whether it is trusted now
 *   isValid: bool,
 *   // For a list provider and the anchors of its list: a newer list is due
 *   isStale: bool,
 *   // Fingerprint of the pinned provider whose list contains it
 *   listProvider: string|null,
 *   // Date of the list; for a provider, of the list in use
 *   listDate: string|null,
 *   // The list's number, in decimal
 *   listIssueId: string|null,
 *   // When the next list is due
 *   listNextUpdate: string|null,
 *   // ISO 8601 in UTC, with milliseconds
 *   createdAt: string,
 *   ...
 * }
 *
 * @phpstan-type AdminTrustImportRequest array{
 *   format: 'pem'|'vical'|'eu_trusted_list',
 *   // The XML (ETSI TS 119 612)
 *   content: string,
 *   credentialTypes?: list<string>,
 *   label?: string,
 *   // Absent: the usual one of the type, and a type that has none has to name one; null: none is required
 *   eku?: string|null,
 *   // Instead of `eku`: several, of which a signer needs one
 *   ekus?: list<string>,
 *   // For `vical`: the types that the provider's lists can vouch for; absent: `org.iso.18013.5.1.mDL`
 *   vouchesFor?: list<string>,
 *   // Fingerprints that you have compared with their source; absent: only shows the list
 *   confirm?: list<string>,
 * }
 *
 * @phpstan-type AdminTrustImportResponse array{
 *   // Trusted from now on
 *   anchors: list<TrustAnchor>,
 *   // Entries of the EU list, to compare and confirm
 *   candidates: list<TrustCandidate>,
 *   // Entries of a list that are unreadable or cannot be anchors
 *   skipped: int,
 *   // Types in a list that its provider is not pinned for
 *   outside: int,
 *   // The number of the replaced VICAL, if it was higher than this one's. The later date counts all the same:
 *   // some providers' numbers do not rise
 *   replacedHigherIssueId: string|null,
 *   ...
 * }
 *
 * @phpstan-type TrustCandidate array{
 *   // SHA-256 of the certificate (DER), in hexadecimal
 *   fingerprint: string,
 *   subject: string,
 *   service: string,
 *   serviceType: string,
 *   status: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   validFrom: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   validUntil: string,
 *   ...
 * }
 *
 * @phpstan-type AdminTrustRemoveResponse array{
 *   id: string,
 *   ...
 * }
 *
 * Something about your tenant needs you. Only to endpoints that name this event
 * @phpstan-type AlertRaisedEvent array{
 *   event: 'alert.raised',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   alert: AlertRaisedEventAlert,
 *   ...
 * }
 *
 * @phpstan-type AlertRaisedEventAlert array{
 *   // `alr_…`: the same in `alert.raised` and its `alert.resolved`
 *   id: string,
 *   // Which rule, such as `endpoint_failing`; new ones can be added
 *   rule: string,
 *   // What it is about: an id such as `whe_…`, or a word such as `live`
 *   subject: string,
 *   // One line for people; the wording can change
 *   title: string,
 *   // Where a member sees it in the console
 *   url: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   raised_at: string,
 *   ...
 * }
 *
 * An alert is over. Only to endpoints that name this event
 * @phpstan-type AlertResolvedEvent array{
 *   event: 'alert.resolved',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   alert: AlertResolvedEventAlert,
 *   ...
 * }
 *
 * @phpstan-type AlertResolvedEventAlert array{
 *   // `alr_…`: the same in `alert.raised` and its `alert.resolved`
 *   id: string,
 *   // Which rule, such as `endpoint_failing`; new ones can be added
 *   rule: string,
 *   // What it is about: an id such as `whe_…`, or a word such as `live`
 *   subject: string,
 *   // One line for people; the wording can change
 *   title: string,
 *   // Where a member sees it in the console
 *   url: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   raised_at: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   resolved_at: string,
 *   // Why it is over. `recovered`: what was wrong is right; `worse`: another alert, about something worse,
 *   // took its place; `gone`: what it was about is not there or not used any more; `ran_out`: its time was
 *   // over, as when a key has expired; `rule_off`: a member turned the rule off; `closed`: the tenant was
 *   // closed. New ones can be added. recovered, worse, gone, ran_out, closed, rule_off so far
 *   reason?: string,
 *   ...
 * }
 *
 * Another endpoint has accepted nothing for 15 minutes. Only to endpoints that name this event
 * @phpstan-type EndpointFailingEvent array{
 *   event: 'endpoint.failing',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   endpoint: EndpointFailingEventEndpoint,
 *   ...
 * }
 *
 * @phpstan-type EndpointFailingEventEndpoint array{
 *   // `whe_…`: the endpoint that it is about, which never gets this event
 *   id: string,
 *   // `ten_…`: whose endpoint it is
 *   tenant_id: string,
 *   url: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   failing_since: string,
 *   ...
 * }
 *
 * The service turned another endpoint off. Only to endpoints that name this event
 * @phpstan-type EndpointDisabledEvent array{
 *   event: 'endpoint.disabled',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   endpoint: EndpointDisabledEventEndpoint,
 *   ...
 * }
 *
 * @phpstan-type EndpointDisabledEventEndpoint array{
 *   // `whe_…`: the endpoint that it is about, which never gets this event
 *   id: string,
 *   // `ten_…`: whose endpoint it is
 *   tenant_id: string,
 *   url: string,
 *   // `gone`: it answered 410; `failing`: nothing has succeeded for five days. gone, failing so far
 *   reason: string,
 *   ...
 * }
 *
 * Another endpoint accepts events again, or a member turned it on again. Only to endpoints that name this event
 * @phpstan-type EndpointRecoveredEvent array{
 *   event: 'endpoint.recovered',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   endpoint: EndpointRecoveredEventEndpoint,
 *   ...
 * }
 *
 * @phpstan-type EndpointRecoveredEventEndpoint array{
 *   // `whe_…`: the endpoint that it is about, which never gets this event
 *   id: string,
 *   // `ten_…`: whose endpoint it is
 *   tenant_id: string,
 *   url: string,
 *   ...
 * }
 *
 * The last attempt for another endpoint failed. Only to endpoints that name this event
 * @phpstan-type DeliveryExhaustedEvent array{
 *   event: 'delivery.exhausted',
 *   // New for each event; deduplicate by this and event
 *   request_id: string,
 *   // ISO 8601 in UTC, with milliseconds
 *   timestamp: string,
 *   // Always empty
 *   metadata: array<string, mixed>,
 *   endpoint: DeliveryExhaustedEventEndpoint,
 *   delivery: DeliveryExhaustedEventDelivery,
 *   ...
 * }
 *
 * @phpstan-type DeliveryExhaustedEventEndpoint array{
 *   // `whe_…`: the endpoint that it is about, which never gets this event
 *   id: string,
 *   // `ten_…`: whose endpoint it is
 *   tenant_id: string,
 *   url: string,
 *   ...
 * }
 *
 * @phpstan-type DeliveryExhaustedEventDelivery array{
 *   // The delivery's id in the console, where it can be sent again
 *   id: string,
 *   // The event that did not arrive, such as `verification.completed`
 *   event: string,
 *   // `evt_…`: its `X-Event-Id`
 *   event_id: string,
 *   // `ver_…`: what it was about
 *   verification_id?: string,
 *   attempts: int,
 *   // The last response's HTTP status, if there was one
 *   last_status?: int,
 *   // Why the last attempt failed, such as `TIMEOUT`
 *   last_code?: string,
 *   ...
 * }
 *
 * @phpstan-type WebhookEvent VerificationCompletedEvent|VerificationFailedEvent|VerificationExpiredEvent|VerificationAppealedEvent|VerificationRedactedEvent|AlertRaisedEvent|AlertResolvedEvent|EndpointFailingEvent|EndpointDisabledEvent|EndpointRecoveredEvent|DeliveryExhaustedEvent
 */
final class Types
{
    /** Fields whose empty array is an object in JSON. */
    public const OBJECTS = ['ageKeys', 'default', 'metadata', 'overrides', 'policy'];
}
