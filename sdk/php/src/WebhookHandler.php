<?php

declare(strict_types=1);

namespace Lintel;

use Lintel\Internal\Opening;

/**
 * Receives webhooks and hands each event to the shop's function once: it limits and checks what comes, forgets what came before,
 * and with catchUp reads what was missed.
 *
 *     $handler = new Lintel\WebhookHandler(on: ['verification.completed' => $fulfil], store: $store, client: new Lintel\Client());
 *     $handler->receive(fopen('php://input', 'rb'), getallheaders())->send();
 *
 * It answers 204 to what is handled, known or of no interest; 500 where the function or the store fails, so that the service
 * delivers again; 401 with the reason to what is not genuine; 413 to what is too long; 400 to what is signed and no event.
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class WebhookHandler
{
    /** A misspelt name would mean events that are answered with 204 and never handled. */
    private const NAMES = [
        'verification.completed', 'verification.failed', 'verification.expired', 'verification.appealed',
        'verification.redacted', 'alert.raised', 'alert.resolved', 'endpoint.failing', 'endpoint.disabled',
        'endpoint.recovered', 'delivery.exhausted', 'default',
    ];

    private readonly Opening $opening;
    private readonly \Closure $log;

    /**
     * @param array<string, callable(array<string, mixed>, EventContext): mixed> $on what to do, by the event's name. default
     *     gets every other event; without it, others are ignored
     * @param ?Client $client for catchUp
     * @param string|list<string>|null $secrets the endpoint's secret, or several while it is being rolled;
     *     LINTEL_WEBHOOK_SECRET if null
     * @param int $maxBytes a longer body is answered with 413 and not read to its end
     * @param float $tolerance how many seconds the signature's time may lie from now, both ways
     * @param ?callable(string): mixed $log gets what was refused, what failed and what may be missing; error_log if null
     * @param ?\Closure(): float $now Unix seconds, for tests
     * @throws LintelError $on is empty or names no event
     */
    public function __construct(
        private readonly array $on,
        private readonly EventStore $store,
        private readonly ?Client $client = null,
        #[\SensitiveParameter] string|array|null $secrets = null,
        int $maxBytes = 1_048_576,
        float $tolerance = 300,
        ?callable $log = null,
        ?\Closure $now = null,
    ) {
        foreach ($on as $name => $function) {
            if (!in_array($name, self::NAMES, true) || !is_callable($function)) {
                throw new LintelError(sprintf(
                    'There is no event %.80s, or no function for it. One that this release does not know goes to default',
                    $name,
                ));
            }
        }
        if ($on === []) {
            throw new LintelError("Say what to do: on: ['default' => fn (\$event, \$context) => …]");
        }
        $this->opening = new Opening(new Webhooks($now), $secrets, $maxBytes, $tolerance);
        $this->log = $log === null ? static fn (string $said): bool => error_log($said) : \Closure::fromCallable($log);
    }

    /**
     * What to answer to one delivery. Never throws what your function throws.
     *
     * @param mixed $body the raw body: a string, or what it can be read from, a resource (fopen('php://input', 'rb')) or a PSR-7
     *     stream. That is not read where there is no signature, and not to its end where it is too long
     * @param array<string, string|list<string>> $headers the request's: getallheaders(), $request->headers->all() in Laravel and
     *     Symfony, $request->getHeaders() in PSR-7
     */
    public function receive(mixed $body, array $headers): WebhookAnswer
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower((string) $name)] = implode(',', (array) $value);
        }
        try {
            [$event, $eventId] = $this->opening->open($body, $given);
        } catch (WebhookVerificationError $error) {
            return $this->refuse(401, $error->reason, $error->getMessage());
        } catch (LintelError $error) {
            return $this->refuse(400, 'no_event', $error->getMessage());
        } catch (\LengthException $error) {
            return $this->refuse(413, 'body_too_large', $error->getMessage());
        }
        $id = $given['x-verification-id'] ?? '';
        $mode = $given['x-verification-mode'] ?? '';
        try {
            $this->once($event, new EventContext(
                $eventId,
                null,
                'delivery',
                preg_match('/^ver_\w{1,60}$/D', $id) === 1 ? $id : null,
                in_array($mode, ['live', 'test'], true) ? $mode : null,
            ));
        } catch (\Throwable $error) { // whatever it is, the service delivers again
            ($this->log)('A webhook failed; the service will deliver it again: ' . $error::class . ": {$error->getMessage()}");
            return new WebhookAnswer(500, 'handler_failed');
        }
        return new WebhookAnswer(204, '');
    }

    /**
     * Reads the events since the last time, and hands over those that are not known: with each deployment, and every hour or so,
     * so that the cursor stays younger than what the service keeps. Deliveries may come at the same time.
     *
     * @param ?\DateTimeInterface $since what happened before is ignored: a shop that has been without this handler says from when
     *     on it counts
     * @return array{handled: int, known: int, ignored: int, gap: bool} gap: events before these may be missing, because the
     *     service did not keep them for as long as the store did not ask
     * @throws \Throwable what your function threw, after all other events were handed over: the cursor stays before it, and the
     *     next time asks again
     * @throws LintelError of the client
     */
    public function catchUp(?\DateTimeInterface $since = null): array
    {
        $client = $this->client ?? throw new LintelError('The client is missing: pass client: new Client() to catch up');
        $counts = ['handled' => 0, 'known' => 0, 'ignored' => 0, 'gap' => false];
        $first = $client->events(['limit' => 1]);
        if ($first['events'] === []) {
            return $counts;
        }
        $stream = $first['events'][0]['mode'];
        $after = $this->store->cursor($stream);
        if ($after !== null && self::isGap($after, $first['nextCursor'])) {
            $counts['gap'] = true;
            ($this->log)(
                "Events are missing: the service keeps none between $after, where the last catching up ended, and "
                . "{$first['nextCursor']}. Those that did not come as webhooks are lost: compare your open orders with "
                . '$client->status(). Catch up more often than the retention period',
            );
        }
        $failure = null;
        do {
            $page = $this->page($client, $after);
            foreach ($page['events'] as $item) {
                try {
                    $counts[$this->caughtUp($item, $since)]++;
                } catch (\Throwable $error) {
                    ($this->log)("The event {$item['eventId']} failed; catchUp will ask for it again: {$error->getMessage()}");
                    $failure ??= $error;
                }
            }
            $next = $page['nextCursor'];
            if ($page['hasMore'] && ($next === null || $next === $after)) {
                throw new LintelError('The service says that there are more events, and gives no new cursor');
            }
            $after = $next;
            if ($failure === null && $after !== null) {
                $this->store->saveCursor($stream, $after);
            }
        } while ($page['hasMore']);
        return $failure === null ? $counts : throw $failure;
    }

    /** @return array<string, mixed> */
    private function page(Client $client, ?string &$after): array
    {
        try {
            return $client->events(['limit' => 100] + ($after === null ? [] : ['after' => $after]));
        } catch (InvalidRequestError $error) {
            $isAhead = in_array('after', array_column($error->issues, 'path'), true);
            if ($after === null || !$isAhead) {
                throw $error;
            }
            ($this->log)('The service was restored from a backup: reading its events from the beginning');
            $after = null;
            return $client->events(['limit' => 100]);
        }
    }

    /**
     * @param array<string, mixed> $item
     * @return 'handled'|'known'|'ignored'
     */
    private function caughtUp(array $item, ?\DateTimeInterface $since): string
    {
        $event = $item['payload'];
        if ($since !== null && new \DateTimeImmutable($event['timestamp']) < $since) {
            return 'ignored';
        }
        return $this->once($event, new EventContext($item['eventId'], null, 'events', $item['verificationId'], $item['mode']));
    }

    /**
     * @param array<string, mixed> $event
     * @return 'handled'|'known'|'ignored'
     */
    private function once(array $event, EventContext $about): string
    {
        $name = is_string($event['event'] ?? null) ? $event['event'] : 'default';
        $act = $this->on[$name] ?? $this->on['default'] ?? null;
        if ($act === null) {
            return 'ignored';
        }
        $isNew = $this->store->once($about->eventId, static function (mixed $tx) use ($act, $event, $about): void {
            $act($event, new EventContext($about->eventId, $tx, $about->source, $about->verificationId, $about->mode));
        });
        return $isNew ? 'handled' : 'known';
    }

    /** Whether numbers lie between what was read last and the oldest that is left. */
    private static function isGap(string $cursor, ?string $oldest): bool
    {
        $areNumbers = preg_match('/^\d{1,15} \d{1,15}$/D', "$cursor $oldest") === 1;
        return $areNumbers && (int) $oldest > (int) $cursor + 1;
    }

    private function refuse(int $status, string $reason, string $message): WebhookAnswer
    {
        ($this->log)("A webhook was refused ($reason): $message");
        return new WebhookAnswer($status, $reason);
    }
}
