import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientName } from "#core/identity/client-name.ts";
import { SIGN_IN_REFUSALS } from "#core/sign-in-refusal.ts";

const doc = readFileSync(new URL("../../../docs/console-sign-in.md", import.meta.url), "utf8");

test("every refusal of a sign-in has its line in docs/console-sign-in.md, and no line is left over", () => {
  const told = [...doc.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)];
  expect(told.map(([, code]) => code)).toEqual(Object.keys(SIGN_IN_REFUSALS));
  for (const [, code, text] of told) expect(text?.length, code).toBeGreaterThan(15);
});

test.each(Object.entries(SIGN_IN_REFUSALS))("%s is a sentence for a person", (_code, text) => {
  expect(text).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/\b(token|JWT|claim|nonce|OAuth)s?\b(?<!access token)(?<!tokens)/);
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  ["<script>alert(1)</script>", "Unknown browser"],
  ["", "Unknown browser"],
])("%.40s is called %s", (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});
