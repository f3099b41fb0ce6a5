import { describe, expect, onTestFinished, test } from "vitest";
import { createWebhookSender, type SendResult, type WebhookSender } from "#platform/webhooks/sender.ts";
import { RECEIVER_HOST, startReceiver } from "../../../support/webhooks/tls-receiver.ts";
import { createAuthority } from "../../../support/world/certificates.ts";

const authority = createAuthority();
const certificate = authority.issue([RECEIVER_HOST]);
const startTls = () => startReceiver({ kind: "tls", certificate });
const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** A sender that patiently reaches the receiver on loopback. */
const sender = (timeouts = { totalMs: 60_000, connectMs: 60_000 }): WebhookSender => {
  const made = createWebhookSender({
    now: () => new Date(),
    resolve: async () => ["127.0.0.1"],
    allowAddress: () => true,
    urlRules: { allowLoopback: true },
    ca: [authority.ca],
    timeouts,
  });
  onTestFinished(() => made.close());
  return made;
};
const post = (through: WebhookSender, url: string): Promise<SendResult> =>
  through.post({ url, headers: { "Content-Type": "application/json" }, body: "{}" });

describe("100 Continue that nobody asked for", () => {
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  test.each<[string, string[]]>([
    ["once", [CONTINUE, OK]],
    [
      "three times, with headers, in one packet with the answer",
      [`${CONTINUE}HTTP/1.1 100\r\nA: b\r\n\r\n${CONTINUE}${OK}`],
    ],
    ["byte by byte", [...`${CONTINUE}${OK}`]],
    ["between other interim answers", ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", CONTINUE, OK]],
    ["by HTTP/1.0", ["HTTP/1.0 100 Continue\r\n\r\n", OK]],
  ])("%s", async (_name, parts) => {
    await using receiver = await startTls();
    receiver.answerWith(async ({ socket }) => {
      for (const part of parts) {
        socket.write(part);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const patient = sender();
    for (let i = 0; i < 2; i += 1) {
      const result = await post(patient, receiver.url());
      expect(result).toMatchObject({ kind: "response", status: 200, responseSnippet: "ok" });
      await idle();
    }
    expect(receiver.connections()).toBe(1);
  });

  test("is an answer's body where it stands in one", async () => {
    await using receiver = await startTls();
    receiver.answerWith((_request, answer) => {
      answer.writeHead(200, { "content-length": CONTINUE.length });
      answer.flushHeaders();
      setImmediate(() => answer.end(CONTINUE));
    });
    expect(await post(sender(), receiver.url())).toMatchObject({
      status: 200,
      responseSnippet: CONTINUE.replaceAll("\r\n", "\n"),
    });
  });

  test("without end is no answer", async () => {
    await using receiver = await startTls();
    receiver.answerWith(({ socket }) => {
      const again = setInterval(() => socket.write(CONTINUE), 5);
      socket.on("close", () => clearInterval(again));
    });
    expect(await post(sender({ totalMs: 600, connectMs: 500 }), receiver.url())).toMatchObject({
      code: "TIMEOUT",
    });
  });
});
