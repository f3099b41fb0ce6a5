// What every baseline does with a job: it signs the webhook as we do and sends it by undici's fetch. It keeps no record of attempts.
import { readFileSync } from "node:fs";
import { Agent, fetch } from "undici";
import { signatureHeaders } from "../../../src/platform/webhooks/signature.ts";

export type BaselineJob = { id: string; url: string; body: string; secret: string };

/** Jobs that a baseline's process has in hand at once. */
export const CONCURRENCY = Number(process.env.CONCURRENCY);

const isJob = (payload: unknown): payload is BaselineJob =>
  typeof payload === "object" && payload !== null && "url" in payload && "secret" in payload;

const dispatcher = new Agent({
  connect: {
    ca: readFileSync(process.env.CA_FILE ?? "", "utf8"),
    lookup: (_host, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  },
});

/** Sends one webhook; throws, so that the queue tries again, unless the receiver answers 2xx within 5 s. */
export const deliver = async (payload: unknown): Promise<void> => {
  if (!isJob(payload)) throw new Error("not a delivery");
  const { id, url, body, secret } = payload;
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...signatureHeaders({ id, timestampSeconds, body, secrets: [secret] }),
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(5_000),
    dispatcher,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`status ${response.status}`);
};
