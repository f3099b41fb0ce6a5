import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { verify } from "#contracts/public/endpoints.ts";
import type { Database } from "#data/service/client.ts";
import { isProgramError } from "#data/service/errors.ts";
import { findTestWord } from "#data/service/secret-check.ts";
import type { Logger } from "#platform/log.ts";
import { strayNames } from "#platform/process/intrinsics.ts";

// Whether this very process can still do its work. A database that is away is not the fault of the process: health.ts has that.

/** What is wrong with this process; null: nothing. Known for a second, so strangers who ask cause no load. */
export type SelfCheck = () => Promise<string | null>;

const KNOWN_MS = 1_000;
/** A database that takes longer is a matter of `probe`. */
const READ_MS = 1_500;

const SENT = { reference: "self-check", minimumAge: 18, metadata: { a: 1 } };
const SENT_TEXT = JSON.stringify(SENT);

/** A request as a tenant sends it, read by what reads theirs. */
const readsRequests = (): boolean => {
  const { success, data } = verify.start.body.safeParse(JSON.parse(SENT_TEXT));
  return success && isDeepStrictEqual(data, SENT);
};

const findFault = async ({ orm }: Database): Promise<string | null> => {
  const names = strayNames();
  if (names.length > 0)
    return `${JSON.stringify(names[0]).slice(0, 60)} was written to an object that all share`;
  try {
    if (!readsRequests()) return "a valid request is refused";
  } catch {
    return "a valid request cannot be read";
  }
  const over = new AbortController();
  const reading = async () => findTestWord(orm);
  const read = reading().then(
    () => null,
    (error: unknown) => (isProgramError(error) ? "the database client fails before it asks" : null),
  );
  const late = pause(READ_MS, null, { signal: over.signal, ref: false }).catch(() => null);
  return Promise.race([read, late]).finally(() => over.abort());
};

export const createSelfCheck = (db: Database): SelfCheck => {
  let known: Promise<string | null> | null = null;
  return () => {
    if (known) return known;
    const asking = findFault(db).catch(() => "the check of this process itself failed");
    known = asking;
    void asking.then(() =>
      setTimeout(() => {
        known = null;
      }, KNOWN_MS).unref(),
    );
    return asking;
  };
};

const LOOK_MS = 2_000;
/** One finding may be the passing kind; nothing written to an object that all share passes. */
const FINDINGS = 2;

/**
 * Looks every two seconds whether this process still works, and ends it when it does not: what runs it (Compose,
 * systemd, Kubernetes, the first of several processes) then starts another one.
 * @returns ends the looking
 */
export const endWhenBroken = (
  { selfCheck, log }: { selfCheck: SelfCheck; log: Logger },
  end: () => void = () => process.exit(1),
): (() => void) => {
  let findings = 0;
  const timer = setInterval(() => {
    void selfCheck().then((fault) => {
      findings = fault === null ? 0 : findings + 1;
      if (findings < FINDINGS) return;
      clearInterval(timer);
      log.error("this process is broken and ends, so that another one takes its place", { fault });
      // The line is written by then.
      setTimeout(end, 100);
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
};
