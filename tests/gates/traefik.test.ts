import { describe, expect, test } from "vitest";
import { FAULTS } from "./support/faults.ts";
import { expectAnyGoodCookieCounts, expectExactWithProof, expectNothingLeaves } from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { goodCookie } from "./support/test-gate.ts";
import { readPath, startTraefik } from "./support/traefik-stand-in.ts";
import { expectWholeFlow } from "./support/visitor.ts";

// A stand-in that speaks Traefik's contract, with the text that the console prints.

const CLOSE = "Connection: close";

describe("the printed file, as Traefik reads it", () => {
  test.each([
    { promise: "gives the exact bytes with proof, also over a WebSocket", hold: expectExactWithProof },
    { promise: "takes any good cookie among several", hold: expectAnyGoodCookieCounts },
    { promise: "leads a person from the page to the check and back to it", hold: expectWholeFlow },
  ])("$promise", async ({ hold }) => {
    await using stack = new AsyncDisposableStack();
    await hold(await startTraefik(stack));
  });

  test("lets not one byte leave without proof", async () => {
    await using stack = new AsyncDisposableStack();
    expect(await expectNothingLeaves(await startTraefik(stack))).toBeGreaterThan(180);
  });

  test.each(FAULTS)("$source: $promise", async ({ hold }) => {
    await using stack = new AsyncDisposableStack();
    await hold(await startTraefik(stack), {});
  });

  test("tells the check what it may know, and nothing that a visitor made up", async () => {
    await using stack = new AsyncDisposableStack();
    const { door, gate, service } = await startTraefik(stack);
    const told = [
      "X-Original-URI: /x",
      "X-Forwarded-Uri: /x",
      "X-Forwarded-Host: x",
      "Authorization: x",
      "Range: bytes=0-",
    ];
    await ask(door, {
      target: "/a//b/../c?d=%2f",
      headers: ["Accept: text/html", "Cookie: e=f", ...told, CLOSE],
    });
    const [{ method, target, headers } = { method: "", target: "", headers: {} }] = service.requests;
    expect([method, target]).toEqual(["GET", `/gate/${gate.siteId}/check?mode=redirect`]);
    expect(headers).toEqual({
      host: new URL(service.url).host,
      accept: "text/html",
      cookie: "e=f",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-method": "GET",
      "x-forwarded-proto": "https",
      "x-forwarded-host": gate.host,
      "x-forwarded-uri": "/a/c?d=%2f",
      connection: "close",
    });
  });

  test.each([
    { name: "is down", status: 500, fail: null },
    { name: "answers 500", status: 500, fail: 500 },
    { name: "answers 503", status: 503, fail: 503 },
    { name: "does not know the site any more", status: 403, fail: 403 },
  ])("is closed while the check $name", async ({ status, fail }) => {
    await using stack = new AsyncDisposableStack();
    const { door, gate, service, site } = await startTraefik(stack);
    if (fail === null) await service[Symbol.asyncDispose]();
    else service.failWith(fail);
    const headers = [`Cookie: ${goodCookie(gate)}`, CLOSE];
    expect((await ask(door, { headers })).status).toBe(status);
    expect(site.requests).toEqual([]);
    expect((await ask(door, { target: "/health", headers: [CLOSE] })).status).toBe(200);
  });

  test("opens nothing where no path is open", async () => {
    await using stack = new AsyncDisposableStack();
    const { door, site } = await startTraefik(stack, { openPaths: [] });
    expect((await ask(door, { target: "/health", headers: [CLOSE] })).status).toBe(401);
    expect(site.requests).toEqual([]);
  });
});

// By the rules of doc.traefik.io, "Request Path".
test.each([
  ["/./foo/bar", "/foo/bar"],
  ["/foo/../bar", "/bar"],
  ["/foo/bar//", "/foo/bar/"],
  ["/foo/%2e%2e/bar", "/bar"],
  ["/foo/%2E%2e%2fbar", "/foo/..%2Fbar"],
  ["/%61bc", "/abc"],
  ["/", "/"],
])("the stand-in reads %s as %s", (path, read) => expect(readPath(path)).toBe(read));
