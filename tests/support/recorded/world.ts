import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { z } from "zod";
import { plainWords } from "#contracts/public/plain-words.ts";
import { ID_RANDOM_BYTES } from "#core/ids.ts";
import { ensureRequestLogDays, insertRequestLogs, type RequestLogRow } from "#data/service/request-logs.ts";
import type { Deps } from "#services/context.ts";
import { answerTo } from "../http/serve-routes.ts";
import type { TestIdentity } from "../sign-in/identity.ts";
import { NOW } from "../wallet/authority.ts";
import { createFakeSender } from "../webhooks/fake-sender.ts";
import type { TestDatabase } from "../world/database.ts";
import {
  type Answer,
  answerOf,
  type CallOptions,
  createService,
  requestOf,
  type TestService,
} from "../world/service.ts";
import { createNormaliser, normaliseDeep } from "./normalise.ts";

// A service whose every answer can be foretold: the time stands still while it answers, its signing key is the example
// of RFC 7515 §A.3.1, its log lines are there at once, without the time that they took, and the figures of its process are fixed.

const SIGNING_KEYS = JSON.stringify([
  {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    d: "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
  },
]);

const COUNTS_NOTHING = { add: () => {}, flush: () => Promise.resolve() };

export type WorldOptions = {
  env?: Record<string, string>;
  overrides?: Partial<Deps>;
  /** The console's provider, where there is one. */
  identity?: () => TestIdentity;
};

export type Entry = { request: string; status: number; headers: Record<string, unknown>; body: unknown };

export type RecordedWorld = {
  service: TestService;
  /** Values of this run and what stands for them in the recording. */
  known: Map<string, string>;
  /** What has been recorded, by name. */
  entries: Record<string, Entry>;
  /** Sends a request to the route file of its address and records the answer. */
  record(what: string, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Records an answer that was got in another way. */
  note(what: string, request: string, answer: Answer, sent?: unknown): Promise<void>;
  /** Moves the time, which otherwise goes on by a millisecond from request to request. */
  later(ms: number): void;
  close(): Promise<void>;
};

/** Chance, except that ids of one millisecond sort in the order in which they were made. */
const orderedRandom = (): Deps["random"] => {
  let made = 0;
  return (bytes) => {
    const random = randomBytes(bytes);
    if (bytes !== ID_RANDOM_BYTES) return random;
    made += 1;
    random.writeUInt32BE(made);
    return random;
  };
};

const figures: Deps["figures"] = {
  answered: () => {},
  read: () => ({
    requests: [
      {
        route: "verify",
        byStatus: { "2xx": 2, "3xx": 0, "4xx": 1, "5xx": 0, unanswered: 0 },
        buckets: [
          { upTo: 0.5, count: 2 },
          { upTo: Number.POSITIVE_INFINITY, count: 3 },
        ],
        seconds: 1.25,
      },
    ],
    memory: { resident: 3, heapUsed: 1, heapTotal: 2 },
    loopLag: { p99: 0.25, max: 0.5 },
    pool: { max: 10, used: 1, idle: 2, waiting: 0 },
  }),
  close: () => {},
};

const headersOf = ({ headers }: Answer): [string, string | string[]][] => {
  const cookies = headers.getSetCookie();
  const others = [...headers].filter(([name]) => name !== "set-cookie").sort();
  return cookies.length > 0 ? [...others, ["set-cookie", cookies]] : others;
};

/** As a value where the text is what JSON.stringify makes of it, so that no byte is lost. */
const bodyOf = ({ text }: Answer): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
};

export const openWorld = async (
  database: TestDatabase,
  { env, overrides, identity }: WorldOptions,
): Promise<RecordedWorld> => {
  vi.setSystemTime(NOW);
  // The wallets' library, which only tests load, sets zod's words for the whole process.
  z.config({ customError: plainWords });
  const sender = createFakeSender(() => new Date());
  const logged: RequestLogRow[] = [];
  const service = await createService({
    database,
    env: { TOKEN_SIGNING_KEYS: SIGNING_KEYS, ...identity?.().env, ...env },
    overrides: {
      random: orderedRandom(),
      figures,
      requestLog: { add: (row) => logged.push({ ...row, durationMs: 0 }), dropped: () => 0 },
      // A process writes what it has counted after two seconds, which a slow machine has and a fast one has not.
      keyCounter: COUNTS_NOTHING,
      gateCounter: COUNTS_NOTHING,
      // Nothing leaves this machine.
      ...(env?.WEBHOOK_ALLOW_LOOPBACK === "true" ? {} : { webhookSender: () => sender }),
      ...overrides,
    },
  });
  globalThis.lintelRuntime = Promise.resolve(service.runtime);
  const { deps } = service;

  const later = (ms: number): void => {
    vi.setSystemTime(Date.now() + ms);
  };
  const writeLog = async (): Promise<void> => {
    const rows = logged.splice(0);
    if (rows.length === 0) return;
    await ensureRequestLogDays(
      deps.db,
      rows.map(({ time }) => time),
    );
    await insertRequestLogs(deps.db, rows);
  };
  const call: TestService["call"] = async (method, path, options = {}) => {
    await writeLog();
    later(1);
    return answerOf(await answerTo(requestOf(method, path, options)));
  };

  const known = new Map<string, string>();
  if (identity) {
    const { issuer } = identity();
    known.set(issuer, "https://provider.test");
    known.set(encodeURIComponent(issuer), encodeURIComponent("https://provider.test"));
  }
  const entries: Record<string, Entry> = {};
  const note: RecordedWorld["note"] = async (what, request, answer, sent = "") => {
    const normalise = createNormaliser(known);
    const line = normalise(request);
    if (!(sent instanceof Uint8Array)) normaliseDeep(sent, normalise);
    const name = `${what} · ${answer.status}`;
    if (entries[name]) throw new Error(`recorded twice: ${name}`);
    const headers = headersOf(answer).map(([key, value]) => [key, normaliseDeep(value, normalise)]);
    entries[name] = {
      request: line,
      status: answer.status,
      headers: Object.fromEntries(headers),
      body: normaliseDeep(bodyOf(answer), normalise),
    };
  };
  return {
    service: { ...service, call },
    known,
    entries,
    note,
    later,
    record: async (what, method, path, options = {}) => {
      const answer = await call(method, path, options);
      await note(what, `${method} ${path}`, answer, options.body);
      return answer;
    },
    close: async () => {
      globalThis.lintelRuntime = undefined;
      await service.close();
    },
  };
};
