-- A member who is deleted leaves nothing behind here, and joins again at their next sign-in while the directory says that they are
-- active.
UPDATE "directory_person" p SET "member_id" = NULL
  WHERE "member_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "member" m WHERE m."id" = p."member_id");

CREATE INDEX "directory_person_member_id_idx" ON "directory_person"("member_id");

ALTER TABLE "directory_person" ADD CONSTRAINT "directory_person_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;
