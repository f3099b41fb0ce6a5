-- Written by hand. How far the audit trail and the request log were pushed: docs/exports.md.

-- CreateTable
CREATE TABLE "export_cursor" (
    "destination" TEXT COLLATE "C" NOT NULL,
    "stream" TEXT COLLATE "C" NOT NULL,
    "last" BIGINT NOT NULL,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "export_cursor_pkey" PRIMARY KEY ("destination", "stream")
);
