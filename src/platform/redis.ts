import { createHash } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterLoopTime } from "#platform/loop-time.ts";

/** What the limiter needs of a Redis. `eval` is missing from the library's own type, but it is called. */
type LimiterCommands = ConstructorParameters<typeof Ratelimit>[0]["redis"] & Pick<UpstashRedis, "eval">;

/** A connection to the shared counter. */
export type LimiterRedis = {
  commands: LimiterCommands;
  /** Fulfilled when the first attempt to connect has succeeded, failed or taken too long. */
  tried: Promise<void>;
  close(): Promise<void>;
};

/** How long one call may take, in ms of loop time (loop-time.ts), before this process decides alone. */
export const CALL_TIMEOUT_MS = 250;

const MAX_RECONNECT_MS = 1_000;
/** In loop time: for the first connection, which the first calls wait for, and for the answer to any command. */
const SILENCE_MS = 1_000;
/** By the clock, which a busy process blames on its peer: only for what the library does by itself. */
const OWN_COMMANDS_MS = 5_000;

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

// `#!lua flags=allow-key-locking` is Upstash's own flag: stock Redis answers "Unexpected flag in script shebang".
const withoutShebang = (script: string): string => script.replace(/^#![^\n]*\n/, "");

/** The library's commands are generic in their answer, which only the caller's script can know. */
const answer = <T>(value: unknown): T => value as T;

const asArguments = (values: readonly unknown[]): string[] => values.map(String);

/**
 * Any Redis (6 or later) over TCP or TLS, in the form that `@upstash/ratelimit` calls. It connects in the background
 * and again after every loss, by itself; while there is no connection every command fails at once.
 * @param url `redis://` or `rediss://`
 */
export const openRedis = (url: string): LimiterRedis => {
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
  // The breaker reports outages; without a listener ioredis prints every failed attempt.
  client.on("error", () => {});
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

  // By the SHA of the script as the library knows it: the SHA of the script as Redis knows it.
  const plainShas = new Map<string, string>();

  const commands: LimiterCommands = {
    evalsha: async (sha, keys, values) => {
      const plainSha = plainShas.get(sha);
      if (plainSha === undefined) throw new Error("NOSCRIPT: the library then sends the script itself");
      return answer(await heard(client.evalsha(plainSha, keys.length, ...keys, ...asArguments(values))));
    },
    eval: async (script, keys, values) => {
      const plain = withoutShebang(script);
      plainShas.set(sha1(script), sha1(plain));
      return answer(await heard(client.eval(plain, keys.length, ...keys, ...asArguments(values))));
    },
    get: async (key) => answer(await heard(client.get(key))),
    set: async (key, value) => heard(client.set(key, String(value))),
  };
  return {
    commands,
    tried,
    close: async () => client.disconnect(),
  };
};

// Its call was given up; the connection is for others.
const endsWithTheCall = (): AbortSignal => {
  const given = new AbortController();
  afterLoopTime(CALL_TIMEOUT_MS, () => given.abort());
  return given.signal;
};

/** A Redis behind Upstash's REST interface. It keeps no connection, so there is nothing to open or to close. */
export const openUpstashRedis = (options: { url: string; token: string }): LimiterRedis => ({
  commands: new UpstashRedis({
    ...options,
    retry: false, // its own retries would take more than four seconds
    signal: endsWithTheCall,
    enableTelemetry: false,
  }),
  tried: Promise.resolve(),
  close: async () => {},
});
