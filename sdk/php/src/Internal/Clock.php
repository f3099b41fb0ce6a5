<?php

declare(strict_types=1);

namespace Lintel\Internal;

/** @internal Now and waiting; tests put another in its place. */
class Clock
{
    /** @return float Unix seconds */
    public function now(): float
    {
        return microtime(true);
    }

    /** @return float seconds since any moment, which nobody sets back or forward */
    public function elapsed(): float
    {
        return hrtime(true) / 1e9;
    }

    public function sleep(float $seconds): void
    {
        usleep((int) round($seconds * 1_000_000));
    }
}
