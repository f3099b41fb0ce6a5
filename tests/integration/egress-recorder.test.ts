import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readEgress, recordingTo, unnamedHosts } from "../support/run/egress.ts";

const listening = async (): Promise<number> => {
  const server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
};

test("every way to open a connection is written down, and what no statement names is found", async () => {
  const [byFetch, byHttp, bySocket] = await Promise.all([listening(), listening(), listening()]);
  const file = join(await mkdtemp(join(tmpdir(), "egress-")), "egress.txt");
  const script = `
    await (await fetch("http://127.0.0.1:${byFetch}/")).text();
    const { get } = await import("node:http");
    await new Promise((done) => get("http://localhost:${byHttp}/", (answer) => answer.resume().on("end", done)));
    const { Socket } = await import("node:net");
    await new Promise((done) => new Socket().connect(${bySocket}, "127.0.0.1", function () { this.destroy(); done(); }));
    const { connect } = await import("node:tls");
    await new Promise((done) => connect({ host: "127.0.0.1", port: 1 }).on("error", done));`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, ...recordingTo(file) },
  });
  const named = [byFetch, byHttp, bySocket].map((port) => `127.0.0.1:${port}`);
  expect(unnamedHosts(readEgress(file), named)).toEqual(["localhost:1"]);
  expect(unnamedHosts(readEgress(file), [...named.slice(1), "localhost:1"])).toEqual([
    `localhost:${byFetch}`,
  ]);
});
