import type { IncomingMessage, ServerResponse } from "node:http";

/** What a receiver does with a request once it has read it; chosen by the request's path. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

const DRIP_MS = 200;

const drip: Behaviour = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("."), DRIP_MS);
  response.on("close", () => clearInterval(timer));
};

const pour: Behaviour = (_request, response) => {
  response.writeHead(200);
  const chunk = Buffer.alloc(16_384, "x");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
};

export const BEHAVIOURS: Record<string, Behaviour> = {
  /** Never answers. */
  "/hang": () => {},
  /** One byte of body each 200 ms, without end. */
  "/slow-body": drip,
  /** As much body as the client takes, without end. */
  "/endless": pour,
  "/huge-headers": (_request, response) => {
    response.writeHead(200, { "x-filling": "x".repeat(40_000) }).end();
  },
  "/reset": (request) => {
    request.socket.destroy();
  },
  /** Promises 100 bytes, sends 7 and goes. */
  "/cut": (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("partial", () => response.socket?.destroy());
  },
  "/not-http": (request) => {
    request.socket.end("SSH-2.0-OpenSSH_9.2\r\n");
  },
  "/gzip": (_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff]));
  },
  "/hostile-text": (_request, response) => {
    response.end("<script>\u0000\u001b[2J\u202eevil\r\nline\ttwo é");
  },
  /** 1,023 bytes, then a character of two bytes, then more. */
  "/cut-character": (_request, response) => {
    response.end(`${"a".repeat(1_023)}é${"b".repeat(500)}`);
  },
  "/early-hints": (_request, response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () =>
      response.writeHead(202).end("later"),
    );
  },
};

/** `/status/410`, with a `location` for redirects and the request's own body echoed. */
export const answerStatus = (status: number): Behaviour => {
  return (_request, response) => {
    const headers = status >= 300 && status < 400 ? { location: "https://elsewhere.example.com/" } : {};
    response.writeHead(status, headers).end(status === 204 ? undefined : `status ${status}`);
  };
};
