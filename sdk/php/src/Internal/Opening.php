<?php

declare(strict_types=1);

namespace Lintel\Internal;

use Lintel\Webhooks;
use Lintel\WebhookVerificationError;

/**
 * Opens a webhook: what cannot be genuine is not read, because anyone can send anything there.
 *
 * @internal
 */
final class Opening
{
    private const NO_ID = "One of webhook-id, webhook-timestamp and webhook-signature is missing: the event's id is signed there. "
        . 'A proxy may have dropped them';
    private const OTHER_ID = 'The body is signed, but not with this webhook-id: it was changed on its way, or the secret is not '
        . 'whole';

    /** @var list<string>|string|\SensitiveParameterValue|null */
    private readonly mixed $secrets;

    /** @param string|list<string>|null $secrets */
    public function __construct(
        private readonly Webhooks $webhooks,
        #[\SensitiveParameter] string|array|null $secrets,
        private readonly int $maxBytes,
        private readonly float $tolerance,
    ) {
        $this->secrets = $secrets === null ? null : new \SensitiveParameterValue($secrets);
    }

    /**
     * @param array<string, string> $headers names in lower case
     * @return array{array<string, mixed>, string} the event and its id
     * @throws WebhookVerificationError answer 401
     * @throws \LengthException answer 413
     * @throws \Lintel\LintelError the signed body is no JSON object: answer 400
     */
    public function open(mixed $body, array $headers): array
    {
        $signature = $headers['x-service-signature'] ?? '';
        Webhooks::requireForm($signature);
        $id = $headers['webhook-id'] ?? '';
        $at = $headers['webhook-timestamp'] ?? '';
        $idSignature = $headers['webhook-signature'] ?? '';
        if ($id === '' || $at === '' || $idSignature === '') {
            throw new WebhookVerificationError('malformed_header', self::NO_ID);
        }
        $raw = $this->read($body);
        $secrets = $this->secrets?->getValue();
        $event = $this->webhooks->verify($raw, $signature, $secrets, $this->tolerance);
        if (!Webhooks::isIdSigned("$id.$at.$raw", $idSignature, $secrets)) {
            throw new WebhookVerificationError('signature_mismatch', self::OTHER_ID);
        }
        return [$event, $id];
    }

    /** The body, unless it is longer. What is no body at all is refused where it is checked. */
    private function read(mixed $body): mixed
    {
        if (is_resource($body)) {
            $body = (string) stream_get_contents($body, $this->maxBytes + 1);
        } elseif (is_object($body) && method_exists($body, 'read')) { // a PSR-7 stream
            $text = '';
            while (strlen($text) <= $this->maxBytes && ($part = (string) $body->read($this->maxBytes + 1 - strlen($text))) !== '') {
                $text .= $part;
            }
            $body = $text;
        } elseif ($body instanceof \Stringable) {
            $body = (string) $body;
        }
        if (is_string($body) && strlen($body) > $this->maxBytes) {
            throw new \LengthException("The body has more than $this->maxBytes bytes");
        }
        return $body;
    }
}
