-- Off for every tenant that there is: what was kept stays until the tenant says otherwise.
ALTER TABLE "tenant" ADD COLUMN "result_retention_days" INTEGER;
ALTER TABLE "tenant" ADD CONSTRAINT "tenant_result_retention_check" CHECK ("result_retention_days" BETWEEN 1 AND 3650);
