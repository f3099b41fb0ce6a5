import { createSecretKey } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hasProof, type OpenGate } from "#services/gates/open-gates.ts";
import worker from "../../../sdk/worker/worker.js";
import { readGateCookies, workerVariables } from "../../support/gates/cookie-vectors.ts";

// The service and the Worker have code of their own for the cookie; the vectors are made by a third program.

const vectors = readGateCookies();
const { siteId, host, secret, previousSecret, cases } = vectors;
const [GOOD] = cases;

const keyOf = (text: string) => createSecretKey(Buffer.from(text.slice("gs_".length), "base64url"));

/** What a check asks of a gate. */
const gateFor = (threshold: string, previousUntil: Date) =>
  ({
    cookieName: `__Host-lintel_gate_${threshold}`,
    terms: { siteId, host, threshold },
    keys: [
      { key: keyOf(secret), until: null },
      { key: keyOf(previousSecret), until: previousUntil },
    ],
  }) as OpenGate;

const later = (seconds: number): Date => new Date((seconds + 1) * 1_000);
const serviceSays = (header: string | null, { threshold, now } = GOOD): boolean =>
  hasProof(gateFor(threshold, later(now)), header, new Date(now * 1_000));

const workerSays = async (header: string): Promise<boolean> => {
  const request = new Request(`https://${host}/`, { headers: header === "" ? {} : { Cookie: header } });
  return (await worker.fetch(request, workerVariables(vectors))).status === 200;
};

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("wine")));
  vi.useFakeTimers({ toFake: ["Date"], now: GOOD.now * 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the service's check", () => {
  test.each(cases)("$name", (one) => {
    expect(serviceSays(one.cookieHeader, one)).toBe(one.good);
  });

  test("no Cookie header", () => expect(serviceSays(null)).toBe(false));

  test("a previous secret counts until its time, and not a moment longer", () => {
    const header = cases.find(({ name }) => name.includes("previous secret"))?.cookieHeader ?? "";
    const now = new Date(GOOD.now * 1_000);
    const says = (until: Date): boolean => hasProof(gateFor("18", until), header, now);
    expect([says(later(GOOD.now)), says(now)]).toEqual([true, false]);
  });
});

const [name = "", value = ""] = GOOD.cookieHeader.split("=");
const VISIBLE = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index));

/** Every cookie that differs from the good one in one character: another one, one more, one less. */
const altered = function* (): Generator<string> {
  for (let at = 0; at < value.length; at += 1) {
    yield value.slice(0, at) + value.slice(at + 1);
    for (const character of VISIBLE) {
      if (character !== value[at]) yield value.slice(0, at) + character + value.slice(at + 1);
      yield value.slice(0, at) + character + value.slice(at);
    }
  }
  // A space or a semicolon after it is not of it.
  for (const character of VISIBLE) if (!/[ ;]/.test(character)) yield value + character;
};

describe("a cookie that differs in one character is none", () => {
  // One more of what is there already, beside it, is the same text twice.
  const texts = [...new Set(altered())].filter((text) => text !== value);

  test("of the service", () => {
    expect(texts.length).toBeGreaterThan(10_000);
    expect(texts.filter((text) => serviceSays(`${name}=${text}`))).toEqual([]);
    expect(serviceSays(`${name}=${value}`)).toBe(true);
  });

  test("of the Worker", async () => {
    const accepted: string[] = [];
    for (const text of texts) if (await workerSays(`${name}=${text}`)) accepted.push(text);
    expect(accepted).toEqual([]);
    expect(await workerSays(`${name}=${value}`)).toBe(true);
  });
});

describe("both say the same of anything", () => {
  const part = fc.oneof(
    fc.constantFrom(...value.split("."), "18", "policy", "v1", "v2", "", "0", name, GOOD.cookieHeader),
    fc.stringMatching(/^[!-~]{0,50}$/),
    fc.stringMatching(/^[\w-]{43}$/),
    fc.integer({ min: GOOD.now - 100, max: GOOD.now + 50_000 }).map(String),
  );
  const header = fc
    .array(fc.tuple(part, fc.constantFrom(".", "=", "; ", ";", " ", "", '"', ",")), { maxLength: 12 })
    .map((parts) => parts.flat().join("").trim());

  test("a header made of a cookie's parts and other texts", async () => {
    await fc.assert(
      fc.asyncProperty(header, async (text) => {
        expect(await workerSays(text)).toBe(serviceSays(text));
        if (!text.includes(GOOD.cookieHeader)) expect(serviceSays(text)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
