import { CERTIFICATE_WORDS, certificateFaultOf } from "#core/identity/certificate-fault.ts";
import { entryFor } from "#core/json.ts";

// Why a database does not answer, in words for its operator: at the start of every process and script, and for the doctor.

const NO_WAY = "there is no way to the host of DATABASE_URL: look at the network and its firewalls";
const NEEDS_TLS = "it takes encrypted connections only: add sslmode=verify-full to DATABASE_URL";

/** By Node's code or by SQLSTATE (PostgreSQL, Appendix A). */
const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the host and port of DATABASE_URL",
  ENOTFOUND: "the host of DATABASE_URL is not known",
  EAI_AGAIN: "the host of DATABASE_URL is not known at the moment",
  ETIMEDOUT: NO_WAY,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  "28P01": "the user or password in DATABASE_URL is not the database's",
  "28000": "the database does not let the user of DATABASE_URL in",
  "3D000": "there is no database of the name in DATABASE_URL",
  "42P01": "it lacks tables of this version: run the migrations (`npm run migrate`)",
  "53300": "it has no connection left: raise its max_connections, or lower DATABASE_POOL_SIZE",
  "57P03": "it is starting or stopping: wait a moment",
};

/** By the words of those that have no code for it. */
const BY_WORDS: readonly { said: RegExp; code?: string; why: string }[] = [
  {
    // PgBouncer, under a code that it uses for much else.
    said: /^unsupported startup parameter/,
    why: "PgBouncer is in front of it, which needs DATABASE_PREPARED_STATEMENTS=off",
  },
  // PostgreSQL's pg_hba.conf, before and since version 14; and PgBouncer's client_tls_sslmode.
  { said: /pg_hba\.conf.*(?:no encryption|SSL off)|^SSL required/, why: NEEDS_TLS },
  {
    said: /^The server does not support SSL connections/,
    code: "no TLS",
    why: "it speaks no TLS: switch that on there, or take sslmode out of DATABASE_URL where the way to it is private",
  },
  {
    said: /^There was an error establishing an SSL connection/,
    code: "no TLS",
    why: "what listens at the host and port of DATABASE_URL does not answer as PostgreSQL does",
  },
  {
    said: /^SASL: .*client password/,
    code: "no password",
    why: "the database asks for a password, and DATABASE_URL has none",
  },
  {
    said: /^SASL: /,
    code: "SASL",
    why: "the database and this service do not agree on how to sign in: look at its authentication method",
  },
  {
    said: /requires specifying a CA with sslrootcert/,
    code: "no authority",
    why: "sslmode=verify-ca with uselibpqcompat=true needs sslrootcert in DATABASE_URL; EXTRA_CA_FILE does not count there",
  },
  {
    said: /^timeout exceeded when trying to connect/,
    code: "no answer in time",
    why: "nothing came back from DATABASE_URL in three seconds: look at firewalls and security groups, then at its load",
  },
  {
    said: /^Connection terminated/,
    code: "connection closed",
    why: "the connection to DATABASE_URL was closed: it stops, is not PostgreSQL, or did not answer in time (a firewall)",
  },
];

const SYSTEM =
  "sslrootcert=system in DATABASE_URL is taken for a file: leave it out. Public authorities are known without it, and EXTRA_CA_FILE names one of your own";

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EACCES: "may not be read by this user",
};

/** Of files that DATABASE_URL names, such as `sslrootcert`, and of the socket that it may lead to. */
const whyOfFile = (error: Error, code: string): string | undefined => {
  const fault = entryFor(FILE_FAULTS, code);
  if (fault === undefined) return undefined;
  if (Reflect.get(error, "syscall") === "connect")
    return code === "EACCES"
      ? "this user may not connect to the address of DATABASE_URL"
      : "there is no socket at the place that DATABASE_URL names";
  const path: unknown = Reflect.get(error, "path");
  if (path === "system") return SYSTEM;
  // A key or certificate that was written where its file's name belongs stays out of the log.
  const named = typeof path === "string" && !path.includes("BEGIN") ? ` (${path})` : "";
  return `a file that DATABASE_URL names${named} ${fault}`;
};

/** PostgreSQL names the table only in its message, in whichever language. */
const whyOfRight = ({ message }: Error): string => {
  const [table] = /[a-z]+(?:_[a-z]+)+/.exec(message) ?? [];
  if (table === undefined)
    return "the user of DATABASE_URL may not create tables there, or not read them: make it the database's owner (alter database … owner to …), or, as the role that ran the migrations, grant it select, insert, update and delete on all tables";
  return `the user of DATABASE_URL may not read ${table}: as the role that ran the migrations, grant it select, insert, update and delete on all tables`;
};

const whyOf = (error: Error, code: string): string | undefined => {
  const fault = certificateFaultOf(error);
  if (fault === "unknown_authority")
    return `${CERTIFICATE_WORDS[fault]}, or as sslrootcert in DATABASE_URL. Every sslmode but no-verify checks it. Where DATABASE_URL has sslrootcert, only that file counts: put the authority there`;
  if (fault !== null) return CERTIFICATE_WORDS[fault];
  if (code === "42501") return whyOfRight(error);
  return whyOfFile(error, code) ?? entryFor(BY_CODE, code);
};

/** In place of a code, where there is none. */
const wordFor = ({ message }: Error): string => (/timeout/i.test(message) ? "no answer in time" : "unknown");

/**
 * Node's, OpenSSL's or PostgreSQL's code for a database that does not answer, and what an operator can do about it, if
 * known. Neither has anything of the address but the path of a file.
 * @param setting which one has the address
 */
export const whyAway = (
  error: unknown,
  setting = "DATABASE_URL",
): { code: string; why: string | undefined } => {
  if (!(error instanceof Error)) return { code: "unknown", why: undefined };
  const worded = BY_WORDS.find(({ said }) => said.test(error.message));
  const code = "code" in error && error.code !== undefined ? String(error.code) : worded?.code;
  const why = worded?.why ?? (code === undefined ? undefined : whyOf(error, code));
  return { code: code ?? wordFor(error), why: why?.replaceAll("DATABASE_URL", setting) };
};
