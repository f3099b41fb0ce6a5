<?php

// A webhook receiver in Laravel: app/Http/Controllers/LaravelReceiver.php, and in routes/api.php, which has no CSRF check,
//     Route::post('/hooks/age', App\Http\Controllers\LaravelReceiver::class);

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Lintel\MemoryStore;
use Lintel\WebhookHandler;

final class LaravelReceiver
{
    public function __invoke(Request $request): Response
    {
        $handler = new WebhookHandler(
            on: ['default' => fn (array $event) => error_log($event['event'] . ' ' . json_encode($event['metadata']))],
            store: new MemoryStore(), // remembers nothing: yours is PdoStore.php with DB::connection()->getPdo()
        );
        // The stream of getContent, not all(): the bytes as they arrived.
        $answer = $handler->receive($request->getContent(true), $request->headers->all());
        return new Response($answer->text, $answer->status);
    }
}
