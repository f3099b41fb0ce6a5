<?php

// Serves examples/LaravelReceiver.php without Laravel, which is not to be had here: as much of its Request and Response as
// the receiver uses, with their documented behaviour. php -S 127.0.0.1:4000 laravel_stand_in.php

declare(strict_types=1);

namespace Illuminate\Http {
    final class Request
    {
        /** As Symfony's: the body as it arrived. */
        public function getContent(): string
        {
            return (string) file_get_contents('php://input');
        }

        /** As Laravel's: null where there is none. */
        public function header(string $name): ?string
        {
            return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null;
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
