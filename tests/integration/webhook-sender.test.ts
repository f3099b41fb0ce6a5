import { networkInterfaces } from "node:os";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createWebhookSender,
  developmentNetwork,
  type SenderOptions,
  type SendResult,
  type WebhookSender,
} from "#platform/webhooks/sender.ts";
import { answerStatus, BEHAVIOURS } from "../support/webhooks/receiver-behaviours.ts";
import { RECEIVER_HOST, startReceiver, type TlsReceiver } from "../support/webhooks/tls-receiver.ts";
import {
  createAuthority,
  type ServerCertificate,
  selfSignedCertificate,
  type TestAuthority,
} from "../support/world/certificates.ts";

const hasIpv6Loopback = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1");

const SHORT = { totalMs: 400, connectMs: 250 }; // only where the time-out itself is what is expected

let authority: TestAuthority;
let certificate: ServerCertificate;
const senders: WebhookSender[] = [];

beforeAll(() => {
  authority = createAuthority();
  certificate = authority.issue([RECEIVER_HOST]);
});

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

/** A sender that may reach 127.0.0.1 and trusts the tests' authority; every name leads to 127.0.0.1. */
const senderWith = (options: Partial<SenderOptions> = {}): WebhookSender => {
  const sender = createWebhookSender({
    now: () => new Date(),
    resolve: async () => ["127.0.0.1"],
    allowAddress: (address) => address === "127.0.0.1",
    urlRules: { allowLoopback: true },
    ca: [authority.ca],
    ...options,
  });
  senders.push(sender);
  return sender;
};

const post = (sender: WebhookSender, url: string): Promise<SendResult> =>
  sender.post({ url, headers: { "Content-Type": "application/json" }, body: '{"a":1}' });

/** The status, the error's code, or "infrastructure". */
const gist = (result: SendResult): number | string => {
  if (result.kind === "response") return result.status;
  return result.kind === "error" ? result.code : result.kind;
};

const snippetOf = (result: SendResult): string | null =>
  result.kind === "response" ? result.responseSnippet : null;

/** Until undici has taken the connection of an ended exchange back: it waits for two turns of the event loop. */
const idle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const startTls = (): Promise<TlsReceiver> => startReceiver({ kind: "tls", certificate });

describe("a receiver's answer", () => {
  test.each([200, 201, 204, 301, 302, 307, 308, 400, 401, 410, 429, 500, 503])(
    "%i is reported as it is",
    async (status) => {
      await using receiver = await startTls();
      const result = await post(senderWith(), receiver.url(`/status/${status}`));
      expect(gist(result)).toBe(status);
      expect(snippetOf(result)).toBe(status === 204 ? "" : `status ${status}`);
      expect(receiver.requests).toHaveLength(1); // redirects are not followed
    },
  );

  test("the request is what was given, byte for byte, with path and query", async () => {
    await using receiver = await startTls();
    const body = Buffer.from('{"name":"é\\u0000"}  ');
    const headers = { "Content-Type": "application/json", "X-Service-Signature": "t=1,v1=ab" };
    await senderWith().post({ url: receiver.url("/hook?key=a%20b#fragment"), headers, body });
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/hook?key=a%20b",
      headers: {
        host: `${RECEIVER_HOST}:${receiver.port}`,
        "content-type": "application/json",
        "content-length": String(body.length),
        "x-service-signature": "t=1,v1=ab",
        "accept-encoding": "identity",
      },
    });
    expect(request?.rawHeaders).toContain("X-Service-Signature");
    expect(request?.body.equals(body)).toBe(true);
  });

  test("text and bytes of the same body are sent alike", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    for (const body of ["é\u{1f600}", Buffer.from("é\u{1f600}"), new Uint8Array(Buffer.from("é\u{1f600}"))]) {
      await sender.post({ url: receiver.url(), headers: {}, body });
    }
    expect(new Set(receiver.requests.map((request) => request.body.toString("hex"))).size).toBe(1);
  });

  test("of an endless body 1 KiB is kept, and the connection is dropped", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    const result = await post(sender, receiver.url("/endless"));
    expect(result).toMatchObject({ kind: "response", status: 200, responseSnippet: "x".repeat(1_024) });
    await post(sender, receiver.url());
    expect(receiver.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  test("control characters and direction overrides do not get through; a cut character is left out", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    const hostile = await post(sender, receiver.url("/hostile-text"));
    expect(snippetOf(hostile)).toBe("<script>\ufffd\ufffd[2J\ufffdevil\nline\ttwo é");
    expect(snippetOf(await post(sender, receiver.url("/cut-character")))).toBe("a".repeat(1_023));
  });

  test("a compressed body is not decompressed; interim answers are passed over", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    expect(gist(await post(sender, receiver.url("/gzip")))).toBe(200);
    expect(await post(sender, receiver.url("/early-hints"))).toMatchObject({
      status: 202,
      responseSnippet: "later",
    });
  });
});

describe("a receiver that fails", () => {
  test.each([
    ["/hang", "TIMEOUT"],
    ["/slow-body", "TIMEOUT"],
  ])("%s is a %s, its body included", async (path, code) => {
    await using receiver = await startTls();
    expect(gist(await post(senderWith({ timeouts: SHORT }), receiver.url(path)))).toBe(code);
  });

  test.each(["/huge-headers", "/reset", "/cut", "/not-http"])(
    "%s is a CONNECTION fault, sent once",
    async (path) => {
      await using receiver = await startTls();
      expect(gist(await post(senderWith(), receiver.url(path)))).toBe("CONNECTION");
      expect(receiver.requests).toHaveLength(1);
    },
  );

  test("HTTP without TLS, and a connection closed at once", async () => {
    await using plain = await startReceiver({ kind: "plain" });
    await using closing = await startReceiver({ kind: "closing" });
    expect(gist(await post(senderWith(), plain.url()))).toBe("TLS");
    expect(gist(await post(senderWith(), closing.url()))).toBe("CONNECTION");
    expect(plain.requests).toEqual([]);
  });

  test("a handshake that never comes is a TIMEOUT of the connection's limit", async () => {
    await using silent = await startReceiver({ kind: "silent" });
    const result = await post(senderWith({ timeouts: { totalMs: 60_000, connectMs: 250 } }), silent.url());
    expect(result).toMatchObject({ code: "TIMEOUT", detail: expect.stringContaining("take the connection") });
  });

  test("a closed port is a CONNECTION fault", async () => {
    const receiver = await startTls();
    await receiver.close();
    expect(gist(await post(senderWith(), receiver.url()))).toBe("CONNECTION");
  });

  test("one that closes after every handshake is not connected to without end", async () => {
    await using receiver = await startReceiver({ kind: "tls", certificate, closesAfterHandshake: true });
    expect(gist(await post(senderWith(), receiver.url()))).toBe("CONNECTION");
    expect(receiver.connections()).toBe(1);
  });
});

describe("certificates", () => {
  const lastYear = new Date("2025-01-01T00:00:00Z");
  test.each<[string, () => ServerCertificate]>([
    ["self-signed", () => selfSignedCertificate([RECEIVER_HOST])],
    ["for another name", () => authority.issue(["other.example.com"])],
    ["for an address", () => authority.issue(["127.0.0.1"])],
    ["expired", () => authority.issue([RECEIVER_HOST], { validUntil: lastYear })],
    ["of an unknown authority", () => createAuthority().issue([RECEIVER_HOST])],
  ])("one that is %s is refused", async (_name, make) => {
    await using receiver = await startReceiver({ kind: "tls", certificate: make() });
    expect(gist(await post(senderWith(), receiver.url()))).toBe("TLS");
    expect(receiver.requests).toEqual([]);
  });

  test("TLS 1.1 is refused", async () => {
    await using receiver = await startReceiver({ kind: "tls", certificate, onlyTls11: true });
    expect(gist(await post(senderWith(), receiver.url()))).toBe("TLS");
  });

  test("the environment cannot switch verification off", async () => {
    await using receiver = await startReceiver({
      kind: "tls",
      certificate: selfSignedCertificate([RECEIVER_HOST]),
    });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect(gist(await post(senderWith(), receiver.url()))).toBe("TLS");
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

describe("connections", () => {
  test("are kept alive and used again", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    for (let i = 0; i < 5; i += 1) {
      await post(sender, receiver.url());
      await idle();
    }
    expect(receiver.connections()).toBe(1);
  });

  test("a request never waits for another's: beside twenty that hang at the same host one is answered", async () => {
    await using receiver = await startTls();
    const sender = senderWith({ timeouts: { totalMs: 30_000, connectMs: 30_000 } });
    const hanging = Array.from({ length: 20 }, () => post(sender, receiver.url("/hang")));
    await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBe(20);
    expect(gist(await post(sender, receiver.url()))).toBe(200);
    await receiver.close();
    expect(new Set((await Promise.all(hanging)).map(gist))).toEqual(new Set(["CONNECTION"]));
  });

  test("a kept-alive one that breaks without an answer is replaced, and the request sent once more", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    await post(sender, receiver.url());
    await idle();
    receiver.answerWith((request, response) => {
      const isFirst = receiver.requests.length === 2;
      if (isFirst) request.socket.destroy();
      else answerStatus(200)(request, response);
    });
    expect(gist(await post(sender, receiver.url()))).toBe(200);
    expect(receiver.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
  });

  test("… but only once", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    await post(sender, receiver.url());
    await idle();
    receiver.answerWith((request) => request.socket.destroy());
    expect(gist(await post(sender, receiver.url()))).toBe("CONNECTION");
    expect(receiver.requests).toHaveLength(3);
  });

  test("… and not when part of an answer had come", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    await post(sender, receiver.url());
    await idle();
    expect(gist(await post(sender, receiver.url("/cut")))).toBe("CONNECTION");
    expect(receiver.requests).toHaveLength(2);
  });

  test("the next address is tried when the first refuses", async () => {
    await using receiver = await startTls();
    const sender = senderWith({
      resolve: async () => ["127.0.0.2", "127.0.0.1"],
      allowAddress: (address) => address.startsWith("127.0.0."),
    });
    expect(gist(await post(sender, receiver.url()))).toBe(200);
  });

  test.skipIf(!hasIpv6Loopback)("IPv6 works, too, and comes after IPv4", async () => {
    await using receiver = await startReceiver({ kind: "tls", certificate, host: "::1" });
    const sender = senderWith({
      resolve: async () => ["0:0:0:0:0:0:0:1", "127.0.0.1"], // nothing listens on the second one
      allowAddress: (address) => address === "127.0.0.1" || /^(::|(0:){7})1$/.test(address),
    });
    expect(gist(await post(sender, receiver.url()))).toBe(200);
  });

  test("close waits for what is under way and then takes nothing more", async () => {
    await using receiver = await startTls();
    const sender = senderWith();
    const underWay = post(sender, receiver.url());
    await sender.close();
    expect(gist(await underWay)).toBe(200);
    expect(gist(await post(sender, receiver.url()))).toBe("infrastructure");
  });

  test("headers that cannot be sent are the caller's fault and throw", async () => {
    const request = { url: "https://hooks.example.com/", headers: { "X-Bad": "a\r\nb: c" }, body: "" };
    await expect(senderWith().post(request)).rejects.toThrow(/header/);
  });
});

describe("our own network", () => {
  const nowhere = { resolve: async () => ["255.255.255.255"], allowAddress: () => true }; // refused by the kernel itself

  test("without any route no attempt is used up", async () => {
    const sender = senderWith({ ...nowhere, hasInternetRoute: async () => false });
    expect(gist(await post(sender, "https://hooks.example.com/"))).toBe("infrastructure");
  });

  test("with a route, an unreachable receiver is its own fault", async () => {
    const sender = senderWith({ ...nowhere, hasInternetRoute: async () => true });
    expect(gist(await post(sender, "https://hooks.example.com/"))).toBe("CONNECTION");
  });
});

describe("the development network", () => {
  test("reaches localhost and loopback literals at any port, with its own authority", async () => {
    await using receiver = await startReceiver({
      kind: "tls",
      certificate: authority.issue(["localhost", "127.0.0.1"]),
    });
    const resolve = async (): Promise<string[]> => ["10.0.0.1"];
    const sender = createWebhookSender({
      now: () => new Date(),
      ...developmentNetwork({ ca: [authority.ca], resolve }),
    });
    senders.push(sender);
    expect(gist(await post(sender, receiver.url("/", "localhost")))).toBe(200);
    expect(gist(await post(sender, receiver.url("/", "127.0.0.1")))).toBe(200);
    expect(gist(await post(sender, receiver.url("/", "10.0.0.1")))).toBe("BLOCKED");
    expect(gist(await post(sender, receiver.url("/", "hooks.example.com")))).toBe("BLOCKED");
  });

  test("every behaviour of the fixture ends within the sender's limits", async () => {
    await using receiver = await startTls();
    const sender = senderWith({ timeouts: SHORT });
    const kinds = await Promise.all(Object.keys(BEHAVIOURS).map((path) => post(sender, receiver.url(path))));
    expect(kinds).toHaveLength(Object.keys(BEHAVIOURS).length);
  });
});
