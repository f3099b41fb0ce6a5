import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { anyPort, choosePort, freePort, isFree } from "../../../scripts/local/ports.ts";

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
