-- Written by hand: Prisma cannot say storage parameters. By default a fifth of a table is dead before autovacuum comes: two
-- million rows of ten. A verification is updated two to four times in its first minutes, and the index of open ones, which
-- the expiry sweep reads from its oldest end, keeps an entry of each until then.
ALTER TABLE "verification" SET (
    autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

-- Only ever inserted, and erased from their oldest end.
ALTER TABLE "event" SET (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "token" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "method_attempt" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "webhook_attempt" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
