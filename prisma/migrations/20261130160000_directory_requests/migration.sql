-- Written by hand. A directory's last requests, for its page in the console: docs/directory.md. The version before knows
-- neither the column nor the table, and needs none.
ALTER TABLE "directory" ADD COLUMN "requests" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "directory_request" (
  "directory_id" TEXT COLLATE "C" NOT NULL,
  "slot" INTEGER NOT NULL,
  "tenant_id" TEXT COLLATE "C" NOT NULL,
  "number" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "method" TEXT COLLATE "C" NOT NULL,
  "path" TEXT COLLATE "C" NOT NULL,
  "status" INTEGER NOT NULL,
  "kept" TEXT[] NOT NULL,
  "dropped" TEXT[] NOT NULL,
  "refused" TEXT[] NOT NULL,

  CONSTRAINT "directory_request_pkey" PRIMARY KEY ("directory_id", "slot"),
  -- So many are kept, and no more.
  CONSTRAINT "directory_request_slot_check" CHECK ("slot" >= 0 AND "slot" < 50),
  CONSTRAINT "directory_request_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "directory_request_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "directory_request_tenant_id_idx" ON "directory_request"("tenant_id");
