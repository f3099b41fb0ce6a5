import { request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { aStatus, childrenOf, serveInProcesses, startServe } from "../support/http/serve-process.ts";

// `npm run serve -- --processes 2`, without a Redis.

/** A request on a connection of its own; null: there was no answer. */
const ask = (port: number, path: string, key: string): Promise<number | null> =>
  new Promise((resolve) => {
    request({ port, path, agent: false, headers: { "x-tenant-api-key": key } }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? null));
    })
      .once("error", () => resolve(null))
      .end();
  });

/** Requests in one packet, so that one process reads them in one turn; their statuses, in order. */
const askAtOnce = (port: number, asked: readonly { path: string; key: string }[]): Promise<string[]> =>
  new Promise((resolve) => {
    const head = ({ path, key }: { path: string; key: string }, place: number): string =>
      [
        `GET ${path} HTTP/1.1`,
        "Host: localhost",
        `X-Tenant-Api-Key: ${key}`,
        `Connection: ${place < asked.length - 1 ? "keep-alive" : "close"}`,
      ].join("\r\n");
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(asked.map((one, place) => `${head(one, place)}\r\n\r\n`).join(""));
    });
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.once("error", () => {}).once("close", () => resolve(text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []));
  });

const serveTwice = () => serveInProcesses(2);

test("two processes have one limit between them", async () => {
  const { service, port } = await serveTwice();
  const { path, key } = await aStatus(service, { rateLimitPerMinute: 20 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(port, path, key)));
  // A minute that begins meanwhile may admit a few more; two separate counts would admit 40.
  const admitted = answers.filter((status) => status === 200).length;
  expect(admitted).toBeGreaterThanOrEqual(20);
  expect(admitted).toBeLessThan(30);
  expect(answers.filter((status) => status === 429)).toHaveLength(60 - admitted);
}, 180_000);

test("calls that are counted together get the answer of their tenant each", async () => {
  const { service, port } = await serveTwice();
  const few = await aStatus(service, { rateLimitPerMinute: 6 });
  const many = await aStatus(service);
  const asked = Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? few : many));
  const answers = await askAtOnce(port, asked);
  expect(answers.filter((_, place) => place % 2 === 1)).toEqual(Array(10).fill("200"));
  expect([...new Set(answers.filter((_, place) => place % 2 === 0))]).toEqual(["200", "429"]);
}, 180_000);

test("SIGHUP replaces both without a lost request; a process that dies is started again; SIGTERM ends all", async () => {
  const served = await serveTwice();
  const { port, pid, output } = served;
  const { path, key } = await aStatus(served.service);
  const before = childrenOf(pid);
  expect(before).toHaveLength(2);

  let isOver = false;
  const answers: (number | null)[] = [];
  const client = async (): Promise<void> => {
    while (!isOver) answers.push(await ask(port, path, key));
  };
  const clients = Array.from({ length: 4 }, client);
  served.kill("SIGHUP");
  await expect.poll(output, { timeout: 90_000 }).toContain("all processes are replaced");
  isOver = true;
  await Promise.all(clients);
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  const after = childrenOf(pid);
  expect(after).toHaveLength(2);
  expect(after.filter((one) => before.includes(one))).toEqual([]);

  const [victim = 0, other] = after;
  process.kill(victim, "SIGKILL");
  await expect.poll(output).toContain(`process ${victim} ended (SIGKILL) and is started again`);
  await expect
    .poll(() => childrenOf(pid).filter((one) => one !== victim).length, { timeout: 60_000 })
    .toBe(2);
  expect(childrenOf(pid)).toContain(other);
  expect(await ask(port, path, key)).toBe(200);

  served.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  expect(await ask(port, path, key)).toBeNull();
}, 240_000);

test("a number of processes that is none is refused in a sentence", async () => {
  const served = startServe({}, ["--processes", "many"]);
  expect(await served.ended).toBe(1);
  expect(served.output()).toContain("--processes: got many, expected 1 to 256");
});
