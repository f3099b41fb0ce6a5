<?php

// Serves examples/LaravelReceiver.php without Laravel, which is not to be had here: as much of its Request and Response as
// the receiver uses, with their documented behaviour. php -S 127.0.0.1:4000 laravel_stand_in.php

declare(strict_types=1);

namespace Illuminate\Http {
    final class Request
    {
        public readonly HeaderBag $headers;

        public function __construct()
        {
            $this->headers = new HeaderBag();
        }

        /**
         * As Symfony's: the body as it arrived, as a text or a stream.
         *
         * @return string|resource
         */
        public function getContent(bool $asResource = false): mixed
        {
            return $asResource ? fopen('php://input', 'rb') : (string) file_get_contents('php://input');
        }
    }

    final class HeaderBag
    {
        /** As Symfony's: lists of values by names in small letters. */
        public function all(): array
        {
            return array_map(static fn (string $value): array => [$value], array_change_key_case(getallheaders()));
        }
    }

    final class Response
    {
        public function __construct(private readonly string $content, private readonly int $status)
        {
        }

        public function send(): void
        {
            http_response_code($this->status);
            echo $this->content;
        }
    }
}

namespace {
    require __DIR__ . '/../autoload.php';
    require __DIR__ . '/../examples/LaravelReceiver.php';
    (new App\Http\Controllers\LaravelReceiver())(new Illuminate\Http\Request())->send();
}
