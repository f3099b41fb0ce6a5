<?php

// The cases of sdk/cases/handler.json.

declare(strict_types=1);

use Lintel\EventContext;
use Lintel\LintelError;
use Lintel\WebhookHandler;

final class ShopError extends Exception
{
}

/** As PSR-7 has it. */
final class BodyStream
{
    public bool $wasRead = false;

    public function __construct(private string $left)
    {
    }

    public function read(int $size): string
    {
        $this->wasRead = true;
        $part = substr($this->left, 0, min($size, 50));
        $this->left = substr($this->left, strlen($part));
        return $part;
    }
}

final class HandlerCase
{
    /** @var list<array<string, ?string>> */
    private array $effects = [];

    /** @var list<string> */
    private array $logs = [];

    /** @var array<string, int> */
    private array $left = [];

    private Lintel\MemoryStore $store;

    public function __construct(private readonly stdClass $case, private readonly Lintel\Client $client)
    {
    }

    public function run(): void
    {
        $isDelivered = array_filter($this->case->steps, static fn (stdClass $step): bool => isset($step->deliver)) !== [];
        $ways = $isDelivered && $this->case->server === 'none' ? ['text', 'resource', 'stream'] : ['text'];
        foreach ($ways as $way) {
            $this->once($way);
        }
    }

    private function once(string $way): void
    {
        [$this->effects, $this->logs, $this->store] = [[], [], new Lintel\MemoryStore()];
        $settings = $this->case->handler;
        $expect = $this->case->expect;
        $this->left = get_object_vars($settings->fails ?? new stdClass());
        foreach ($settings->cursors ?? [] as $stream => $cursor) {
            $this->store->saveCursor($stream, $cursor);
        }
        try {
            $handler = new WebhookHandler(
                on: array_fill_keys($settings->on, $this->act(...)),
                store: $this->store,
                client: ($settings->client ?? null) === false ? null : $this->client,
                secrets: $settings->secrets,
                maxBytes: $settings->maxBytes ?? 1_048_576,
                log: function (string $said): void {
                    $this->logs[] = $said;
                },
                now: fn (): float => (float) $this->case->clock,
            );
        } catch (LintelError $error) {
            check(isset($expect->error), $error->getMessage());
            errorMatches($expect->error, $error);
            return;
        }
        check(!isset($expect->error), 'no error');
        foreach ($this->case->steps as $step) {
            isset($step->deliver) ? $this->deliver($handler, $step, $way) : $this->catchUp($handler, $step);
        }
        subset($expect->effects, $this->effects, 'effects');
        foreach ($expect->cursors ?? [] as $stream => $cursor) {
            check($this->store->cursor($stream) === $cursor, "the cursor of $stream is {$this->store->cursor($stream)}");
        }
        $said = implode("\n", $this->logs);
        foreach ($expect->logs ?? [] as $text) {
            check(str_contains($said, $text), "no log says $text: $said");
        }
        check(count($this->logs) <= ($expect->logsAtMost ?? PHP_INT_MAX), "logs: $said");
        // One without this program's own functions, which hold the case.
        $other = new WebhookHandler(['default' => 'printf'], $this->store, $this->client, $settings->secrets);
        $dumped = $said . print_r($other, true);
        foreach (['avk_test_standin', ...$settings->secrets] as $secret) {
            check(!str_contains($dumped, $secret), 'a log or a dump shows a secret');
        }
    }

    private function act(array $event, EventContext $about): void
    {
        $this->left[$about->eventId] = ($this->left[$about->eventId] ?? 0) - 1;
        if ($this->left[$about->eventId] >= 0) {
            throw new ShopError("the shop's database is away");
        }
        $this->effects[] = [
            'event' => $event['event'],
            'eventId' => $about->eventId,
            'source' => $about->source,
            'verificationId' => $about->verificationId,
            'mode' => $about->mode,
        ];
    }

    /** One after the other, where the table says at once: a PHP program does one thing at a time. */
    private function deliver(WebhookHandler $handler, stdClass $step, string $way): void
    {
        $statuses = [];
        for ($time = 0; $time < ($step->times ?? 1); $time++) {
            $given = $step->deliver;
            $stream = new BodyStream($given->body);
            $body = match (true) {
                isset($given->unreadable), $way === 'stream' => $stream,
                $way === 'resource' => fopen('data:text/plain;base64,' . base64_encode($given->body), 'rb'),
                default => $given->body,
            };
            $headers = get_object_vars($given->headers);
            // One framework has lists of values, another capital letters.
            $answer = $handler->receive($body, $way === 'stream' ? array_map(static fn (string $value): array => [$value], $headers)
                : array_combine(array_map(ucwords(...), array_keys($headers)), $headers));
            check(!isset($given->unreadable) || !$stream->wasRead, 'the body was read');
            $statuses[] = $answer->status;
            if (!isset($step->expect->statuses)) {
                $isSame = $answer->status === $step->expect->status && $answer->text === $step->expect->text;
                check($isSame, "answer: $answer->status $answer->text");
            }
        }
        sort($statuses);
        check($statuses === ($step->expect->statuses ?? $statuses), 'statuses: ' . shown($statuses));
    }

    private function catchUp(WebhookHandler $handler, stdClass $step): void
    {
        $wanted = $step->expect->error ?? null;
        $since = isset($step->catchUp->since) ? new DateTimeImmutable("@{$step->catchUp->since}") : null;
        try {
            $result = $handler->catchUp($since);
        } catch (ShopError $error) {
            check($wanted?->type === 'shop', $error->getMessage());
            return;
        } catch (LintelError $error) {
            check($wanted !== null, $error->getMessage());
            errorMatches($wanted, $error);
            return;
        }
        check($wanted === null, 'no error, but ' . shown($result));
        subset($step->expect->result, $result, 'result');
    }
}
