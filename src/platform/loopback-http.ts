import { Agent, request } from "undici";

type Bounds = { timeoutMs: number; maxBytes: number; maxConcurrent: number };

/** Calls to one service on this machine, through no proxy and without redirects. */
export const createLoopbackHttp = (baseUrl: string, { timeoutMs, maxBytes, maxConcurrent }: Bounds) => {
  const agent = new Agent({ connections: maxConcurrent, allowH2: false });
  let calls = 0;

  const send = async (path: string, body: object): Promise<{ status: number; text: string }> => {
    const answered = await request(`${baseUrl}${path}`, {
      dispatcher: agent,
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "identity" },
      body: JSON.stringify(body),
      // Of the whole call: a service that sends a byte now and then must not keep anyone waiting.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answered.body) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) throw new Error("the answer is too large"); // leaving the loop ends the connection
      parts.push(bytes);
    }
    return { status: answered.statusCode, text: Buffer.concat(parts).toString("utf8") };
  };

  return {
    /** @throws Error: no answer, a late or too long one, or too many calls at once */
    post: async (path: string, body: object): Promise<{ status: number; text: string }> => {
      if (calls >= maxConcurrent) throw new Error("too many calls at once");
      calls += 1;
      try {
        return await send(path, body);
      } finally {
        calls -= 1;
      }
    },
    close: (): Promise<void> => agent.destroy(),
  };
};
