-- Written by hand: COLLATE "C" on ids, and the CHECKs.

-- CreateEnum
CREATE TYPE "oidc_auth_method" AS ENUM ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none');

-- CreateEnum
CREATE TYPE "oidc_token_alg" AS ENUM ('RS256', 'ES256');

-- CreateEnum
CREATE TYPE "oidc_under_age" AS ENUM ('answer', 'deny');

-- CreateTable
CREATE TABLE "oidc_client" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "auth_method" "oidc_auth_method" NOT NULL,
    "secret_sealed" TEXT,
    "previous_secret_sealed" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "jwks" JSONB,
    "token_alg" "oidc_token_alg" NOT NULL DEFAULT 'RS256',
    "thresholds" INTEGER[],
    "under_age" "oidc_under_age" NOT NULL DEFAULT 'answer',
    "requires_pkce" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_client_pkey" PRIMARY KEY ("id"),
    -- A client proves who it is by one thing: its secret, its key, or PKCE.
    CONSTRAINT "oidc_client_has_its_proof" CHECK (
        ("secret_sealed" IS NOT NULL) = ("auth_method"::text LIKE 'client_secret%')
        AND ("jwks" IS NOT NULL) = ("auth_method" = 'private_key_jwt')
        AND ("requires_pkce" OR "auth_method" <> 'none')),
    CONSTRAINT "oidc_client_asks_for_ages" CHECK (
        cardinality("thresholds") BETWEEN 1 AND 5 AND 5 <= ALL ("thresholds") AND 99 >= ALL ("thresholds"))
);

-- CreateTable
CREATE TABLE "oidc_artifact" (
    "id_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "grant_hash" BYTEA,
    "payload_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_artifact_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "oidc_key" (
    "id" TEXT COLLATE "C" NOT NULL,
    "mode" "mode" NOT NULL,
    "alg" "oidc_token_alg" NOT NULL,
    "number" INTEGER NOT NULL,
    "key_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "active_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "oidc_client_tenant_id_id_idx" ON "oidc_client"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "oidc_artifact_grant_hash_idx" ON "oidc_artifact"("grant_hash");

-- CreateIndex
CREATE INDEX "oidc_artifact_expires_at_idx" ON "oidc_artifact"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_key_mode_alg_number_key" ON "oidc_key"("mode", "alg", "number");

-- AddForeignKey
ALTER TABLE "oidc_client" ADD CONSTRAINT "oidc_client_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
