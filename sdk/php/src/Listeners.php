<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->listeners
 *
 * @phpstan-import-type ListenersOpenRequest from Types
 * @phpstan-import-type ListenersOpenResponse from Types
 * @phpstan-import-type ListenersDeliveriesRequest from Types
 * @phpstan-import-type ListenersDeliveriesResponse from Types
 * @phpstan-import-type ListenersCloseRequest from Types
 * @phpstan-import-type ListenersCloseResponse from Types
 */
final class Listeners
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * Listen to events from a command line.
     *
     * Opens a listener, a target for events beside the webhook endpoints: it takes them by `POST
     * /listeners/deliveries`, so nothing has to be reachable from the internet. A test key's listener gets
     * events of test verifications. A live key gets those of live ones, and needs the right to listen that it
     * was created with. A tenant can have 20 open ones; then one that was unseen for an hour gives way to a new
     * one. Calls to /listeners have a separate limit, ten times the tenant's.
     *
     * @param ListenersOpenRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return ListenersOpenResponse
     * @throws LintelError
     */
    public function open(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/listeners', 'tenant', $options, body: $fields);
    }

    /**
     * Take events, and acknowledge those before.
     *
     * Records the acknowledgements as attempts in the delivery log, then returns what is next, oldest first;
     * waits for it up to `waitSeconds`. What it returns is the listener's for 60 seconds: unacknowledged, it
     * comes again with the next `attempt`, so each event arrives at least once. An acknowledgement ends the
     * delivery: a status from 200 to 299 as delivered, anything else as failed, without another try. A repeated
     * acknowledgement does no harm. A later poll of a listener ends an earlier one that still waits. An
     * `Idempotency-Key` is ignored. Calls to /listeners have a separate limit, ten times the tenant's.
     *
     * @param ListenersDeliveriesRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return ListenersDeliveriesResponse
     * @throws LintelError
     */
    public function deliveries(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/listeners/deliveries', 'tenant', $options, body: $fields);
    }

    /**
     * Stop listening.
     *
     * Ends a listener. Deliveries that it has not acknowledged are cancelled. Calls to /listeners have a
     * separate limit, ten times the tenant's.
     *
     * @param ListenersCloseRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return ListenersCloseResponse
     * @throws LintelError
     */
    public function close(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/listeners/close', 'tenant', $options, body: $fields);
    }
}
