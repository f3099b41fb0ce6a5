import { once } from "node:events";
import { Agent as NodeAgent, request as nodeRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Agent as UndiciAgent, request as undiciRequest } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpServer, type NodeHandler } from "#server/http-server.ts";
import { originOf } from "../support/http/dispatch.ts";
import { serviceForFile } from "../support/world/service.ts";

// An answer that comes before the body was read to its end is the connection's last, and says so (RFC 9112 §9.6). A client that
// is promised `keep-alive` sends its next request into a connection that is about to be cut, and loses it.

const service = serviceForFile();

const KIB = 1024;
const SIZES = [0, 1, 10, 63, 66, 100, 127, 140, 200, 320, 1_024, 3_000, 13_000].map((kib) => kib * KIB);

type Sent = { status: number; connection: string | undefined };
/** Sends a request over the client's kept connections. @param bytes of the body; null: GET */
type Client = (url: string, bytes: number | null, headers?: Record<string, string>) => Promise<Sent>;

const CLIENTS: Record<string, () => Client> = {
  "node:http": () => {
    const agent = new NodeAgent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async (url, bytes, headers = {}) => {
      const method = bytes === null ? "GET" : "POST";
      const sending = nodeRequest(url, {
        agent,
        method,
        headers: { ...headers, ...(bytes === null ? {} : { "content-length": String(bytes) }) },
      });
      const answered = once(sending, "response");
      sending.on("error", () => undefined); // what is left of the body, after the answer
      sending.end(bytes === null ? undefined : Buffer.alloc(bytes, "x"));
      const [answer] = await answered;
      await text(answer);
      return { status: answer.statusCode, connection: answer.headers.connection };
    };
  },
  undici: () => {
    const dispatcher = new UndiciAgent({ connections: 1, pipelining: 1 });
    onTestFinished(() => dispatcher.destroy());
    return async (url, bytes, headers = {}) => {
      const body = bytes === null ? null : Buffer.alloc(bytes, "x");
      const method = bytes === null ? "GET" : "POST";
      const answer = await undiciRequest(url, { dispatcher, method, body, headers });
      await answer.body.text();
      const { connection } = answer.headers;
      return { status: answer.statusCode, connection: connection?.toString() };
    };
  },
};

const serve = async (handle: NodeHandler): Promise<string> => {
  const { server, drain } = createHttpServer(handle, { proxyHops: 0, isHttps: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => drain(0));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
};

describe.each(Object.entries(CLIENTS))("%s", (_name, newClient) => {
  test("loses no request after one whose body nobody read, of any size", { timeout: 60_000 }, async () => {
    let served = 0;
    const origin = await serve(async (_request, response) => {
      served += 1;
      response.end("answered at once");
    });
    const send = newClient();
    for (const path of ["/nothing", "/api/trpc/x", "/v/vs_x/document", "/openid4vp/response/x"]) {
      for (const bytes of SIZES) {
        const first = await send(`${origin}${path}`, bytes);
        // The server's own bound may be faster than the handler.
        expect([200, 413]).toContain(first.status);
        if (bytes > 128 * KIB) expect([path, bytes, first.connection]).toEqual([path, bytes, "close"]);
        expect(await send(`${origin}/`, null)).toEqual({ status: 200, connection: "keep-alive" });
      }
    }
    expect(served).toBeGreaterThan(4 * SIZES.length);
  });

  test("loses none after a refusal of the interface, and a body that was read keeps the connection", async () => {
    const { deps, tenant } = service.get();
    const { liveKey } = await tenant({ plan: "scale" });
    const origin = await originOf(deps);
    const send = newClient();
    const headers = { "x-tenant-api-key": liveKey, "content-type": "application/json" };
    for (const bytes of SIZES.filter((size) => size > 0)) {
      const refused = await send(`${origin}/verify/start`, bytes, headers);
      expect([bytes, refused.status]).toEqual([bytes, bytes > 64 * KIB ? 413 : 400]);
      expect([bytes, refused.connection]).toEqual([bytes, bytes > 64 * KIB ? "close" : "keep-alive"]);
      expect((await send(`${origin}/health`, null)).status).toBe(200);
      expect([401, 413]).toContain((await send(`${origin}/verify/start`, bytes)).status);
      expect((await send(`${origin}/health`, null)).status).toBe(200);
    }
  });
});

test("a request that is sent on after the last answer is not carried out", async () => {
  const seen: (string | undefined)[] = [];
  const origin = await serve(async (request, response) => {
    seen.push(request.url);
    response.end("here");
  });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: ${100 * KIB}\r\n\r\n`);
  const [head] = await once(socket, "data");
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
  socket.write(`${"x".repeat(100 * KIB)}GET /second HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(await text(socket)).not.toContain("HTTP/1.1");
  expect(seen).toEqual(["/first"]);
});
