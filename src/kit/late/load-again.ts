const WAITS_MS: readonly number[] = [400, 1_500];

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a file of script, and asks for it again when it does not come: a network drops single answers.
 * @param load begins a new `import()` at each call; the bundler keeps no file that failed
 * @param waitsMs how long to wait before each repetition
 * @throws the last failure
 */
export const loadAgain = async <Loaded>(
  load: () => Promise<Loaded>,
  waitsMs: readonly number[] = WAITS_MS,
): Promise<Loaded> => {
  for (const waitMs of waitsMs) {
    try {
      return await load();
    } catch {
      await pause(waitMs);
    }
  }
  return load();
};

/** The file that the bundler names in its error. */
const FILE = /\/_next\/\S+\.(?:js|css)/;

/**
 * Whether a file of script is no longer there, because the service runs a newer build than the page.
 * @param failure what its `import()` threw
 * @returns false where that cannot be found out, such as without a network
 */
export const isGone = async (failure: unknown): Promise<boolean> => {
  const [file] = FILE.exec(String(failure)) ?? [];
  if (file === undefined) return false;
  const answer = await fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
};
