import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newGate } from "../support/gates/gate-service.ts";
import { type Served, serveBuild } from "../support/http/served.ts";

// RFC 9110 §7.8: a server may go on in the protocol that it was asked in. Clients that offer HTTP/2 in clear text, and
// proxies that hand a site's WebSocket handshake to a gate's check, get the answer that everybody else gets.

let served: Served;
let addresses: string[];
let behindGate: string;
beforeAll(async () => {
  served = await serveBuild({ LINTEL_ENV: "development" });
  const gate = await newGate(served.service, (await served.service.tenant()).id);
  const check = `/gate/${gate.siteId}/check`;
  const pages = ["/", "/console/sign-in", "/docs", "/v/vs_unknown", "/nothing-here"];
  const files = ["/icon.svg", "/_next/webpack-hmr", "/_next/static/nothing.js", "/gate.js"];
  const direct = ["/health", "/verify/list", "/openapi.json", "/scim/v2/Users", "/oidc/jwks", check];
  addresses = [...pages, ...files, ...direct];
  behindGate = `${check}/chat`;
}, 300_000);
afterAll(() => served[Symbol.asyncDispose]());

const OFFERS = {
  nothing: [],
  "HTTP/2 in clear text": [
    "Connection: Upgrade, HTTP2-Settings",
    "Upgrade: h2c",
    "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
  ],
  "a WebSocket": [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ],
} as const;

/** The status line of the answer, or "" where the connection was ended without one. */
const asked = async (address: string, offer: readonly string[]): Promise<string> => {
  const socket = connect(served.port, "127.0.0.1");
  const lines = [`GET ${address} HTTP/1.1`, "Host: 127.0.0.1", "Accept: text/html", ...offer];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let text = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
    if (text.includes("\r\n")) socket.destroy();
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return text.split("\r\n", 1)[0] ?? "";
};

test.each(["HTTP/2 in clear text", "a WebSocket"] as const)(
  "an offer of %s is answered as if it were not there, also once the framework has shown a page",
  async (offer) => {
    expect(await asked("/console/sign-in", [])).toBe("HTTP/1.1 200 OK");
    const plain = [];
    const offered = [];
    for (const address of addresses) {
      plain.push([address, await asked(address, OFFERS.nothing)]);
      offered.push([address, await asked(address, OFFERS[offer])]);
    }
    expect(plain.filter(([, status]) => !status)).toEqual([]);
    expect(offered).toEqual(plain);
    // A site's visitor who has no proof is led to the start of the check, which a handshake cannot follow.
    expect(await asked(behindGate, OFFERS.nothing)).toBe("HTTP/1.1 302 Found");
    expect(await asked(behindGate, OFFERS[offer])).toBe("HTTP/1.1 401 Unauthorized");
  },
);

test("a body comes whole beside an offer", async () => {
  const { testKey } = await served.service.tenant();
  const body = JSON.stringify({ callback_url: "https://shop.example/done" });
  const socket = connect(served.port, "127.0.0.1");
  const head = [
    "POST /verify/start HTTP/1.1",
    "Host: 127.0.0.1",
    `X-Tenant-Api-Key: ${testKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...OFFERS["HTTP/2 in clear text"],
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  const [first] = await once(socket, "data");
  socket.destroy();
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
