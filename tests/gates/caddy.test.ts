import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { anyPort, listenLocally } from "../../scripts/local/ports.ts";
import { caddyMissing, startCaddy } from "./support/caddy.ts";
import { FAULTS } from "./support/faults.ts";
import { expectEndedFormLeadsBack } from "./support/forms.ts";
import { phpMissing, startPhp } from "./support/php.ts";
import { adapt } from "./support/program.ts";
import {
  expectAnyGoodCookieCounts,
  expectClosedOverHttp2,
  expectExactWithProof,
  expectNothingLeaves,
  expectNoUpgradeAtTheCheck,
} from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { goodCookie } from "./support/test-gate.ts";
import { expectWholeVisit } from "./support/visit.ts";

// Debian's Caddy, with the text that the console prints.

for (const why of [caddyMissing, phpMissing]) if (why !== null) console.warn(`Skipped: ${why}`);

const SLOW = 120_000;
// Where the printed text leads to the application.
const SITE = "reverse_proxy http://127.0.0.1:8080";

describe.skipIf(caddyMissing !== null)("Caddy with the printed configuration", () => {
  test.each([
    { promise: "gives the exact bytes with proof, also over a WebSocket", hold: expectExactWithProof },
    { promise: "takes any good cookie among several", hold: expectAnyGoodCookieCounts },
    { promise: "meets a form after the proof's end with a way back to it", hold: expectEndedFormLeadsBack },
    { promise: "asks the age check for no other protocol", hold: expectNoUpgradeAtTheCheck },
    { promise: "closes HTTP/2 as well", hold: expectClosedOverHttp2 },
    {
      promise: "leads a person to the check and back, and keeps the site's cookies from it",
      hold: expectWholeVisit,
    },
  ])(
    "$promise",
    async ({ hold }) => {
      await using stack = new AsyncDisposableStack();
      await hold(await startCaddy(stack));
    },
    SLOW,
  );

  test(
    "lets not one byte leave without proof",
    async () => {
      await using stack = new AsyncDisposableStack();
      expect(await expectNothingLeaves(await startCaddy(stack))).toBeGreaterThan(180);
    },
    SLOW,
  );

  test.each(FAULTS)(
    "$source: $promise",
    async ({ hold }) => {
      await using stack = new AsyncDisposableStack();
      await hold(await startCaddy(stack), {});
    },
    SLOW,
  );

  test(
    "CVE-2026-30851: a check that says nothing about an age leaves no room for a visitor's own word",
    async () => {
      await using stack = new AsyncDisposableStack();
      const port = await anyPort();
      const silent = createServer((_, response) => void response.writeHead(204).end());
      stack.defer(await listenLocally(silent, port));
      const { door } = await startCaddy(stack, (text, { service }) =>
        adapt(text, { [service.url]: `http://127.0.0.1:${port}` }),
      );
      const { status, body } = await ask(door, {
        target: "/echo",
        headers: ["Lintel-Age: 99", "lintel-age: 98", "Lintel_Age: 97", "Connection: close"],
      });
      expect(status).toBe(200);
      const told: Record<string, string> = JSON.parse(body.toString());
      const ofGate = Object.entries(told).filter(([name]) => name.includes("LINTEL"));
      // Caddy 2.6 passes on the name of what is not there.
      expect(ofGate.filter(([, value]) => /\d/.test(value))).toEqual([]);
    },
    SLOW,
  );

  test(
    "ends a visitor's wait for a check that hangs, and lets nothing out",
    async () => {
      await using stack = new AsyncDisposableStack();
      const port = await anyPort();
      stack.defer(await listenLocally(createServer(), port)); // takes a request and says nothing
      const { door, site } = await startCaddy(stack, (text, { service }) =>
        adapt(text, {
          [service.url]: `http://127.0.0.1:${port}`,
          "response_header_timeout 10s": "response_header_timeout 200ms",
        }),
      );
      const { status } = await ask(door, { headers: ["Connection: close"] });
      expect([502, 504]).toContain(status);
      expect(site.requests).toEqual([]);
    },
    SLOW,
  );

  test.skipIf(phpMissing !== null)(
    "GO-2026-5346: PHP behind FastCGI gets the gate's age, whatever spelling a visitor tries",
    async () => {
      await using stack = new AsyncDisposableStack();
      const { address, folder } = await startPhp(stack);
      const { door, gate } = await startCaddy(stack, (text) =>
        text.replaceAll(SITE, `root * ${folder}\n\t\t\tphp_fastcgi ${address}`),
      );
      const toldOfGate = async (target: string, headers: readonly string[]) => {
        const { status, body } = await ask(door, { target, headers: [...headers, "Connection: close"] });
        expect(status).toBe(200);
        const told: Record<string, string> = JSON.parse(body.toString());
        return Object.entries(told).filter(([name]) => /LINTEL|ORIGINAL|FORWARDED_(URI|METHOD)/.test(name));
      };
      const names = ["Lintel-Age", "Lintel_Age", "LINTEL_AGE", "Lintel.Age", "Lintel_Gate", "X_Original.Uri"];
      const lies = [...names, "X-Original-URI", "X-Forwarded-Uri", "X-Forwarded_Method"].map(
        (name) => `${name}: 99`,
      );
      const proof = `Cookie: ${goodCookie(gate)}`;
      expect(await toldOfGate("/any/page", [proof, ...lies])).toEqual([["HTTP_LINTEL_AGE", "18"]]);
      expect(await toldOfGate("/health", lies)).toEqual([]);
    },
    SLOW,
  );

  test.each([
    { name: "is down", status: 502, fail: "refuse" },
    { name: "answers 500", status: 500, fail: "500" },
    { name: "answers 503", status: 503, fail: "503" },
    { name: "does not know the site any more", status: 403, fail: "403" },
  ])(
    "is closed while the check $name",
    async ({ status, fail }) => {
      await using stack = new AsyncDisposableStack();
      const { door, gate, service, site } = await startCaddy(stack);
      if (fail === "refuse") await service[Symbol.asyncDispose]();
      else service.failWith(Number(fail));
      const headers = [`Cookie: ${goodCookie(gate)}`, "Connection: close"];
      expect((await ask(door, { headers })).status).toBe(status);
      expect(site.requests).toEqual([]);
      expect((await ask(door, { target: "/health", headers: ["Connection: close"] })).status).toBe(200);
    },
    SLOW,
  );

  test(
    "opens nothing where no path is open",
    async () => {
      await using stack = new AsyncDisposableStack();
      const { door, site } = await startCaddy(stack, undefined, { openPaths: [] });
      expect((await ask(door, { target: "/health", headers: ["Connection: close"] })).status).toBe(401);
      expect(site.requests).toEqual([]);
    },
    SLOW,
  );
});
