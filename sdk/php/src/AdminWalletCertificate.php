<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin->walletCertificate
 *
 * @phpstan-import-type AdminWalletCertificateGetResponse from Types
 * @phpstan-import-type AdminWalletCertificateSetRequest from Types
 * @phpstan-import-type WalletCertificate from Types
 * @phpstan-import-type AdminWalletCertificateRemoveResponse from Types
 */
final class AdminWalletCertificate
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * Get a tenant's certificate for wallets.
     *
     * The certificate that signs the tenant's requests to wallets, never its key. Without one, the deployment's
     * signs. Needs a key with the scope `read`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminWalletCertificateGetResponse
     * @throws LintelError
     */
    public function get(string $tenantId, array $options = []): array
    {
        return $this->core->call('GET', Internal\Core::path('/admin/tenants/{tenantId}/wallet-certificate', $tenantId), 'admin', $options);
    }

    /**
     * Set a tenant's certificate for wallets.
     *
     * Gives the tenant a certificate, or replaces its present one. Requests already made are still signed with
     * the former one until they end. All of it is stored encrypted. Needs a key with the scope `all`.
     *
     * @param AdminWalletCertificateSetRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return WalletCertificate
     * @throws LintelError
     */
    public function set(string $tenantId, array $fields, array $options = []): array
    {
        return $this->core->call('POST', Internal\Core::path('/admin/tenants/{tenantId}/wallet-certificate', $tenantId), 'admin', $options, body: $fields);
    }

    /**
     * Remove a tenant's certificate for wallets.
     *
     * Deletes the certificate with its key, and replaced ones too. Open requests that it signed get no answer.
     * Needs a key with the scope `all`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminWalletCertificateRemoveResponse
     * @throws LintelError
     */
    public function remove(string $tenantId, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/tenants/{tenantId}/wallet-certificate', $tenantId), 'admin', $options);
    }
}
