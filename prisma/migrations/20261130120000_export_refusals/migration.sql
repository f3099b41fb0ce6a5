-- Written by hand. What a destination did not take, and since when it takes nothing: docs/exports.md. A process of the version
-- before knows none of the columns, and needs none.
ALTER TABLE "export_cursor" ADD COLUMN "failing_since" TIMESTAMPTZ(3),
    ADD COLUMN "last_code" TEXT COLLATE "C",
    ADD COLUMN "dropped" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "dropped_at" TIMESTAMPTZ(3);
