-- CreateTable
CREATE TABLE "secret_check" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" TEXT NOT NULL,
    "pepper_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_check_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "secret_check_is_one_row" CHECK ("id" = 1)
);
