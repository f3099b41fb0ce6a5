import { Client, type ClientConfig } from "pg";

// A server that is gone without a word (a failover, a partition, a firewall that forgot the connection) keeps no
// time limit of its own, and TCP alone waits about 15 minutes. These limits are kept on this side.

/** Postgres ends a statement after this; it is the sooner of the two limits, so that a slow server is no silent one. */
export const STATEMENT_TIMEOUT_MS = 5_000;
const SILENCE_LOOKS = 6;
const LOOK_EVERY_MS = 1_000;

export const CONNECT_TIMEOUT_MS = 3_000;

/** What finds dead peers of idle connections; Node repeats the probe each second, ten times. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** A connection that breaks when a statement waits and nothing at all is heard for too long. */
export class WatchedClient extends Client {
  /** Called once, when the connection was found silent. */
  onSilent: (() => void) | undefined;
  #looking: NodeJS.Timeout | undefined;
  #heard = 0;
  #silentLooks = 0;

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
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #bytesRead(): number {
    const { stream } = this.connection;
    return "bytesRead" in stream ? Number(stream.bytesRead) : 0;
  }

  #expectAnswer(): void {
    // Also where one statement follows another without a pause: the wait is the last one's.
    this.#heard = this.#bytesRead();
    this.#silentLooks = 0;
    // Looks are counted, not time: a process that was stopped or busy for long looks once, and then reads what lay
    // in the socket.
    this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  #look(): void {
    const heard = this.#bytesRead();
    this.#silentLooks = heard === this.#heard ? this.#silentLooks + 1 : 0;
    this.#heard = heard;
    if (this.#silentLooks < SILENCE_LOOKS) return;
    const wasCut = this.connection.stream.destroyed;
    this.cutOff();
    if (!wasCut) this.onSilent?.();
  }
}
