import { Client, type ClientConfig, type QueryConfig } from "pg";
import { afterLoopTime } from "#core/loop/loop-time.ts";

// A server that vanishes (a failover, a partition, a firewall that forgot the connection) enforces no time
// limit, and TCP alone waits about 15 minutes. So this side enforces these limits.

/**
 * Postgres ends a statement after this. It is the shorter of the two limits, so a slow server is not mistaken
 * for a silent one.
 */
export const STATEMENT_TIMEOUT_MS = 5_000;
const SILENCE_LOOKS = 6;
const LOOK_EVERY_MS = 1_000;

/** For a new connection, and for one of the pool's: in loop time, so that a busy process blames itself. */
export const CONNECT_TIMEOUT_MS = 3_000;

/** Finds dead peers of idle connections; Node repeats the probe every second, ten times. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** A connection that breaks when a statement waits and the server sends nothing for too long. */
export class WatchedClient extends Client {
  /** Called once, when the connection is found silent. */
  onSilent: (() => void) | undefined;
  #looking: NodeJS.Timeout | undefined;
  #heard = 0;
  #silentLooks = 0;

  constructor(config?: ClientConfig) {
    super(config);
    // Overriding a method with this many overloads would mean repeating them all, so the original keeps its
    // types.
    const { query, connect } = this;
    Object.assign(this, {
      query: (...given: unknown[]) => {
        this.#expectAnswer();
        return Reflect.apply(query, this, given);
      },
      connect: (...given: unknown[]) => {
        const callOff = afterLoopTime(CONNECT_TIMEOUT_MS, () => this.cutOff());
        this.once("connect", callOff).once("end", callOff);
        return Reflect.apply(connect, this, given);
      },
    });
    this.on("drain", () => this.#stopWatching());
    this.on("end", () => this.#stopWatching());
  }

  /** Ends the connection without a closing message. Pending statements get an error. */
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
    // This also applies when statements follow each other without a pause: the wait is for the latest.
    this.#heard = this.#bytesRead();
    this.#silentLooks = 0;
    // Looks are counted, not time: a process that was stopped or busy for a long time looks once, and then
    // reads what was waiting in the socket.
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

const isNamed = (given: unknown): given is QueryConfig =>
  typeof given === "object" && given !== null && "name" in given;

/**
 * For PgBouncer in transaction mode, where each transaction may get another connection to Postgres:
 * statements have no names, and session options that PgBouncer refuses are not requested. PgBouncer carries
 * the time zone from connection to connection; it has its own limits for statements and idle transactions
 * (docs/operations.md).
 */
export class PooledClient extends WatchedClient {
  constructor(config?: ClientConfig) {
    super(config);
    const { query } = this;
    Object.assign(this, {
      query: (first: unknown, ...rest: unknown[]) =>
        Reflect.apply(query, this, [isNamed(first) ? { ...first, name: undefined } : first, ...rest]),
    });
  }

  /** The startup message's parameters. node-postgres calls this method for them; its types leave it out. */
  getStartupConf(): Record<string, string> {
    return {
      user: this.user ?? "",
      database: this.database ?? "",
      application_name: "lintel",
      TimeZone: "UTC",
    };
  }
}
