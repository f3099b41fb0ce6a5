import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpServer, type NodeHandler } from "#server/http-server.ts";

async function serve(handle: NodeHandler) {
  const { server, drain } = createHttpServer(handle, { proxyHops: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => drain(0));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { server, drain, port, url: `http://127.0.0.1:${port}/` };
}

/** What comes back for bytes as they are; the socket stays open from our side. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("the HTTP server", () => {
  test("lets a running request end and accepts no new one", async () => {
    let finish = () => {};
    const { drain, url } = await serve(async (_request, response) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      response.end("done");
    });
    const running = fetch(url);
    await expect.poll(() => String(finish)).not.toBe("() => {}");
    const drained = drain(5_000);
    await expect(fetch(url)).rejects.toThrow();
    finish();
    const answer = await running;
    expect(await answer.text()).toBe("done");
    await drained;
  });

  test("cuts what does not end in time", async () => {
    const { drain, url } = await serve(() => new Promise(() => {}));
    const running = fetch(url).catch(() => "cut");
    await expect
      .poll(async () => await fetch(url, { signal: AbortSignal.timeout(50) }).catch(() => "open"))
      .toBe("open");
    await drain(50);
    expect(await running).toBe("cut");
  });

  test("refuses headers over 16 KiB", async () => {
    const { port } = await serve(async (_request, response) => void response.end());
    expect(await send(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(17_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  test("refuses what is not HTTP", async () => {
    const { port } = await serve(async (_request, response) => void response.end());
    expect(await send(port, "HELLO\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("waits ten seconds at most for headers, and not much longer for the rest", async () => {
    const { server } = await serve(async (_request, response) => void response.end());
    expect(server.headersTimeout).toBe(10_000);
    expect(server.requestTimeout).toBe(120_000);
  });

  test("answers 500 when the handler breaks", async () => {
    const { url } = await serve(() => Promise.reject(new Error("broken")));
    expect((await fetch(url)).status).toBe(500);
  });

  test("hands the handler one address that can be believed", async () => {
    const { url } = await serve(
      async (request, response) => void response.end(request.headers["x-forwarded-for"]),
    );
    const answer = await fetch(url, { headers: { "x-forwarded-for": "6.6.6.6" } });
    expect(await answer.text()).toBe("127.0.0.1");
  });
});
