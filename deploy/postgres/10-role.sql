-- What the postgres image runs once, in a new volume: the service gets a role that owns its database and nothing else.
\getenv password POSTGRES_PASSWORD
create role lintel login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database lintel owner lintel;
revoke all on database lintel from public;
-- From now on the superuser signs in by the container's own socket only: docker compose exec postgres psql -U postgres
alter role postgres password null;
