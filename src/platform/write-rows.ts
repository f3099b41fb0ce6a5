const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;

export type RowWriter<T> = {
  /** An async function: it rejects, it does not throw. */
  write: (rows: readonly T[]) => Promise<void>;
  /** Whether an error says that the same rows can never be written (the database refuses one of them). Default: none. */
  isPermanent?: (error: unknown) => boolean;
  /** Asked after every try. */
  isStopped: () => boolean;
  pause: (ms: number) => Promise<void>;
};

const tryUntilDecided = async <T>(rows: readonly T[], writer: RowWriter<T>) => {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const result = await writer.write(rows).then(
      () => "written" as const,
      (error: unknown) => (writer.isPermanent?.(error) === true ? "refused" : "failed"),
    );
    if (writer.isStopped()) return "stopped";
    if (result !== "failed") return result;
    await writer.pause(pauseMs);
  }
};

/**
 * Writes rows, in order, however long it takes: the pauses between tries double from 200 ms to 5 s. When the batch is
 * refused for good, its rows are written one by one, so that a single bad row costs only itself.
 * @returns how many rows were refused, or null when it was stopped before the end
 */
export const writeRows = async <T>(rows: readonly T[], writer: RowWriter<T>): Promise<number | null> => {
  const result = await tryUntilDecided(rows, writer);
  if (result === "stopped") return null;
  if (result === "written") return 0;
  if (rows.length === 1) return 1;
  let refused = 0;
  for (const row of rows) {
    const more = await writeRows([row], writer);
    if (more === null) return null;
    refused += more;
  }
  return refused;
};
