import { describe, expect, test } from "vitest";
import { startEnvoy } from "./support/envoy-stand-in.ts";
import { FAULTS, nothingLeaves } from "./support/faults.ts";
import { adapt } from "./support/program.ts";
import { expectAnyGoodCookieCounts, expectExactWithProof } from "./support/promises.ts";
import { ask } from "./support/raw.ts";
import { goodCookie } from "./support/test-gate.ts";
import { expectWholeFlow } from "./support/visitor.ts";

// A stand-in that speaks Envoy's contract, with the text that the console prints.

const CLOSE = "Connection: close";

const DIFFERENCES = {
  otherStatuses: {
    // The check is not told of an upgrade. Browsers say so in Sec-Fetch-Mode and accept no HTML for it.
    "a WebSocket of a person": [302],
  },
  // Envoy reads this as /assets/secret.bin, and that is what the site gets.
  except: ["address: out of an open prefix, a double slash between"],
};

describe("the printed configuration, as Envoy reads it", () => {
  test.each([
    { promise: "gives the exact bytes with proof, also over a WebSocket", hold: expectExactWithProof },
    { promise: "takes any good cookie among several", hold: expectAnyGoodCookieCounts },
    { promise: "leads a person from the page to the check and back to it", hold: expectWholeFlow },
  ])("$promise", async ({ hold }) => {
    await using stack = new AsyncDisposableStack();
    await hold(await startEnvoy(stack));
  });

  test("lets not one byte leave without proof", async () => {
    await using stack = new AsyncDisposableStack();
    await nothingLeaves(/./, 180)(await startEnvoy(stack), DIFFERENCES);
  });

  // The one about Lintel-Age is below: Envoy deletes headers by their whole name.
  test.each(FAULTS.filter(({ source }) => source !== "CVE-2026-30851"))(
    "$source: $promise",
    async ({ hold }) => {
      await using stack = new AsyncDisposableStack();
      await hold(await startEnvoy(stack), DIFFERENCES);
    },
  );

  test("CVE-2026-30851: a visitor's own Lintel-Age and Lintel-Gate do not reach the site", async () => {
    await using stack = new AsyncDisposableStack();
    const { door, gate, site } = await startEnvoy(stack);
    const names = [
      "Lintel-Age",
      "Lintel-Age",
      "Lintel_Age",
      "LINTEL-AGE",
      "Lintel.Age",
      "Lintel-Gate",
      "Lintel_Gate",
    ];
    const lies = [...names, "X-Original-URI", "X_Original_URI", "X-Forwarded-Uri"].map(
      (name) => `${name}: 99`,
    );
    for (const target of ["/echo", "/assets/app.css"]) {
      const isOpen = target.startsWith("/assets/");
      await ask(door, {
        target,
        headers: [...(isOpen ? [] : [`Cookie: ${goodCookie(gate)}`]), ...lies, CLOSE],
      });
      const told = Object.entries(site.requests.at(-1)?.headers ?? {});
      expect(told.filter(([name]) => /lintel|uri/i.test(name))).toEqual(isOpen ? [] : [["lintel-age", "18"]]);
    }
  });

  test("asks about the visitor's path and method below this gate's address, whatever the visitor writes", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await startEnvoy(stack);
    const { door, gate, service } = world;
    const told = [
      "X-Original-URI: /x",
      "X-Forwarded-Uri: /x",
      "X-Forwarded-Host: x",
      "Range: bytes=0-",
      "Authorization: x",
    ];
    const seen = ["Accept: text/html", "Cookie: e=f"];
    await ask(door, { method: "DELETE", target: "/a//b/../c?d=%2f", headers: [...seen, ...told, CLOSE] });
    const [first] = service.requests;
    expect(first).toMatchObject({ method: "DELETE", target: `/gate/${gate.siteId}/check/a/c?d=%2f` });
    expect(Object.keys(first?.headers ?? {}).sort()).toEqual([
      "accept",
      "connection",
      "content-length",
      "cookie",
      "host",
    ]);
    // Out of the check of this gate would be into that of another, for which the visitor may have a proof.
    for (const climb of ["/..", "/%2e%2e", "/\\..", "/x/..;", "/.%2e", "/%2e.", "/..%2f", "/..%5c"])
      await ask(door, { target: `${climb}${climb}/gat_of_another/check`, headers: [CLOSE] });
    await nothingLeaves(/address: /, 40)(world, DIFFERENCES);
    for (const { target } of service.requests) {
      const { pathname } = new URL(`http://service${target.replace(/\\|%2f|%5c/gi, "/")}`);
      expect(pathname.startsWith(`/gate/${gate.siteId}/check/`), target).toBe(true);
    }
  });

  test("is open while the check is down only if failure_mode_allow says so", async () => {
    await using stack = new AsyncDisposableStack();
    const { door, service } = await startEnvoy(stack, (text) =>
      adapt(text, { "failure_mode_allow: false": "failure_mode_allow: true" }),
    );
    await service[Symbol.asyncDispose]();
    expect((await ask(door, { headers: [CLOSE] })).status).toBe(200);
  });

  test.each([
    { name: "is down", status: 503, fail: null },
    { name: "answers 500", status: 503, fail: 500 },
    { name: "answers 503", status: 503, fail: 503 },
    { name: "does not know the site any more", status: 403, fail: 403 },
  ])("is closed while the check $name", async ({ status, fail }) => {
    await using stack = new AsyncDisposableStack();
    const { door, gate, service, site } = await startEnvoy(stack);
    if (fail === null) await service[Symbol.asyncDispose]();
    else service.failWith(fail);
    const headers = [`Cookie: ${goodCookie(gate)}`, CLOSE];
    expect((await ask(door, { headers })).status).toBe(status);
    expect(site.requests).toEqual([]);
    expect((await ask(door, { target: "/health", headers: [CLOSE] })).status).toBe(200);
  });

  test("opens nothing where no path is open", async () => {
    await using stack = new AsyncDisposableStack();
    const { door, site } = await startEnvoy(stack, undefined, { openPaths: [] });
    expect((await ask(door, { target: "/health", headers: [CLOSE] })).status).toBe(401);
    expect(site.requests).toEqual([]);
  });
});
