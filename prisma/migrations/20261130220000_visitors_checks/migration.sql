-- A check that a visitor began at a gate or by signing in with age counts from the first step on its page. PostgreSQL keeps the
-- default in the catalogue, so no row is written.
alter table verification add column uncounted boolean not null default false;
