import { expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const lines: string[] = [];
const log = createLogger({ level: "debug", now: () => new Date(), write: (line) => void lines.push(line) });
const service = consoleForFile({ env: { CONSOLE_SIGN_INS_PER_MINUTE: "3" }, overrides: { log } });

const ask = (path: string, method = "GET", address = "192.0.2.1") =>
  consoleResponse(
    service.get().deps,
    new Request(`${BASE_URL}/api/auth/${path}`, {
      method,
      headers: {
        "x-forwarded-for": address,
        "content-type": "application/x-www-form-urlencoded",
      },
      ...(method === "POST" ? { body: "level=error&code=SOMETHING&message=something+of+theirs" } : {}),
    }),
  );

test.each([
  ["_log", "POST"],
  ["_log", "GET"],
  ["session", "GET"],
  ["session", "POST"],
  ["providers", "GET"],
  ["signin", "GET"],
  ["signin/other", "POST"],
  ["signout", "GET"],
  ["signout", "POST"],
  ["error", "GET"],
  ["verify-request", "GET"],
  ["callback/credentials", "POST"],
  ["csrf/oidc", "GET"],
  ["", "GET"],
])("%s by %s is nothing, and writes no word of a stranger's", async (path, method) => {
  const response = await ask(path, method);
  expect([response.status, await response.json()]).toEqual([
    404,
    expect.objectContaining({ code: "NOT_FOUND" }),
  ]);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(lines.join()).not.toMatch(/SOMETHING|theirs/i);
});

test.each([
  ["csrf", "POST", "GET"],
  ["signin/oidc", "GET", "POST"],
  ["callback/oidc", "PUT", "GET, POST"],
])("%s by %s is not allowed", async (path, method, allowed) => {
  const response = await ask(path, method, "192.0.2.2");
  expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
});

test("made-up ways back and starts are limited by address, with a sentence", async () => {
  const statuses = [];
  for (let at = 0; at < 3; at += 1) {
    statuses.push((await ask("callback/oidc?code=a&state=b", "GET", "192.0.2.3")).status);
  }
  expect(statuses).toEqual([302, 302, 302]);
  const page = await ask("callback/oidc?code=a&state=b", "GET", "192.0.2.3");
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await page.text()).toContain("Too many sign-ins from your network");
  const start = await ask("signin/oidc", "POST", "192.0.2.3");
  expect([start.status, await start.json()]).toEqual([
    429,
    expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }),
  ]);
  expect((await ask("callback/oidc?code=a&state=b", "GET", "192.0.2.4")).status).toBe(302);
  expect(lines.map((line) => JSON.parse(line).code)).toContain("too_many_attempts");
});
