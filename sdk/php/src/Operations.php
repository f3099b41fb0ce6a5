<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * The operations of a client.
 *
 * @phpstan-import-type StartRequest from Types
 * @phpstan-import-type StartResponse from Types
 * @phpstan-import-type CompleteRequest from Types
 * @phpstan-import-type CompleteResponse from Types
 * @phpstan-import-type EventsParams from Types
 * @phpstan-import-type EventsResponse from Types
 * @phpstan-import-type SubmitRequest from Types
 * @phpstan-import-type SubmitResponse from Types
 * @phpstan-import-type CancelResponse from Types
 * @phpstan-import-type SimulateRequest from Types
 * @phpstan-import-type SimulateResponse from Types
 * @phpstan-import-type ListParams from Types
 * @phpstan-import-type ListResponse from Types
 * @phpstan-import-type RedactResponse from Types
 * @phpstan-import-type ReceiptResponse from Types
 * @phpstan-import-type ExchangeRequest from Types
 * @phpstan-import-type ExchangeResponse from Types
 * @phpstan-import-type UsageResponse from Types
 * @phpstan-import-type LogsParams from Types
 * @phpstan-import-type LogsResponse from Types
 * @phpstan-import-type AuditParams from Types
 * @phpstan-import-type AuditResponse from Types
 */
abstract class Operations
{
    public readonly Admin $admin;

    /** @internal */
    public function __construct(protected readonly Internal\Core $core)
    {
        $this->admin = new Admin($core);
    }

    /**
     * Start a verification.
     *
     * Creates a verification and the address to send the end user to. All fields are optional; no body counts
     * as `{}`. Counts towards the monthly quota. Where the tenant has a method policy, its rule for the place
     * applies to this verification to its end, whatever is published later: its minimum age, or a higher one,
     * and its methods in its order. Needs a key with the scope `verifications:write`.
     *
     * @param StartRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return StartResponse
     * @throws LintelError
     */
    public function start(array $fields = [], array $options = []): array
    {
        return $this->core->call('POST', '/verify/start', 'tenant', $options, body: $fields);
    }

    /**
     * Complete with your own evidence; approval issues a token.
     *
     * Send `dateOfBirth` or `verifiedAge`, or a `result`, or an age with a `result` that agrees with it. With
     * an age, the service decides. A date of birth is not stored. Needs a key with the scope
     * `verifications:write`.
     *
     * @param CompleteRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return CompleteResponse
     * @throws LintelError
     */
    public function complete(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/verify/complete', 'tenant', $options, body: $fields);
    }

    /**
     * List events.
     *
     * What webhooks say, oldest first, whether or not there is an endpoint: a verification's events, or all
     * after a cursor. Keep `nextCursor` and send it as `after` next time: no event is skipped, and none comes
     * twice. Events of erased verifications and those older than the retention period for metadata are not
     * there any more. Needs a key with the scope `verifications:read`.
     *
     * @param EventsParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return EventsResponse
     * @throws LintelError
     */
    public function events(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/verify/events', 'tenant', $options, query: $fields);
    }

    /**
     * Record a result that you reached elsewhere; no token.
     *
     * Completes the verification with the given result and sends the same event as complete. Needs a key with
     * the scope `verifications:write`.
     *
     * @param SubmitRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return SubmitResponse
     * @throws LintelError
     */
    public function submit(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/verify/submit', 'tenant', $options, body: $fields);
    }

    /**
     * Cancel a verification.
     *
     * Ends an open verification without a decision: its status is `failed`, its error `CANCELLED`, and
     * `verification.failed` is sent. An open page says so within seconds, wallets and vendors can no longer
     * answer, and there is no token. A live verification stays counted. Needs a key with the scope
     * `verifications:write`.
     *
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return CancelResponse
     * @throws LintelError
     */
    public function cancel(string $verificationId, array $options = []): array
    {
        return $this->core->call('POST', '/verify/cancel', 'tenant', $options, body: ['verificationId' => $verificationId]);
    }

    /**
     * Choose the outcome of a test.
     *
     * Does what the buttons of a test's page do; everything after the choice is the live path: attempts,
     * events, tokens. `poor_document` and `provider_error` use up one attempt each, and the last one ends the
     * verification. Only for keys of test mode: a live key gets `PERMISSION_DENIED`. Returns the status
     * afterwards. Needs a key with the scope `verifications:write`.
     *
     * @param SimulateRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return SimulateResponse
     * @throws LintelError
     */
    public function simulate(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/verify/simulate', 'tenant', $options, body: $fields);
    }

    /**
     * List verifications.
     *
     * Newest first; filters apply together. A live key lists live verifications, or with `mode=test` those of
     * test keys; a test key lists test verifications only. Pages stay in place while verifications start:
     * continue with `nextCursor` until it is null. Needs a key with the scope `verifications:read`.
     *
     * @param ListParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return ListResponse
     * @throws LintelError
     */
    public function list(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/verify/list', 'tenant', $options, query: $fields);
    }

    /**
     * Erase a verification; a signed receipt.
     *
     * For a verification that has ended. Everything about it is erased, with its appeal or with what it
     * appeals, but that it took place: its id, mode, status, request id, minimum age, start and counted units.
     * Its token is unknown from then on. A repeat returns the first receipt again. While a webhook about it is
     * being sent, the answer is `DELIVERY_IN_PROGRESS` with `retryAfterSeconds`. A key that may not erase gets
     * `PERMISSION_DENIED`. Needs a key with the scope `verifications:erase`.
     *
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return RedactResponse
     * @throws LintelError
     */
    public function redact(string $verificationId, array $options = []): array
    {
        return $this->core->call('POST', '/verify/redact', 'tenant', $options, body: ['verificationId' => $verificationId]);
    }

    /**
     * The receipt of an erasure.
     *
     * Returns the receipt that `/verify/redact` returned. Needs a key with the scope `verifications:read`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return ReceiptResponse
     * @throws LintelError
     */
    public function receipt(string $verificationId, array $options = []): array
    {
        return $this->core->call('GET', '/verify/receipt', 'tenant', $options, query: ['verificationId' => $verificationId]);
    }

    /**
     * Exchange a code for the token.
     *
     * For tenants whose browsers return with a `code`. Answers with the token once, within 10 minutes of the
     * return; a person who goes back to the page and returns again brings another code. Exchange only the
     * verification that you started for this person. With an `Idempotency-Key`, a repeat after a lost answer
     * gets the same token. Needs a key with the scope `tokens:validate`.
     *
     * @param ExchangeRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return ExchangeResponse
     * @throws LintelError
     */
    public function exchange(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/tokens/exchange', 'tenant', $options, body: $fields);
    }

    /**
     * Usage, bill and limits.
     *
     * The month so far, the same numbers as on the console's usage page. A test key gets them too: they say
     * nothing about a verification. Needs a key with the scope `usage:read`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return UsageResponse
     * @throws LintelError
     */
    public function usage(array $options = []): array
    {
        return $this->core->call('GET', '/usage', 'tenant', $options);
    }

    /**
     * Your own recent requests.
     *
     * Newest first: your backend's requests, and others that name your tenant, such as a browser's return from
     * a page. With `after`, in the order in which they were written: keep `nextCursor` and send it as `after`
     * next time, and no line is skipped and none comes twice. `Accept: application/x-ndjson` returns all lines
     * after `after` as JSON lines, each with its own `cursor`. A test key sees only what test keys asked. Lines
     * are written in batches within about a second. They contain no bodies, keys or query values. Needs a key
     * with the scope `logs:read`.
     *
     * @param LogsParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return LogsResponse
     * @throws LintelError
     */
    public function logs(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/logs', 'tenant', $options, query: $fields);
    }

    /**
     * Your audit trail.
     *
     * The changes in your tenant, each with its actor. Newest first; with `after`, oldest first: keep
     * `nextCursor` and send it as `after` next time, and no entry is skipped and none comes twice. `Accept:
     * application/x-ndjson` returns all entries after `after` as JSON lines, oldest first, each with its own
     * `cursor`. Needs a live key. Needs a key with the scope `audit:read`.
     *
     * @param AuditParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AuditResponse
     * @throws LintelError
     */
    public function audit(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/audit', 'tenant', $options, query: $fields);
    }
}
