import { verifyWebhook, type WebhookRejection } from "../../../sdk/typescript/src/webhooks.ts";

/** How the page can answer the next deliveries, and what the service then does. */
export const ANSWERS = {
  ok: { status: 200, delayMs: 0, name: "200 OK", about: "The delivery succeeds." },
  error: {
    status: 500,
    delayMs: 0,
    name: "500 Error",
    about: "It is tried again after 1, 5 and 15 minutes, …",
  },
  slow: { status: 200, delayMs: 8_000, name: "Too slow", about: "Answers after 8 s; the service waits 5." },
  gone: {
    status: 410,
    delayMs: 0,
    name: "410 Gone",
    about: "It fails at once, and the endpoint is switched off.",
  },
} as const;

export type AnswerName = keyof typeof ANSWERS;

export const isAnswerName = (text: string): text is AnswerName => Object.hasOwn(ANSWERS, text);

/** One HTTP request that came in, as it came in. */
export type Received = {
  number: number;
  at: Date;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  answer: AnswerName;
};

export type Verdict = "genuine" | WebhookRejection;

const KEPT = 50;
const KEPT_SECRETS = 5;

export const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text);

export const headerOf = ({ headers }: Pick<Received, "headers">, wanted: string): string | null =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;

/** The last deliveries, and the secrets that their signatures are checked with; in memory only. */
export const createInbox = () => {
  const received: Received[] = [];
  const secrets: string[] = [];
  const watchers = new Set<() => void>();
  let count = 0;
  let answer: AnswerName = "ok";
  const notify = (): void => {
    for (const watcher of watchers) watcher();
  };
  return {
    add: (request: Pick<Received, "at" | "headers" | "body">): Received => {
      count += 1;
      const one = { ...request, number: count, answer };
      received.unshift(one);
      received.length = Math.min(received.length, KEPT);
      notify();
      return one;
    },
    /** Newest first. */
    all: (): readonly Received[] => received,
    /** As of the time when it arrived: an old one is not stale because it was kept. */
    verdictOn: async (one: Received): Promise<Verdict> => {
      const check = await verifyWebhook(one.body, headerOf(one, "x-service-signature"), secrets, {
        now: () => one.at,
      });
      return check.ok ? "genuine" : check.reason;
    },
    trust: (secret: string): void => {
      if (!secrets.includes(secret)) secrets.unshift(secret);
      secrets.length = Math.min(secrets.length, KEPT_SECRETS);
      notify();
    },
    answer: (): AnswerName => answer,
    setAnswer: (name: AnswerName): void => {
      answer = name;
      notify();
    },
    clear: (): void => {
      received.length = 0;
      notify();
    },
    /** @returns how to stop watching */
    watch: (watcher: () => void): (() => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
};

export type Inbox = ReturnType<typeof createInbox>;
