import cluster from "node:cluster";
import { setTimeout } from "node:timers/promises";
import { type Config, databaseOf, secretsOf } from "#config/config.ts";
import { whyAway } from "#data/connection/why-away.ts";
import { connect } from "#data/service/client.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";
import { WRONG_SETTINGS } from "#platform/process/exit-codes.ts";
import { createSecrets } from "#platform/secrets.ts";
import { findWrongSecrets, type WrongSecret } from "#services/check-secrets.ts";
import { type Follower, faultsBefore, hasChoice, writeAsFormer } from "#services/secrets-in-use.ts";

const ASK_AGAIN_MS = 5_000;

const LOST: Record<WrongSecret, string> = {
  SECRETS_KEY:
    "sealed with it: webhook secrets, the keys of wallets, kept answers. None of that could be opened",
  KEY_PEPPER: "hashed with it: API keys, page addresses, sessions. None of them would be recognised",
};

/** The settings hold secrets of another database, or those that the other processes do not write with. */
export class WrongSecretsError extends Error {
  override readonly name = "WrongSecretsError";
  /** Whether only other settings help, and no time. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting: boolean) {
    super(message);
    this.isLasting = isLasting;
  }
}

const ofAnother = (wrong: readonly WrongSecret[]): WrongSecretsError => {
  const lines = wrong.map(
    (name) => `${name} is not the one that this database was begun with. Much is ${LOST[name]}.`,
  );
  return new WrongSecretsError(
    `${lines.join("\n")}\nSet the former value, or the DATABASE_URL that belongs to this one. ` +
      "While you rotate one, SECRETS_KEY_PREVIOUS or KEY_PEPPER_PREVIOUS holds the former value: " +
      "docs/operations.md, Rotating secrets. The same page says how to go on where a value is lost.",
    true,
  );
};

type Faults = Awaited<ReturnType<typeof faultsBefore>>;
type Fault = Faults[number];

const OUT_OF_STEP: Record<Fault["why"], (kind: Fault["kind"]) => string> = {
  not_held: (kind) =>
    kind === "TOKEN_SIGNING_KEYS"
      ? "TOKEN_SIGNING_KEYS lacks the key that the other processes sign with. Keep it behind the new one. " +
        "After a theft, or with a database from a backup, `npm run rotate -- now` lets the first key sign at once."
      : `${kind} is not the one that the other processes write with, and ${kind}_PREVIOUS is not either. Set the new value.`,
  still_written: (kind) =>
    `${kind} was rotated, and a process may still write with the former value, which this one lacks. ` +
    "Keep the former value until no process writes with it: within a minute, or three after a crash.",
};

/** What an operator does about secrets that other processes do not write with, or still do. */
export const outOfStep = (faults: Faults): WrongSecretsError =>
  new WrongSecretsError(
    [
      ...faults.map(({ kind, why }) => OUT_OF_STEP[why](kind)),
      "`npm run rotate` says where the rotation stands.",
    ].join("\n"),
    faults.some(({ why }) => why === "not_held"),
  );

type Settings = Parameters<typeof databaseOf>[0] &
  Parameters<typeof secretsOf>[0] &
  Pick<Config, "TOKEN_SIGNING_KEYS">;

const sayAway = (error: unknown): void => {
  const { code, why } = whyAway(error);
  console.error(
    `the database does not answer (${code})${why ? `: ${why}` : ""}. Requests fail until it does.`,
  );
};

/**
 * Refuses to start with secrets of another database, or out of step with the other processes. While the database is away the
 * process starts anyway and says why, once; `onWrong` gets the error once the database answers.
 * @throws WrongSecretsError, SigningKeyError
 */
export const checkSecretsAtStart = async (
  config: Settings,
  onWrong: (error: WrongSecretsError) => void,
): Promise<void> => {
  const secrets = createSecrets(secretsOf(config));
  const signingKeys = await loadSigningKeys(config.TOKEN_SIGNING_KEYS);
  /** Null: the database does not answer. */
  const ask = async (
    onAway?: (error: unknown) => void,
  ): Promise<{ wrong: WrongSecretsError | null } | null> => {
    const db = connect({ ...databaseOf(config), poolSize: 1, onPoolError: () => {} });
    try {
      await reachTestWord(db);
      const wrong = await findWrongSecrets(db.orm, secrets);
      if (wrong.length > 0) return { wrong: ofAnother(wrong) };
      const faults = await faultsBefore({ db, secrets, signingKeys });
      return { wrong: faults.length > 0 ? outOfStep(faults) : null };
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
      const answer = await ask();
      if (answer?.wrong) return onWrong(answer.wrong);
      if (answer) return;
    }
  };
  const answer = await ask(sayAway);
  if (answer === null) void askOn();
  else if (answer.wrong) throw answer.wrong;
};

/** Less than the minute within which `serve` wants each of its processes to be ready: server/processes.ts. */
const LEARN_WITHIN_MS = 30_000;
const LEARN_AGAIN_MS = 1_000;

/**
 * For a process whose first sign of life was tried: waits until it knows what the others write with, where its settings have several
 * values. Then, or if the time is over, it may write.
 * @param say tries to give a sign of life; it does not throw
 * @param until.withinMs a process that serves does so while the database is away too
 * @param until.isOver whether the process is to end
 */
export const learnSecrets = async (
  deps: Parameters<typeof writeAsFormer>[0],
  life: Readonly<Pick<Follower, "isInStep">>,
  say: () => Promise<unknown>,
  { withinMs = LEARN_WITHIN_MS, isOver = () => false }: { withinMs?: number; isOver?: () => boolean } = {},
): Promise<void> => {
  const endMs = performance.now() + withinMs;
  while (!life.isInStep && hasChoice(deps) && performance.now() < endMs && !isOver()) {
    await setTimeout(LEARN_AGAIN_MS);
    await say();
  }
  if (!life.isInStep) writeAsFormer(deps);
};

/** The exit code of a process with such settings. */
export const exitCodeOf = ({ isLasting }: WrongSecretsError): number =>
  cluster.isWorker && isLasting ? WRONG_SETTINGS : 1;

/** Ends this process at once. */
export const endOnWrongSecrets = (error: WrongSecretsError): void => {
  console.error(error.message);
  process.exit(exitCodeOf(error));
};
