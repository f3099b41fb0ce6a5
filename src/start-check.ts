import { setTimeout } from "node:timers/promises";
import { connect } from "#data/service/client.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import { createSecrets } from "#platform/secrets.ts";
import { findWrongSecrets, type WrongSecret } from "#services/check-secrets.ts";
import { databaseOf, secretsOf } from "./config.ts";

const ASK_AGAIN_MS = 5_000;

const LOST: Record<WrongSecret, string> = {
  SECRETS_KEY:
    "sealed with it: webhook secrets, the keys of wallets, kept answers. None of that could be opened",
  KEY_PEPPER: "hashed with it: API keys, page addresses, sessions. None of them would be recognised",
};

/** The settings hold secrets of another database. */
export class WrongSecretsError extends Error {
  constructor(wrong: readonly WrongSecret[]) {
    const lines = wrong.map(
      (name) => `${name} is not the one that this database was begun with. Much is ${LOST[name]}.`,
    );
    super(
      `${lines.join("\n")}\nSet the former value, or the DATABASE_URL that belongs to this one. ` +
        "To exchange one takes two rollouts: docs/operations.md, Rotating secrets. " +
        "The same page says how to go on where a value is lost.",
    );
    this.name = "WrongSecretsError";
  }
}

type Settings = Parameters<typeof databaseOf>[0] & Parameters<typeof secretsOf>[0];

/** What an operator can do about a database that does not answer, by SQLSTATE or by Node's code. */
const WHY_AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the host and port of DATABASE_URL",
  ENOTFOUND: "the host of DATABASE_URL is not known",
  EAI_AGAIN: "the host of DATABASE_URL is not known at the moment",
  "28P01": "DATABASE_URL has another user or password than the database",
  "28000": "the database does not let the user of DATABASE_URL in",
  "3D000": "there is no database of the name in DATABASE_URL",
  "42P01": "it has no tables yet: run the migrations (`npm run migrate`)",
};

/** Node's or PostgreSQL's code for a database that does not answer, and what an operator can do about it, if known. */
export const whyAway = (error: unknown): { code: string; why: string | undefined } => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer in time";
  // PgBouncer's words for session options, under a code that it uses for much else.
  const isPooled = error instanceof Error && error.message.startsWith("unsupported startup parameter");
  const why = isPooled
    ? "PgBouncer is in front of it, which needs DATABASE_PREPARED_STATEMENTS=off"
    : WHY_AWAY[code];
  return { code, why };
};

const sayAway = (error: unknown): void => {
  const { code, why } = whyAway(error);
  console.error(
    `the database does not answer (${code})${why ? `: ${why}` : ""}. Requests fail until it does.`,
  );
};

/**
 * Refuses to start with secrets of another database. While the database is away the process starts anyway and says
 * why, once; `onWrong` gets the error once the database answers.
 * @throws WrongSecretsError
 */
export const checkSecretsAtStart = async (
  config: Settings,
  onWrong: (error: WrongSecretsError) => void,
): Promise<void> => {
  const secrets = createSecrets(secretsOf(config));
  const ask = async (onAway?: (error: unknown) => void): Promise<readonly WrongSecret[] | null> => {
    const db = connect({ ...databaseOf(config), poolSize: 1, onPoolError: () => {} });
    try {
      await reachTestWord(db);
      return await findWrongSecrets(db.orm, secrets);
    } catch (error) {
      onAway?.(error);
      return null;
    } finally {
      await db.close();
    }
  };
  const askOn = async (): Promise<void> => {
    for (;;) {
      await setTimeout(ASK_AGAIN_MS, undefined, { ref: false });
      const wrong = await ask();
      if (wrong?.length === 0) return;
      if (wrong) return onWrong(new WrongSecretsError(wrong));
    }
  };
  const wrong = await ask(sayAway);
  if (wrong === null) void askOn();
  else if (wrong.length > 0) throw new WrongSecretsError(wrong);
};

/** For a process that is already serving. */
export const endOnWrongSecrets = (error: WrongSecretsError): void => {
  console.error(error.message);
  process.exit(1);
};
