-- Events about a tenant itself have no verification. Neither change reads the table: NOT VALID, because no row has the new column.
ALTER TABLE "event" ALTER COLUMN "verification_id" DROP NOT NULL;
ALTER TABLE "event" ADD COLUMN "about_tenant_id" TEXT COLLATE "C";
ALTER TABLE "event" ADD CONSTRAINT "event_about_tenant_id_fkey" FOREIGN KEY ("about_tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "event" ADD CONSTRAINT "event_about_one" CHECK (("verification_id" IS NULL) <> ("about_tenant_id" IS NULL)) NOT VALID;
