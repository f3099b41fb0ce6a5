-- A tenant's directory of people, and the people in it (SCIM 2.0, RFC 7643 and 7644).
CREATE TABLE "directory" (
  "id" TEXT COLLATE "C" NOT NULL,
  "tenant_id" TEXT COLLATE "C" NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "last_four" TEXT NOT NULL,
  "role" "role" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),

  CONSTRAINT "directory_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "directory_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  -- A directory never makes owners.
  CONSTRAINT "directory_role_check" CHECK ("role" <> 'owner')
);

CREATE UNIQUE INDEX "directory_tenant_id_key" ON "directory"("tenant_id");
CREATE UNIQUE INDEX "directory_token_hash_key" ON "directory"("token_hash");

CREATE TABLE "directory_person" (
  "id" TEXT COLLATE "C" NOT NULL,
  "directory_id" TEXT COLLATE "C" NOT NULL,
  "tenant_id" TEXT COLLATE "C" NOT NULL,
  "user_name_sealed" TEXT NOT NULL,
  "user_name_hash" BYTEA NOT NULL,
  "external_id_sealed" TEXT,
  "external_id_hash" BYTEA,
  "display_name_sealed" TEXT,
  "email_sealed" TEXT,
  "email_hash" BYTEA,
  "role" "role",
  "is_active" BOOLEAN NOT NULL,
  "member_id" TEXT COLLATE "C",
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "directory_person_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "directory_person_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "directory_person_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "directory_person_role_check" CHECK ("role" <> 'owner')
);

CREATE UNIQUE INDEX "directory_person_directory_id_user_name_hash_key" ON "directory_person"("directory_id", "user_name_hash");
CREATE INDEX "directory_person_directory_id_id_idx" ON "directory_person"("directory_id", "id");
CREATE INDEX "directory_person_email_hash_idx" ON "directory_person"("email_hash");
CREATE INDEX "directory_person_tenant_id_idx" ON "directory_person"("tenant_id");
