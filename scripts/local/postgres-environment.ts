// What PostgreSQL's programs get to see: nothing of our settings or secrets is their business.
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  NODE_ENV: "production", // no program reads it, the type demands it
});
