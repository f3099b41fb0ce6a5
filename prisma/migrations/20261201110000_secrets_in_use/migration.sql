-- Written by hand. What processes write with while a secret is being rotated, by names that reveal nothing about the values. A process of
-- the version before says nothing of its secrets; while one lives, none is moved.

-- CreateTable
CREATE TABLE "secret_in_use" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C",
    "since" TIMESTAMPTZ(3),
    "former" TEXT COLLATE "C",
    "read_since" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "secret_in_use_pkey" PRIMARY KEY ("kind"),
    CONSTRAINT "secret_in_use_name_check" CHECK (("name" IS NULL) = ("since" IS NULL))
);
INSERT INTO "secret_in_use" ("kind") VALUES ('SECRETS_KEY'), ('KEY_PEPPER'), ('TOKEN_SIGNING_KEYS');

-- AlterTable
ALTER TABLE "worker_life" ADD COLUMN "secrets" JSONB, ADD COLUMN "said_at" TIMESTAMPTZ(3);
