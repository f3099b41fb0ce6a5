<?php

// The errors of this package. A refused token or a rejected person is an answer, never an error.

declare(strict_types=1);

namespace Lintel;

/** The base of all errors of this package, and what is wrong with the client's own settings. */
class LintelError extends \RuntimeException
{
}

/** The service refused a request, or failed. */
class LintelApiError extends LintelError
{
    /**
     * @param int $status the HTTP status
     * @param ?string $errorCode the service's code, for example VERIFICATION_NOT_FOUND; docs/errors.md explains each. Codes
     *     that this release does not know arrive unchanged. null: the answer had none, so a proxy may have given it
     * @param string $detail what happened, for people
     * @param ?string $requestId quote it when you ask for help
     * @param list<array{path: string, message: string}> $issues with InvalidRequestError: what is wrong, and where
     * @param ?float $retryAfterSeconds when a repeat can succeed, if the service said so
     */
    public function __construct(
        public readonly int $status,
        public readonly ?string $errorCode,
        public readonly string $detail,
        public readonly ?string $requestId = null,
        public readonly array $issues = [],
        public readonly ?float $retryAfterSeconds = null,
    ) {
        $at = $requestId === null ? '' : " (request $requestId)";
        parent::__construct($detail . ' [' . ($errorCode ?? "HTTP $status") . ']' . $at);
    }

    /**
     * @internal
     * @param list<array{path: string, message: string}> $issues
     */
    public static function of(
        int $status,
        ?string $code,
        string $detail,
        ?string $requestId,
        array $issues,
        ?float $retryAfterSeconds,
    ): self {
        $class = match (true) {
            $status === 400, $status === 413, $status === 422 => InvalidRequestError::class,
            $status === 401 => AuthenticationError::class,
            $status === 403 => PermissionDeniedError::class,
            $status === 404 => NotFoundError::class,
            $status === 409 => ConflictError::class,
            $status === 429 => RateLimitError::class,
            $status >= 500 => ServerError::class,
            default => self::class,
        };
        return new $class($status, $code, $detail, $requestId, $issues, $retryAfterSeconds);
    }
}

/** 400, 413 or 422: the request is wrong; $issues says where. */
final class InvalidRequestError extends LintelApiError
{
}

/** 401: the key is missing, unknown, revoked or of the wrong kind. */
final class AuthenticationError extends LintelApiError
{
}

/** 403: the key may not do this. */
final class PermissionDeniedError extends LintelApiError
{
}

/** 404: there is no such verification, or it is another tenant's. */
final class NotFoundError extends LintelApiError
{
}

/** 409: the state of things does not allow it, or the same request is still running. */
final class ConflictError extends LintelApiError
{
}

/** 429: too many requests, or the quota is used up. */
final class RateLimitError extends LintelApiError
{
}

/** 500 and above: the service failed. */
final class ServerError extends LintelApiError
{
}

/** No answer that can be used: no connection, a broken one, or something that is not this service. */
class LintelConnectionError extends LintelError
{
    /** @param bool $isFinal whether another try would end the same way */
    public function __construct(string $message, public readonly bool $isFinal = false)
    {
        parent::__construct($message);
    }
}

/** No answer in time. */
final class LintelTimeoutError extends LintelConnectionError
{
}

/** A webhook is not to be believed: answer 401. */
final class WebhookVerificationError extends LintelError
{
    /**
     * @param string $reason body_not_raw, no_secret, malformed_header, signature_mismatch, timestamp_too_old or
     *     timestamp_in_future
     */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
