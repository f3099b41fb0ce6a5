import { Agent, request } from "undici";
import { readBounded } from "./bounded-body.ts";

type Bounds = {
  timeoutMs: number;
  maxBytes: number;
  maxConcurrent: number;
  /** How many more calls may wait for their turn, and for how long. */
  maxWaiting: number;
  maxWaitMs: number;
};

/** Calls to one service on this machine, through no proxy and without redirects. */
export const createLoopbackHttp = (baseUrl: string, bounds: Bounds) => {
  const { timeoutMs, maxBytes, maxConcurrent, maxWaiting, maxWaitMs } = bounds;
  const agent = new Agent({ connections: maxConcurrent, allowH2: false });
  const waiting: (() => void)[] = [];
  let calls = 0;

  /** @throws Error: too many calls wait, or this one waited too long */
  const takeTurn = async (): Promise<void> => {
    if (calls < maxConcurrent) {
      calls += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new Error("too many calls at once");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(new Error("no turn in time"));
    }, maxWaitMs);
    await promise.finally(() => clearTimeout(timer));
  };

  /** Hands the turn on, so that no later call gets it first. */
  const passTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else calls -= 1;
  };

  const send = async (path: string, body: object): Promise<{ status: number; text: string }> => {
    const answered = await request(`${baseUrl}${path}`, {
      dispatcher: agent,
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
      body: JSON.stringify(body),
      // Of the whole call: a service that sends a byte now and then must not keep anyone waiting.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBounded(answered.body, maxBytes);
    return { status: answered.statusCode, text: bytes.toString("utf8") };
  };

  return {
    /** @throws Error: no answer, a late or too long one, or too many calls at once */
    post: async (path: string, body: object): Promise<{ status: number; text: string }> => {
      await takeTurn();
      try {
        return await send(path, body);
      } finally {
        passTurn();
      }
    },
    close: (): Promise<void> => agent.destroy(),
  };
};
