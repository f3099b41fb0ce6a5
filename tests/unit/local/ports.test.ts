import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import {
  anyPort,
  choosePort,
  freePort,
  holdPort,
  isFree,
  listenLocally,
  onFreePort,
} from "../../../scripts/local/ports.ts";

async function occupied(host: string): Promise<number> {
  const server = createServer().listen(await anyPort(), host);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test.each(["127.0.0.1", "0.0.0.0"])(
  "a port that another program holds on %s is passed over",
  async (host) => {
    const port = await occupied(host);
    expect(await isFree(port, "0.0.0.0")).toBe(false);
    expect(await freePort(port, "0.0.0.0")).toBeGreaterThan(port);
  },
);

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === "::1");

test.runIf(hasIpv6)("a port where another program answers as localhost on IPv6 is passed over", async () => {
  const port = await occupied("::1");
  expect(await freePort(port, "127.0.0.1")).toBeGreaterThan(port);
});

test("a server whose port is taken between looking and listening starts on another one", async () => {
  const tried: number[] = [];
  const port = await onFreePort(await anyPort(), async (free) => {
    tried.push(free);
    if (tried.length === 1) {
      const other = createServer().listen(free, "127.0.0.1");
      await once(other, "listening");
      onTestFinished(() => void other.close());
    }
    onTestFinished(await listenLocally(createHttpServer(), free));
    return free;
  });
  expect(tried).toHaveLength(2);
  expect(port).toBe(tried[1]);
  expect(tried[1]).not.toBe(tried[0]);
});

test("what is wrong with a server besides its port is not tried again", async () => {
  let tries = 0;
  const start = onFreePort(await anyPort(), async () => {
    tries++;
    throw new Error("no such file");
  });
  await expect(start).rejects.toThrow("no such file");
  expect(tries).toBe(1);
});

test("the port of a service that is still being built is held: browsers are told to wait, a second start goes elsewhere", async () => {
  const port = await anyPort();
  const letGo = await holdPort(port, "127.0.0.1");
  onTestFinished(letGo);
  const answer = await fetch(`http://127.0.0.1:${port}/health`);
  expect([answer.status, await answer.text()]).toEqual([503, "Lintel is starting.\n"]);
  expect(await freePort(port, "127.0.0.1")).toBeGreaterThan(port);
  await letGo();
  expect(await isFree(port, "127.0.0.1")).toBe(true);
});

test("PORT is taken exactly, or refused in words", async () => {
  const port = await anyPort();
  expect(await choosePort(String(port))).toBe(port);
  const taken = await occupied("127.0.0.1");
  await expect(choosePort(String(taken))).rejects.toThrow(`Port ${taken} cannot be used`);
});

test.each(["abc", "0", "70000", "3000.5", "-1"])("PORT=%s is refused", async (wanted) => {
  await expect(choosePort(wanted)).rejects.toThrow("expected a whole number from 1 to 65535");
});

test("any port is one that no outgoing connection is given", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, anyPort));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_240);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(new Set(ports).size).toBeGreaterThan(40);
});
