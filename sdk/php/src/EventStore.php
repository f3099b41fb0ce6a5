<?php

declare(strict_types=1);

namespace Lintel;

/**
 * Where a shop notes which events it has handled. Keep the ids for as long as the service keeps events; one store is for one
 * tenant.
 */
interface EventStore
{
    /**
     * Runs $work in a transaction that notes the id as well, unless the id is noted: then it returns false. If $work throws,
     * nothing of either stays. If two come at once with one id, the second waits for the first's end.
     *
     * @param \Closure(mixed): void $work takes what the shop's functions write with: the connection, inside its transaction
     */
    public function once(string $eventId, \Closure $work): bool;

    /** What saveCursor was last given for this stream, live or test; null: nothing. */
    public function cursor(string $stream): ?string;

    public function saveCursor(string $stream, string $cursor): void;
}
