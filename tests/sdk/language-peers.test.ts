import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createAuthority } from "../support/world/certificates.ts";
import {
  createGoBuilds,
  lacksGo,
  lacksPhp,
  lacksPython,
  PYTHON_ENV,
  php,
  python,
  run,
} from "./support/languages.ts";

// Servers and proxies that do nothing wrong and are still unusual.

const JSON_BODY = '{"verificationId":"ver_1","status":"pending"}';
const noGo = lacksGo();
const builds = createGoBuilds();
let goProbe = "";
const folder = mkdtempSync(join(tmpdir(), "lintel-peers-"));
const authority = createAuthority();
const caFile = join(folder, "ca.pem");

beforeAll(() => {
  writeFileSync(caFile, authority.ca);
  if (noGo === null) goProbe = builds.build("./internal/probe");
}, 180_000);
afterAll(() => {
  builds.remove();
  rmSync(folder, { recursive: true, force: true });
});

const LANGUAGES = [
  { name: "Python", lacks: lacksPython(), command: (times: string) => python("tests/probe.py", times) },
  {
    name: "Python with asyncio",
    lacks: lacksPython(),
    command: (times: string) => python("tests/probe.py", times, "async"),
  },
  {
    name: "PHP",
    lacks: lacksPhp(),
    command: (times: string) => {
      const [file, ...rest] = php("tests/probe.php", times);
      return [file, "-d", `curl.cainfo=${caFile}`, ...rest] as const;
    },
  },
  { name: "Go", lacks: noGo, command: (times: string) => [goProbe, times] as const },
] as const;

const listenOn = async (server: Server, host = "127.0.0.1"): Promise<number> => {
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** A server that reads one request after the other and answers each with raw bytes. */
const rawServer = (answer: (socket: Socket, count: number) => void): Server => {
  let count = 0;
  return createServer((socket) => {
    let read = "";
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      read += data.toString("latin1");
      // GET requests only: each ends with an empty line.
      for (let end = read.indexOf("\r\n\r\n"); end >= 0; end = read.indexOf("\r\n\r\n")) {
        read = read.slice(end + 4);
        count += 1;
        answer(socket, count);
      }
    });
  });
};

const whole = (headers = "") =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${JSON_BODY.length}\r\n${headers}\r\n${JSON_BODY}`;

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

for (const { name, lacks, command } of LANGUAGES) {
  describe.skipIf(lacks !== null)(lacks === null ? name : `${name}: ${lacks}`, () => {
    const probe = async (url: string, times = 1, env: Record<string, string> = {}): Promise<string[]> => {
      const { stdout, stderr } = await run(command(String(times)), {
        ...PYTHON_ENV,
        LINTEL_URL: url,
        LINTEL_API_KEY: "avk_test_peer",
        ...env,
      });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    };

    test("a connection that the server closes after each answer does not fail the next call", async () => {
      // It promises to keep the connection, and closes it all the same.
      const port = await listenOn(rawServer((socket) => socket.end(whole("Connection: keep-alive\r\n"))));
      expect(await probe(`http://127.0.0.1:${port}`, 3)).toEqual(["pending", "pending", "pending"]);
    });

    test("a kept connection that breaks at the next request is replaced at once", async () => {
      let broken = 0;
      const served = new WeakSet<Socket>();
      const server = rawServer((socket) => {
        if (served.has(socket)) {
          broken += 1;
          socket.destroy();
          return;
        }
        served.add(socket);
        socket.write(whole());
      });
      const port = await listenOn(server);
      expect(await probe(`http://127.0.0.1:${port}`, 3)).toEqual(["pending", "pending", "pending"]);
      // The client did keep it: without that, nothing was shown.
      expect(broken).toBe(2);
    });

    test("an answer in HTTP/1.0 without a length ends with its connection", async () => {
      const port = await listenOn(
        rawServer((socket) =>
          socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON_BODY}`),
        ),
      );
      expect(await probe(`http://127.0.0.1:${port}`, 2)).toEqual(["pending", "pending"]);
    });

    test.each([
      ["headers", "HTTP/1.1 200 OK\r\nX-Drip: "],
      ["body", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n"],
    ])(
      "a server that sends a byte of its %s now and then does not hold a call beyond its timeout",
      async (_, begin) => {
        const server = rawServer((socket) => {
          socket.write(begin);
          const drip = setInterval(() => socket.write(" "), 100);
          socket.on("close", () => clearInterval(drip));
        });
        const [said] = await probe(`http://127.0.0.1:${await listenOn(server)}`, 1, { PROBE_TIMEOUT: "1" });
        expect(said).toMatch(/TimeoutError/);
      },
    );

    test("an answer that a proxy compressed unasked is read", async () => {
      const packed = gzipSync(JSON_BODY);
      const server = rawServer((socket) => {
        const head = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}`;
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), packed]));
      });
      expect(await probe(`http://127.0.0.1:${await listenOn(server)}`)).toEqual(["pending"]);
    });

    test("an answer that unpacks to gigabytes is not kept", async () => {
      const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
      const server = rawServer((socket) => {
        const head = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}`;
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), packed]));
      });
      const [said] = await probe(`http://127.0.0.1:${await listenOn(server)}`);
      expect(said).toMatch(/ConnectionError/);
    });

    test.skipIf(!hasIpv6)("the address may be IPv6", async () => {
      const port = await listenOn(
        rawServer((socket) => socket.end(whole())),
        "::1",
      );
      expect(await probe(`http://[::1]:${port}`)).toEqual(["pending"]);
    });

    test("an interim answer is passed over", async () => {
      const port = await listenOn(
        rawServer((socket) => socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${whole()}`)),
      );
      expect(await probe(`http://127.0.0.1:${port}`)).toEqual(["pending"]);
    });

    test("https goes through the proxy of the environment, and the key only through its tunnel", async () => {
      const keys: string[] = [];
      const tls = createTlsServer(authority.issue(["age.example.test"]), (socket) => {
        socket.on("error", () => undefined);
        socket.on("data", (data) => {
          keys.push(/x-tenant-api-key: (\S+)/i.exec(data.toString("latin1"))?.[1] ?? "");
          socket.end(whole());
        });
      });
      const tlsPort = await listenOn(tls);
      const asked: string[] = [];
      const proxy = createHttpServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        response.writeHead(500).end();
      });
      proxy.on("connect", (request, socket) => {
        asked.push(`CONNECT ${request.url} ${request.headers["x-tenant-api-key"] ?? "no key"}`);
        const onward = createConnection(tlsPort, "127.0.0.1");
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(onward).pipe(socket);
        for (const end of [socket, onward]) end.on("error", () => undefined);
      });
      const proxyUrl = `http://127.0.0.1:${await listenOn(proxy)}`;
      const env = {
        HTTPS_PROXY: proxyUrl,
        https_proxy: proxyUrl,
        HTTP_PROXY: proxyUrl,
        http_proxy: proxyUrl,
      };
      expect(await probe("https://age.example.test", 1, { ...env, SSL_CERT_FILE: caFile })).toEqual([
        "pending",
      ]);
      expect(keys).toEqual(["avk_test_peer"]);
      expect(asked).toEqual(["CONNECT age.example.test:443 no key"]);

      // Plain http goes to this computer, so no proxy is asked.
      const port = await listenOn(rawServer((socket) => socket.end(whole())));
      expect(await probe(`http://127.0.0.1:${port}`, 1, env)).toEqual(["pending"]);
      expect(asked).toHaveLength(1);
    });

    test("a certificate of nobody's is refused", async () => {
      const tls = createTlsServer(createAuthority().issue(["localhost"]), (socket) => socket.end(whole()));
      tls.on("tlsClientError", () => undefined);
      const [said] = await probe(`https://localhost:${await listenOn(tls)}`, 1, { SSL_CERT_FILE: caFile });
      expect(said).toMatch(/ConnectionError.*(certificate|SSL)/i);
    });
  });
}
