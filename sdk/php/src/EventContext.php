<?php

declare(strict_types=1);

namespace Lintel;

/** What is known of an event beside its body. */
final class EventContext
{
    /**
     * @param string $eventId evt_…: the same however often and on whichever way it comes
     * @param mixed $tx what the store gives: write with it, and the event's note and your effect are kept or lost together
     * @param 'delivery'|'events' $source delivery: a webhook. events: catchUp has read it
     * @param ?string $verificationId null for events about the tenant; in a delivery it comes from a header that is not signed
     * @param ?string $mode live or test, as verificationId; null where the header is missing
     */
    public function __construct(
        public readonly string $eventId,
        public readonly mixed $tx,
        public readonly string $source,
        public readonly ?string $verificationId,
        public readonly ?string $mode,
    ) {
    }
}
