import { Client, type ClientConfig } from "pg";

// A server that is gone without a word (a failover, a partition, a firewall that forgot the connection) keeps no
// time limit of its own, and TCP alone waits about 15 minutes. These limits are kept on this side.

/** Postgres ends a statement after this; it is the sooner of the two limits, so that a slow server is no silent one. */
export const STATEMENT_TIMEOUT_MS = 5_000;
const SILENCE_MS = 6_000;
const SECOND_LOOK_MS = 250;

export const CONNECT_TIMEOUT_MS = 3_000;

/** What finds dead peers of idle connections; Node repeats the probe each second, ten times. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** A connection that breaks when a statement waits and nothing at all is heard for too long. */
export class WatchedClient extends Client {
  /** Called once, when the connection was found silent. */
  onSilent: (() => void) | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(config?: ClientConfig) {
    super(config);
    // Overriding a method with this many overloads would repeat them all; so it keeps its types.
    const { query } = this;
    Object.assign(this, {
      query: (...given: unknown[]) => {
        this.#expectAnswer();
        return Reflect.apply(query, this, given);
      },
    });
    this.on("drain", () => this.#stopWatching());
    this.on("end", () => this.#stopWatching());
  }

  /** Ends the connection without a farewell that nobody may hear. Whoever waits for an answer gets an error. */
  cutOff(): void {
    this.#stopWatching();
    this.connection.stream.destroy();
  }

  #stopWatching(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #bytesRead(): number {
    const { stream } = this.connection;
    return "bytesRead" in stream ? Number(stream.bytesRead) : 0;
  }

  #expectAnswer(): void {
    if (this.#silence) return;
    const heard = this.#bytesRead();
    const watch = (): void => {
      this.#silence = undefined;
      if (this.connection.stream.destroyed) return;
      if (this.#bytesRead() !== heard) {
        this.#expectAnswer();
        return;
      }
      this.cutOff();
      this.onSilent?.();
    };
    // The second look comes after the event loop has read what lay in the socket: a process that was stopped or
    // busy for long finds its timers due before its answers.
    this.#silence = setTimeout(() => {
      this.#silence = setTimeout(watch, SECOND_LOOK_MS);
    }, SILENCE_MS - SECOND_LOOK_MS);
  }
}
