import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterLoopTime } from "#core/loop/loop-time.ts";

/** A connection to the shared counter. */
export type LimiterRedis = {
  /** Runs the connection's script, whose text is sent only to a Redis that does not know it. */
  run(keys: string[], values: string[]): Promise<unknown>;
  /** Fulfilled when the first attempt to connect has succeeded, failed or taken too long. */
  tried: Promise<void>;
  close(): Promise<void>;
};

/** How long one call may take, in ms of loop time (core/loop/loop-time.ts), before this process decides by itself. */
export const CALL_TIMEOUT_MS = 250;

const MAX_RECONNECT_MS = 1_000;
/** In loop time: for the first connection, which the first calls wait for, and for the answer to any command. */
const SILENCE_MS = 1_000;
/** By the clock, so that a busy process blames its peer: only for what the library does by itself. */
const OWN_COMMANDS_MS = 5_000;

/**
 * Any Redis (6 or later) over TCP or TLS. It connects in the background and reconnects by itself after every
 * loss; while there is no connection, every run fails at once.
 * @param url `redis://` or `rediss://`
 * @param script in Lua
 * @param onFault called with each failure to connect
 */
export const openRedis = (
  url: string,
  script: string,
  onFault: (error: unknown) => void = () => undefined,
): LimiterRedis => {
  const sha = createHash("sha1").update(script).digest("hex");
  const client = new Redis(url, {
    protocol: 2,
    connectionName: "lintel",
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false, // a call that was given up must not be counted later
    commandTimeout: OWN_COMMANDS_MS,
    connectTimeout: OWN_COMMANDS_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_MS),
    // After a failover the old primary is a replica: connect again, to the new one.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  /** Why there is no connection; null: there is one, or none was tried. */
  let fault: unknown = null;
  // The breaker reports outages; without a listener ioredis prints every failed attempt.
  client.on("error", (error: unknown) => {
    fault = error;
    onFault(error);
  });
  client.on("ready", () => {
    fault = null;
  });
  const tried = new Promise<void>((resolve) => {
    client.once("ready", resolve).once("close", resolve).once("end", resolve);
    afterLoopTime(SILENCE_MS, resolve);
  });

  // For a peer that vanished: TCP alone would take a quarter of an hour. Redis answers in order, so one
  // command without an answer speaks for all that were sent after it.
  const heard = async <T>(command: Promise<T>): Promise<T> => {
    const callOff = afterLoopTime(SILENCE_MS, () => {
      if (client.status === "ready") client.disconnect(true);
    });
    return command.finally(callOff);
  };

  const send = async (keys: string[], values: string[]): Promise<unknown> => {
    const rest = [keys.length, ...keys, ...values] as const;
    try {
      return await client.evalsha(sha, ...rest);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return client.eval(script, ...rest);
    }
  };
  // ioredis says only that there is no connection.
  const explained = (error: unknown): never => {
    if (fault === null || client.status === "ready") throw error;
    throw new Error("Redis is not connected", { cause: fault });
  };

  return {
    run: (keys, values) => heard(send(keys, values)).catch(explained),
    tried,
    close: async () => client.disconnect(),
  };
};
