import type { SendResult, WebhookSender } from "#platform/webhooks/sender.ts";

export type SentWebhook = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  at: Date;
};

/** Answers with a status; 200 unless said otherwise. */
export const response = (status = 200, durationMs = 5): SendResult => ({
  kind: "response",
  status,
  responseSnippet: `status ${status}`,
  durationMs,
});

export const failure = (code: "DNS" | "TLS" | "TIMEOUT" | "CONNECTION" | "BLOCKED"): SendResult => ({
  kind: "error",
  code,
  detail: "as the test wants it",
  durationMs: 5,
});

export const ourFault: SendResult = { kind: "infrastructure", detail: "no DNS at all" };

type Answer = (webhook: SentWebhook) => SendResult | Promise<SendResult>;

/** The first is answered at once, so that the endpoint is known to answer and gets more than one at a time. */
export const firstAtOnce = (later: Answer): Answer => {
  let isFirst = true;
  return (webhook) => {
    if (!isFirst) return later(webhook);
    isFirst = false;
    return response();
  };
};

/** A receiver's side without a network: remembers what it was sent and says what the test wants. */
export type FakeSender = WebhookSender & {
  readonly sent: SentWebhook[];
  /** How many are being answered now, and the most there have been at once, by address. */
  readonly inFlight: ReadonlyMap<string, number>;
  readonly most: ReadonlyMap<string, number>;
  answerWith(answer: Answer): void;
};

export const createFakeSender = (now: () => Date): FakeSender => {
  const sent: SentWebhook[] = [];
  const inFlight = new Map<string, number>();
  const most = new Map<string, number>();
  let answer: Answer = () => response();
  const count = (url: string, step: 1 | -1): void => {
    const present = (inFlight.get(url) ?? 0) + step;
    inFlight.set(url, present);
    most.set(url, Math.max(present, most.get(url) ?? 0));
  };
  return {
    sent,
    inFlight,
    most,
    answerWith: (next) => {
      answer = next;
    },
    post: async ({ url, headers, body }) => {
      const webhook = { url, headers, body: body.toString(), at: now() };
      sent.push(webhook);
      count(url, 1);
      try {
        return await answer(webhook);
      } finally {
        count(url, -1);
      }
    },
    close: () => Promise.resolve(),
  };
};
