// npm start and npm run dev: everything on this machine, from nothing to a running service. See local/main.ts.
import { launch } from "./lib/launch.mjs";

const HELP = `npm start      the production build, made first where the sources have changed
npm run dev    the sources as they are: an edit shows in a second or two, without a restart

Starts PostgreSQL, the service and its worker on this machine, with a demo tenant to try it.

  PORT=8080 npm start            on exactly that port (otherwise 3000, or the next free one)
  HOST=0.0.0.0 npm start         for other machines too, with PUBLIC_URL as they reach it (otherwise this one alone)
  DATABASE_URL=… npm start       with a PostgreSQL of your own instead of the embedded one
  REDIS_URL=… npm start          limits shared by a Redis (or UPSTASH_REDIS_REST_URL and _TOKEN)

Settings are read from the environment, then from .env, where missing secrets are generated once; .env.example
explains each. Data and logs are kept in .local. Ctrl-C stops everything and leaves the database clean.`;

if (process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) console.log(HELP);
else await launch("scripts/local/main.ts");
