import { safeFields, safeValue } from "#platform/safe-value.ts";

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;

export type LogLevel = keyof typeof LEVELS;

/** Facts beside the message. An error goes under `error`, a request's id under `requestId`. */
export type LogFields = Readonly<Record<string, unknown>>;

export type Logger = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
};

/**
 * A logger of JSON lines. Every field goes through `safeValue`, so a key, a token, a sealed value or a query's
 * parameters cannot be logged by accident; and a log call never throws.
 * @param options.write takes one line that ends in a line feed
 */
export const createLogger = (options: {
  level: LogLevel;
  write: (line: string) => void;
  now: () => Date;
  fields?: LogFields;
}): Logger => {
  const { level, write, now, fields: always = {} } = options;
  const at =
    (lineLevel: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}): void => {
      if (LEVELS[lineLevel] < LEVELS[level]) return;
      try {
        const head = { time: now().toISOString(), level: lineLevel, message: safeValue(message) };
        // The head comes last as well as first: a field cannot pretend to be another level or time.
        write(`${JSON.stringify({ ...head, ...safeFields({ ...always, ...fields }), ...head })}\n`);
      } catch {
        // A getter that throws, or a closed stream: no request may fail because of its log.
      }
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (more) => createLogger({ ...options, fields: { ...always, ...more } }),
  };
};
