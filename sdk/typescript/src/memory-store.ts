import type { EventStore } from "./handler.ts";

const MAX_IDS = 10_000;

/**
 * A store for development and tests. It is empty when the program starts, so `catchUp` hands over everything again; it knows the
 * last 10,000 events only, one process only, and what your function has done stays done where it fails later. In production use
 * a store in your database.
 */
export class MemoryStore implements EventStore {
  readonly #done = new Map<string, Promise<boolean>>();
  readonly #cursors = new Map<string, string>();

  async once(eventId: string, work: (tx: undefined) => Promise<void>): Promise<boolean> {
    // The second one waits for the first, and takes its turn if that failed.
    for (let before = this.#done.get(eventId); before !== undefined; before = this.#done.get(eventId))
      if (await before) return false;
    const [oldest] = this.#done.keys();
    if (this.#done.size >= MAX_IDS && oldest !== undefined) this.#done.delete(oldest);
    let settle = (_isDone: boolean): void => undefined;
    this.#done.set(
      eventId,
      new Promise((resolve) => {
        settle = resolve;
      }),
    );
    try {
      await work(undefined);
      settle(true);
      return true;
    } catch (error) {
      this.#done.delete(eventId);
      settle(false);
      throw error;
    }
  }

  cursor(stream: string): string | null {
    return this.#cursors.get(stream) ?? null;
  }

  saveCursor(stream: string, cursor: string): void {
    this.#cursors.set(stream, cursor);
  }
}
