import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";

/** An authentication request (PostgreSQL, Message Formats): 10 AuthenticationSASL, 11 AuthenticationSASLContinue. */
const request = (kind: number, text: string): Buffer => {
  const head = Buffer.alloc(9);
  head.write("R");
  head.writeInt32BE(8 + text.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(text)]);
};

/** As a server that wants SCRAM-SHA-256 (RFC 5802), for which the client needs a password. */
const answerTo = (sent: Buffer): Buffer => {
  const [, nonce] = /r=([^,\0]+)$/.exec(sent.toString("latin1")) ?? [];
  return nonce === undefined
    ? request(10, "SCRAM-SHA-256\0\0")
    : request(11, `r=${nonce}more,s=c2FsdA==,i=4096`);
};

test("a command that has no password leaves the connection, which the server would hold for a minute", async () => {
  const server = createServer((socket) => {
    socket.on("data", (sent) => socket.write(answerTo(sent)));
    socket.once("close", () => server.emit("left"));
    socket.on("error", () => {});
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const left = once(server, "left");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(withClient(`postgresql://lintel@127.0.0.1:${port}/lintel`, async () => {})).rejects.toThrow(
    /password/,
  );
  await left;
});
