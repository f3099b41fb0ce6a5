<?php

declare(strict_types=1);

namespace Lintel;

/** What to answer to a delivery. */
final class WebhookAnswer
{
    /** @param string $text a word for the service's delivery log */
    public function __construct(public readonly int $status, public readonly string $text)
    {
    }

    /** Sends it, in plain PHP. */
    public function send(): void
    {
        http_response_code($this->status);
        if ($this->text !== '') {
            header('Content-Type: text/plain');
            echo $this->text;
        }
    }
}
