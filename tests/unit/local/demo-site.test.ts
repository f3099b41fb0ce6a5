import { once } from "node:events";
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openDemoSite } from "../../../scripts/local/demo-site.ts";
import { anyPort } from "../../../scripts/local/ports.ts";

/** A service whose check answers as a gate's does. */
const openService = async (asked: IncomingHttpHeaders[]): Promise<string> => {
  const server = createServer(({ headers }, answer) => {
    asked.push(headers);
    const isPage = (headers["sec-fetch-mode"] ?? "navigate") === "navigate";
    if (headers.cookie === "lintel_gate_18=good") answer.writeHead(204).end();
    else answer.writeHead(isPage ? 302 : 401, isPage ? { location: "http://age.example/start" } : {}).end();
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await anyPort();
  await once(server.listen(port, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${port}`;
};

const ask = async (url: string, headers: Record<string, string>): Promise<IncomingMessage> => {
  const [answer]: IncomingMessage[] = await once(get(url, { headers }), "response");
  if (!answer) throw new Error("no answer");
  return answer.resume();
};

test("the demo site leads a browser to the age check, gives scripts 401, and shows itself to a proof", async () => {
  const asked: IncomingHttpHeaders[] = [];
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const site = await openDemoSite({ ...process.env, LINTEL_ENV: "development" }, stack);
  if (!site) throw new Error("no demo site");
  site.protectBy("gat_1", await openService(asked), "lintel_gate_18");
  const browser = { accept: "text/html", "sec-fetch-mode": "navigate" };
  const first = await ask(`${site.url}/wine?bottle=3`, browser);
  expect([first.statusCode, first.headers.location]).toEqual([302, "http://age.example/start"]);
  expect(asked[0]).toMatchObject({ ...browser, "x-original-uri": "/wine?bottle=3" });
  expect((await ask(`${site.url}/`, { "sec-fetch-mode": "cors" })).statusCode).toBe(401);
  expect((await ask(`${site.url}/`, { ...browser, cookie: "lintel_gate_18=good" })).statusCode).toBe(200);
});
