import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bytesOf } from "#http/json-lines.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { write } from "#server/rest.ts";
import type { MemberCtx } from "#services/context.ts";
import { archiveOfTenant, exportEverything } from "#services/exports/archive.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

// A process writes few archives at a time. No tenant keeps the others from theirs, by many downloads or by a slow one.

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });

const newOwner = async (): Promise<MemberCtx> => {
  const { deps, tenant } = service.get();
  return ownerCtx(deps, (await tenant()).id);
};

type Pieces = AsyncGenerator<string>;

/** Downloads that have begun, and end with the test. */
const begun = () => {
  const open: Pieces[] = [];
  return {
    begin: async (asked: Promise<Pieces>): Promise<Pieces> => {
      const pieces = await asked;
      open.push(pieces);
      expect(String((await pieces.next()).value)).toContain('"manifest"');
      return pieces;
    },
    [Symbol.asyncDispose]: async () => {
      for (const pieces of open) await pieces.return(undefined);
    },
  };
};

const refused = (about: RegExp) => ({
  code: "RATE_LIMIT_EXCEEDED",
  message: expect.stringMatching(about),
  details: { retryAfterSeconds: 60 },
});

const rest = async (pieces: Pieces): Promise<string> => {
  let all = "";
  for await (const piece of pieces) all += piece;
  return all;
};

test("a tenant has one archive at a time, so that another gets its own, and is told what to do", async () => {
  await using downloads = begun();
  const [first, second] = [await newOwner(), await newOwner()];
  const own = await downloads.begin(exportEverything(first));
  await expect(exportEverything(first)).rejects.toMatchObject(
    refused(/^An archive of this tenant .* stop it/),
  );
  const others = await downloads.begin(exportEverything(second));
  expect(await rest(others)).toContain('"end"');
  await own.return(undefined);
  expect(await rest(await downloads.begin(exportEverything(first)))).toContain('"end"');
});

test("what tenants hold leaves the operator one, for any tenant", async () => {
  await using downloads = begun();
  const [first, second, third] = [await newOwner(), await newOwner(), await newOwner()];
  await downloads.begin(exportEverything(first));
  await downloads.begin(exportEverything(second));
  const full = refused(/^Archives of other tenants .* Try again in a minute/);
  await expect(exportEverything(third)).rejects.toMatchObject(full);
  const operator = systemCtx(service.get().deps);
  await downloads.begin(archiveOfTenant(operator, first.tenant.id));
  await expect(archiveOfTenant(operator, third.tenant.id)).rejects.toMatchObject(full);
});

test("of twenty that a tenant asks for at one moment one is given, and the others are refused before an answer begins", async () => {
  const owner = await newOwner();
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => exportEverything(owner)));
  const pieces = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(pieces).toHaveLength(1);
  for (const each of pieces) await each.return(undefined);
  expect(await rest(await exportEverything(owner))).toContain('"end"');
});

test("an archive that nobody began to read leaves its place after a minute", async () => {
  const owner = await newOwner();
  await exportEverything(owner);
  await expect(exportEverything(owner)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  const later = new Date(owner.deps.now().getTime() + 61_000);
  const afterwards = { ...owner, deps: { ...owner.deps, now: () => later } };
  expect(await rest(await exportEverything(afterwards))).toContain('"end"');
});

test("a reader that dawdles over each piece is ended, and its place is free; one that is quick is not", async () => {
  const owner = await newOwner();
  const slow = await exportEverything(owner);
  await slow.next();
  clock.advance({ seconds: 40 });
  await slow.next();
  clock.advance({ seconds: 40 });
  await expect(slow.next()).rejects.toThrow("too slow");
  const quick = await exportEverything(owner);
  let last: unknown;
  for await (const piece of quick) {
    last = piece;
    clock.advance({ seconds: 1 });
  }
  expect(last).toContain('"end"');
});

/** Large pieces without an end. @returns what is settled when they are no longer asked for */
const endless = () => {
  const over = Promise.withResolvers<void>();
  const pieces = async function* (): Pieces {
    try {
      for (;;) yield "x".repeat(1_000_000);
    } finally {
      over.resolve();
    }
  };
  return { pieces: pieces(), over: over.promise };
};

test("a connection that stops reading is cut, and what it held is free", async () => {
  const { pieces, over } = endless();
  const server = createServer((_request, response) => {
    void write(response, { status: 200, headers: {}, body: "", stream: pieces }, 20);
  });
  const port = await anyPort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const socket = connect(port, "127.0.0.1", () => socket.pause().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  await over;
  // What was in buffers is read; the end of a complete body is not among it (RFC 9112 §7.1).
  const got = await text(socket).catch(() => "");
  expect(got.endsWith("0\r\n\r\n")).toBe(false);
  await new Promise((resolve) => server.close(resolve));
});

test("so is a Web stream that nobody reads", async () => {
  const { pieces, over } = endless();
  const reader = bytesOf(pieces, 20).getReader();
  await over;
  await expect(reader.read().then(() => reader.read())).rejects.toThrow("too slow");
});
