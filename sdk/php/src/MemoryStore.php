<?php

declare(strict_types=1);

namespace Lintel;

/**
 * A store for tests, and for programs that run on. It is empty when the program starts, and under PHP-FPM, Apache and php -S that
 * is with every request: there it remembers nothing. It knows the last 10,000 events only, and what your function has done stays
 * done where it fails later. In production use a store in your database.
 */
final class MemoryStore implements EventStore
{
    private const MAX_IDS = 10_000;

    /** @var array<string, true> */
    private array $done = [];

    /** @var array<string, string> */
    private array $cursors = [];

    public function once(string $eventId, \Closure $work): bool
    {
        if (isset($this->done[$eventId])) {
            return false;
        }
        $work(null);
        $this->done[$eventId] = true;
        if (count($this->done) > self::MAX_IDS) {
            unset($this->done[array_key_first($this->done)]);
        }
        return true;
    }

    public function cursor(string $stream): ?string
    {
        return $this->cursors[$stream] ?? null;
    }

    public function saveCursor(string $stream, string $cursor): void
    {
        $this->cursors[$stream] = $cursor;
    }
}
