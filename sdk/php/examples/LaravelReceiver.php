<?php

// A webhook receiver in Laravel: app/Http/Controllers/LaravelReceiver.php, and in routes/api.php, which has no CSRF check,
//     Route::post('/hooks/age', App\Http\Controllers\LaravelReceiver::class);

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Lintel\Webhooks;
use Lintel\WebhookVerificationError;

final class LaravelReceiver
{
    public function __invoke(Request $request): Response
    {
        try {
            // getContent, not all(): the bytes as they arrived.
            $event = (new Webhooks())->verify($request->getContent(), $request->header('X-Service-Signature'));
        } catch (WebhookVerificationError $error) {
            return new Response($error->reason, 401);
        }
        // A webhook may arrive twice: AgeEvent::firstOrCreate(['key' => $event['request_id'] . $event['event']]).
        error_log($event['event'] . ' ' . json_encode($event['metadata']));
        return new Response('', 204);
    }
}
