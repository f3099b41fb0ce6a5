import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { originOf } from "../support/http/dispatch.ts";
import { serviceForFile } from "../support/world/service.ts";

// Clients that announce no length: the body comes in chunks, and how much there is shows only while it is read.

const service = serviceForFile();

/** @param isEnded false: the last chunk never comes, and the answer has to come without it */
const sendChunks = async (bytes: number, isEnded: boolean) => {
  const { deps, tenant } = service.get();
  const { liveKey } = await tenant();
  const headers = { "x-tenant-api-key": liveKey, "content-type": "application/json" };
  const sending = request(`${await originOf(deps)}/verify/start`, { method: "POST", headers });
  const answered = once(sending, "response");
  sending.write('{"metadata":{"note":"');
  for (let sent = 0; sent < bytes; sent += 1_024) sending.write("x".repeat(1_024));
  if (isEnded) sending.end('"}}');
  const [answer] = await answered;
  const body: unknown = JSON.parse(await text(answer));
  sending.destroy();
  return { status: answer.statusCode, body };
};

test("a body in chunks is read as one with a length", async () => {
  expect(await sendChunks(0, true)).toMatchObject({ status: 200, body: { status: "pending" } });
});

test("one of more than 64 KiB is answered 413, in words, whether it ends or not", async () => {
  for (const isEnded of [true, false]) {
    const { status, body } = await sendChunks(100 * 1024, isEnded);
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 64 KiB." });
  }
});
