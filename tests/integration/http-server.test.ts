import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { afterLoopTime } from "#core/loop/loop-time.ts";
import { type BodyBounds, bodyBounds } from "#server/bounded-request.ts";
import { createHttpServer, type NodeHandler } from "#server/http-server.ts";

async function serve(
  handle: NodeHandler,
  { isHttps = false, bounds }: { isHttps?: boolean; bounds?: BodyBounds } = {},
) {
  const boundsOf = bounds ? () => bounds : bodyBounds;
  const { server, drain } = createHttpServer(handle, { proxyHops: 0, isHttps, boundsOf });
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
    const { server, drain, url } = await serve(async (_request, response) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      response.end("done");
    });
    const running = fetch(url);
    await expect.poll(() => String(finish)).not.toBe("() => {}");
    const drained = drain(5_000);
    await expect.poll(() => server.listening).toBe(false);
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

  test("asks clients to leave before it closes: during the grace every request is answered, with Connection: close", async () => {
    const { server, drain, port, url } = await serve(async (_request, response) => void response.end("here"));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async () => {
      const [answer] = await once(get(url, { agent }), "response");
      return `${await text(answer)}, ${answer.headers.connection}, ${answer.req.reusedSocket}`;
    };
    expect(await ask()).toBe("here, keep-alive, false");
    const hurry = Promise.withResolvers<void>();
    const drained = drain(5_000, hurry.promise);
    expect(await ask()).toBe("here, close, true"); // kept alive, and used once more
    expect(await ask()).toBe("here, close, false"); // new
    hurry.resolve();
    await drained;
    expect(server.listening).toBe(false);
    await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow();
  });

  test("an answer that was under way when the grace began closes its connection, too", async () => {
    const finish = Promise.withResolvers<void>();
    const { server, drain, url } = await serve(async (_request, response) => {
      await finish.promise;
      response.end("done");
    });
    const begun = once(server, "request");
    const running = fetch(url);
    await begun;
    const hurry = Promise.withResolvers<void>();
    const drained = drain(5_000, hurry.promise);
    finish.resolve();
    expect((await running).headers.get("connection")).toBe("close");
    hurry.resolve();
    await drained;
  });

  test("connections that wait to be accepted are answered before the listener closes", async () => {
    const { drain, port } = await serve(async (_request, response) => void response.end("here"));
    const waiting = Array.from({ length: 40 }, () =>
      send(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").catch(() => "reset"),
    );
    await new Promise<void>((resolve) => process.nextTick(resolve)); // the kernel has them, this process not yet
    const drained = drain(10_000);
    const answers = await Promise.all(waiting);
    expect(answers.filter((answer) => !answer.endsWith("here"))).toEqual([]);
    await drained;
  });

  test("connections that never asked for anything do not hold up the end", async () => {
    const { server, drain, port } = await serve(async (_request, response) => void response.end());
    const accepted = once(server, "connection");
    const silent = connect(port, "127.0.0.1");
    const closed = once(silent.resume(), "close");
    await accepted;
    await drain(600_000);
    await closed;
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

  test("takes away the header of server actions, which the framework would write to the log", async () => {
    const { url } = await serve(
      async (request, response) => void response.end(String(request.headers["next-action"])),
    );
    const answer = await fetch(url, { method: "POST", headers: { "next-action": "anything" } });
    expect(await answer.text()).toBe("undefined");
  });

  test("hands the handler one address that can be believed", async () => {
    const { url } = await serve(
      async (request, response) => void response.end(request.headers["x-forwarded-for"]),
    );
    const answer = await fetch(url, { headers: { "x-forwarded-for": "6.6.6.6" } });
    expect(await answer.text()).toBe("127.0.0.1");
  });
});

const KIB = 1024;
const MIB = 1024 * KIB;

/** Sends `bytes` of a body in chunks of 64 KiB, whatever is answered, until all are sent or the other side cuts. */
async function sendBody(port: number, path: string, bytes: number, length?: number) {
  const socket = connect(port, "127.0.0.1");
  const framing = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`);
  const piece = Buffer.alloc(64 * KIB, "x");
  const chunk =
    length === undefined ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece;
  socket.on("error", () => undefined); // the cut
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length) {
    if (!socket.write(chunk))
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  if (!socket.destroyed) socket.end(length === undefined ? "0\r\n\r\n" : "");
  await closed;
  return { answer, read: socket.bytesWritten };
}

describe("bodies", () => {
  test("a body that no address takes is cut while it streams, however it is framed, and answered 413", async () => {
    let seen = 0;
    const { port } = await serve(async (request) => {
      for await (const chunk of request) seen += chunk.length;
    });
    for (const length of [undefined, 400 * MIB]) {
      seen = 0;
      const { answer, read } = await sendBody(port, "/console", 400 * MIB, length);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/connection: close/i);
      expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
      expect(seen).toBeLessThanOrEqual(128 * KIB);
      expect(read).toBeLessThan(30 * MIB); // what the two sockets hold, and no more
    }
  });

  test("what is behind sees a client that hung up, and may answer late without harm", async () => {
    const ended = Promise.withResolvers<string>();
    const { port } = await serve(async (request, response) => {
      const error = await buffer(request).then(
        () => "all of it",
        () => "hung up",
      );
      response.writeHead(200).end("late");
      ended.resolve(error);
    });
    const { answer } = await sendBody(port, "/docs", 4 * MIB);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).not.toContain("late");
    expect(await ended.promise).toBe("hung up");
  });

  test("an answer that was given before the body's end stands, and the rest is not read without end", async () => {
    const { port } = await serve(async (_request, response) => void response.end("no, thank you"));
    for (const length of [undefined, 400 * MIB]) {
      const { answer, read } = await sendBody(port, "/openid4vp/response/wtx", 400 * MIB, length);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*no, thank you/);
      expect(read).toBeLessThan(30 * MIB);
    }
  });

  test("a form with a photo that is too large is let through to its end, for the browser to read why", async () => {
    const { url } = await serve(async (_request, response) => void response.writeHead(303).end("too large"));
    const body = Buffer.alloc(30 * MIB, "y");
    const answer = await fetch(`${url}v/vs_x/document`, { method: "POST", body, redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([303, "too large"]);
  });

  test("bodies within bounds arrive whole, byte for byte", async () => {
    const { url } = await serve(async (request, response) => void response.end(await buffer(request)));
    for (const [path, bytes] of [
      ["verify/start", 64 * KIB],
      ["api/trpc/keys.list", 256 * KIB],
      ["openid4vp/response/wtx", 256 * KIB],
      ["v/vs_x/document", 12 * MIB],
    ] as const) {
      const body = Buffer.alloc(bytes, "y");
      const answer = await fetch(url + path, { method: "POST", body });
      expect([path, body.equals(Buffer.from(await answer.arrayBuffer()))]).toEqual([path, true]);
    }
  });
});

describe("the pace of bodies", () => {
  const KINDS = {
    "all of it by a time": { bytes: MIB, graceSeconds: 1, bytesPerSecond: null },
    "so many bytes a second": { bytes: 12 * MIB, graceSeconds: 1, bytesPerSecond: KIB },
  } as const;

  for (const [kind, bounds] of Object.entries(KINDS)) {
    test(`${kind}: one that comes too slowly is answered 408, and its connection closed`, async () => {
      const ended = Promise.withResolvers<string>();
      const { port } = await serve(
        async (request, response) => {
          ended.resolve(
            await buffer(request).then(
              () => "all of it",
              () => "hung up",
            ),
          );
          response.end("late");
        },
        { bounds },
      );
      const answer = await send(
        port,
        "POST /v/vs_x/document HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nslow",
      );
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/connection: close/i);
      expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
      expect(answer).not.toContain("late");
      expect(await ended.promise).toBe("hung up");
    });
  }

  const seconds = (count: number) =>
    new Promise<void>((resolve) => void afterLoopTime(count * 1_000, resolve));

  test("one that comes slowly, but fast enough, is taken", async () => {
    const bounds = KINDS["so many bytes a second"];
    const { port } = await serve(
      async (request, response) => void response.end(String((await buffer(request)).length)),
      {
        bounds,
      },
    );
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${160 * KIB}\r\n\r\n`);
    for (let sent = 0; sent < 5; sent += 1) {
      socket.write(Buffer.alloc(32 * KIB, "x"));
      await seconds(1);
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*163840$/);
  });

  test("a client that waits for us is not the slow one", async () => {
    const bounds = { ...KINDS["all of it by a time"], bytes: 30 * MIB };
    const { url } = await serve(
      async (request, response) => {
        await seconds(3);
        response.end(String((await buffer(request)).length));
      },
      { bounds: { ...bounds, graceSeconds: 2 } },
    );
    const answer = await fetch(url, { method: "POST", body: Buffer.alloc(20 * MIB, "x") });
    expect([answer.status, await answer.text()]).toEqual([200, String(20 * MIB)]);
  });
});

describe("the server's own answers name the request", () => {
  const idOf = (answer: string): string | undefined => /^x-request-id: (.*)\r$/im.exec(answer)?.[1];
  const idsInBody = (answer: string): unknown[] => {
    const { request_id, requestId } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    return [request_id, requestId];
  };
  const NEW = /^req_[0-9a-z]{26}$/;

  test("413: by the id that what is behind has seen", async () => {
    const seen = Promise.withResolvers<unknown>();
    const { port } = await serve(async (request) => {
      seen.resolve(request.headers["x-request-id"]);
      for await (const _chunk of request);
    });
    const { answer } = await sendBody(port, "/console", 4 * MIB);
    const id = idOf(answer);
    expect(id).toMatch(NEW);
    expect(idsInBody(answer)).toEqual([id, id]);
    expect(await seen.promise).toBe(id);
  });

  const BOUNDS = { bytes: MIB, graceSeconds: 1, bytesPerSecond: null };
  const slow = (more: string) => `POST / HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 99\r\n\r\nslow`;

  test("408: by the caller's own id, and by a new one where that is not sane", async () => {
    const { port } = await serve(() => new Promise(() => {}), { bounds: BOUNDS });
    const [own, odd, twice] = await Promise.all([
      send(port, slow("X-Request-Id: shop-4711-abc\r\n")),
      send(port, slow("X-Request-Id: <script>\r\n")),
      send(port, slow("X-Request-Id: shop-4711-abc\r\nX-Request-Id: shop-4711-abd\r\n")),
    ]);
    expect([idOf(own), ...idsInBody(own)]).toEqual(Array(3).fill("shop-4711-abc"));
    for (const answer of [odd, twice]) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(idOf(answer)).toMatch(NEW);
    }
  });

  test("501 for an odd request, 500 for a broken handler", async () => {
    const { port } = await serve(() => Promise.reject(new Error("broken")));
    for (const [method, status] of [
      ["PURGE", "501"],
      ["GET", "500"],
    ]) {
      const answer = await send(port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).toContain(`HTTP/1.1 ${status} `);
      expect(idOf(answer)).toMatch(NEW);
    }
  });
});

describe("https", () => {
  test("is kept for a year where people come by it, and not mentioned elsewhere (RFC 6797 §7.2)", async () => {
    const answers = async (isHttps: boolean) => {
      const { url, port } = await serve(async (_request, response) => void response.end(), { isHttps });
      const plain = (await fetch(url)).headers.get("strict-transport-security");
      const odd = await send(port, "GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      const { answer } = await sendBody(port, "/", 2 * MIB);
      return [plain, odd, answer].map((text) => /max-age=\d+[^\r]*/.exec(text ?? "")?.[0] ?? null);
    };
    expect(await answers(true)).toEqual(Array(3).fill("max-age=31536000"));
    expect(await answers(false)).toEqual(Array(3).fill(null));
  });
});
