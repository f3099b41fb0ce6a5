import { DatabaseError } from "pg";
import { certificateFaultOf } from "#core/identity/certificate-fault.ts";
import { Prisma } from "#data/generated/client.ts";
import { NoPlace } from "#data/sql/fair-places.ts";

const CONNECTION_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL"],
  // Of a socket, or of a file that the address names, such as `sslrootcert`.
  ...["ENOENT", "ENOTDIR", "EISDIR", "EACCES", "EPERM"],
]);
/** Of a handshake, or of a file that holds no certificate. */
const TLS_CODES = /^(?:EPROTO$|ERR_SSL_|ERR_OSSL_|ERR_TLS_)/;
// node-postgres has no classes for these: these are its own texts, pinned by a test with a killed server.
const CONNECTION_TEXTS =
  /does not support SSL connections|establishing an SSL connection|timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable|pool after calling end|Connection ended|connection timeout|^SASL: |requires specifying a CA with sslrootcert|sslnegotiation/i;

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

/** Of a program that could not be started, with the same codes as a file or a socket: nothing of a database's. */
const isOfProgram = (error: Error): boolean =>
  "syscall" in error && typeof error.syscall === "string" && error.syscall.startsWith("spawn");

const isConnectionFault = (error: Error): boolean => {
  if (isOfProgram(error)) return false;
  const code = codeOf(error);
  return (
    CONNECTION_CODES.has(code) ||
    TLS_CODES.test(code) ||
    CONNECTION_TEXTS.test(error.message) ||
    certificateFaultOf(error) !== null
  );
};

/**
 * Whether an error comes from Postgres or from the connection to it. Its text is for the log, never for a
 * caller.
 */
export const isDatabaseError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPlace) return !error.isMoving;
  if (error instanceof DatabaseError || error.name === "DriverAdapterError") return true;
  if (error.name.startsWith("PrismaClient")) return true;
  if (isConnectionFault(error)) return true;
  return error.cause instanceof Error && isDatabaseError(error.cause);
};

/** Whether a statement that is always right failed before Postgres got it: the client in this process is broken. */
export const isProgramError = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  error instanceof Prisma.PrismaClientRustPanicError ||
  !isDatabaseError(error);

// Prisma's codes for "try again": no connection in time, no transaction available, a write conflict.
const PASSING_CODES = new Set(["P2024", "P2028", "P2034"]);

/** Postgres read the statement and refuses these particular values: trying again cannot help. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  (error instanceof Prisma.PrismaClientKnownRequestError &&
    error.code.startsWith("P2") &&
    !PASSING_CODES.has(error.code)) ||
  // SQLSTATE class 22: data exception.
  (error instanceof DatabaseError && (error.code?.startsWith("22") ?? false));

/** Whether Postgres refused a row because another one has its value in this index (SQLSTATE 23505, unique_violation). */
export const isTaken = (error: unknown, index: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? // Of a statement in a transaction: Prisma gives Postgres' text, which may be in any language.
      error.code === "P2010" && error.message.includes("23505") && error.message.includes(`"${index}"`)
    : error instanceof DatabaseError && error.code === "23505" && error.constraint === index;

/** Whether Postgres refused a row that belongs to another one, because that one is gone (SQLSTATE 23503, foreign_key_violation). */
export const isOrphan = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003";

/**
 * Postgres refuses a row or a value of the statement (SQLSTATE classes 22 and 23); without it, the rest may
 * succeed.
 */
export const isRefusedRow = (error: unknown): boolean =>
  error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");

/** Whether the role may not read what the statement asks for (SQLSTATE 42501, insufficient_privilege). */
export const isForbidden = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? // Of a raw statement, as above.
      error.code === "P2010" && error.message.includes("42501")
    : error instanceof DatabaseError && error.code === "42501";
