<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin->trust
 *
 * @phpstan-import-type TrustAnchor from Types
 * @phpstan-import-type AdminTrustImportRequest from Types
 * @phpstan-import-type AdminTrustImportResponse from Types
 * @phpstan-import-type AdminTrustRemoveResponse from Types
 */
final class AdminTrust
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * List trust anchors.
     *
     * The certificates trusted for each credential type. Nothing is trusted until you import it. Needs a key
     * with the scope `read`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return list<TrustAnchor>
     * @throws LintelError
     */
    public function list(array $options = []): array
    {
        return $this->core->call('GET', '/admin/trust-anchors', 'admin', $options);
    }

    /**
     * Import trust anchors.
     *
     * From PEM, from a VICAL whose provider is pinned (a PEM import for the type `vical`), or from the EU
     * trusted list for age verification. The signature of the EU list is not checked, so only the entries in
     * `confirm` are trusted. The body has at most 512 KiB; for larger files, use `npm run trust`. Needs a key
     * with the scope `all`.
     *
     * @param AdminTrustImportRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return AdminTrustImportResponse
     * @throws LintelError
     */
    public function import(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/admin/trust-anchors', 'admin', $options, body: $fields);
    }

    /**
     * Remove a trust anchor.
     *
     * Credentials that it signed are no longer trusted. Completed verifications do not change. Needs a key with
     * the scope `all`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminTrustRemoveResponse
     * @throws LintelError
     */
    public function remove(string $trustAnchorId, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/trust-anchors/{trustAnchorId}', $trustAnchorId), 'admin', $options);
    }
}
