import { setTimeout } from "node:timers/promises";
import { whyAway } from "#data/connection/why-away.ts";
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
