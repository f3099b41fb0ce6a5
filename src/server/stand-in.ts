import type { Config } from "#config/config.ts";
import { program } from "#program.ts";
import { mailerOf } from "#runtime/mail.ts";

type Deps = Awaited<ReturnType<typeof program.getDeps>>;

const EVERY_MS = 60_000;

/**
 * Looks each minute whether a worker lives, and tells the operator where none does (docs/alerts.md). While the database is
 * away it does not look, and nothing fails.
 * @returns ends it, when what it has begun is done
 */
export const standInForWorkers = (config: Config, deps: Deps, everyMs = EVERY_MS): (() => Promise<void>) => {
  const mailer = mailerOf(config);
  const mail = mailer && { mailer, isAnswered: config.MAIL_REPLY_TO !== undefined };
  const look = program.life.createStandIn(program.systemCtx(deps), mail);
  if (look === null) return () => Promise.resolve();
  const stop = new AbortController();
  let isStandingIn = false;
  const turn = async (): Promise<void> => {
    const stands = await look(stop.signal);
    if (stands && !isStandingIn)
      deps.log.warn("no worker gives a sign of life: this process sends the operator's alerts");
    if (!stands && isStandingIn) deps.log.info("a worker lives again and sends the alerts");
    isStandingIn = stands;
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A mail server may take longer than a minute.
    running ??= turn()
      .catch((error: unknown) => deps.log.debug("it could not be seen whether a worker lives", { error }))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  // It keeps no finished server alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
};
