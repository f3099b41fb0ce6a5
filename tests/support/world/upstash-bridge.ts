import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { Redis } from "ioredis";
import { z } from "zod";

const TOKEN = "bridge-token";
const COMMAND = z.array(z.union([z.string(), z.number()]).transform(String)).min(1);

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

/** Upstash answers text in base64 when asked to, "OK" excepted. */
const encode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(encode);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
};

export type UpstashBridge = {
  url: string;
  token: string;
  /** What was sent so far: each request's address, and its commands by name and number. */
  requests(): readonly string[];
  close(): Promise<void>;
};

/**
 * Upstash's REST interface over a real Redis: `/` and `/pipeline`, with a bearer token. It takes the scripts'
 * Upstash-only flag, as Upstash does and stock Redis does not.
 */
export const startUpstashBridge = async (redisUrl: string): Promise<UpstashBridge> => {
  const redis = new Redis(redisUrl, { protocol: 2 });
  redis.on("error", () => {});
  const plainShas = new Map<string, string>();
  const requests: string[] = [];

  const run = async (command: unknown): Promise<{ result: unknown } | { error: string }> => {
    const [name = "", first = "", ...rest] = COMMAND.parse(command);
    const isEval = name.toLowerCase() === "eval";
    const plain = isEval ? first.replace(/^#![^\n]*\n/, "") : (plainShas.get(first) ?? first);
    if (isEval) plainShas.set(sha1(first), sha1(plain));
    try {
      return { result: encode(await redis.call(name, plain, ...rest)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : "ERR" };
    }
  };

  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: "WRONGPASS" } };
    const body = await json(request);
    if (request.url === "/pipeline") {
      const commands = z.array(COMMAND).parse(body);
      const names = new Set(commands.map(([name = ""]) => name.toUpperCase()));
      requests.push(`${request.url} ${[...names].join(" ")} ×${commands.length}`);
      return { status: 200, body: await Promise.all(commands.map(run)) };
    }
    requests.push(`${request.url} ${COMMAND.parse(body)[0]?.toUpperCase()}`);
    const result = await run(body);
    return { status: "error" in result ? 400 : 200, body: result };
  };

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(JSON.stringify(body)),
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The bridge has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    token: TOKEN,
    requests: () => requests,
    close: async () => {
      redis.disconnect();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
