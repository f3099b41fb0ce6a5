import { expect, test } from "vitest";
import { consoleResponse } from "../support/console/browser.ts";
import { expectRefusal } from "../support/console/refusal.ts";
import { endlessBody } from "../support/http/endless-body.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const service = consoleForFile();

/** A form that never ends and announces no length: who reads it all has run out of memory. */
const sendEndless = async (path: string, headers: Record<string, string> = {}) => {
  const { body, sent } = endlessBody();
  const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
  const init = { method: "POST", headers: form, body, duplex: "half" } as const;
  const request = new Request(BASE_URL + path, init);
  const response = await consoleResponse(service.get().deps, request);
  return { response, text: await response.text(), sent: sent() };
};

test.each(["/api/auth/signin/oidc", "/api/auth/callback/oidc"])(
  "%s cuts a form that never ends after 16 KiB, and says so",
  async (path) => {
    const { response, text, sent } = await sendEndless(path);
    expect([response.status, JSON.parse(text)]).toEqual([
      413,
      expect.objectContaining({ code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 16 KiB." }),
    ]);
    expect(sent).toMatchObject({ isCancelled: true });
    expect(sent.bytes).toBeLessThan(128 * 1024);
  },
);

test("an address that is not there reads no form", async () => {
  const { response, sent } = await sendEndless("/api/auth/_log");
  expect(response.status).toBe(404);
  expect(sent.bytes).toBeLessThan(128 * 1024);
});

test.each(["session.me", "settings.setLogo", "session.me,keys.list?batch=1"])(
  "/api/trpc/%s cuts a body that never ends after 256 KiB, whoever sends it",
  async (path) => {
    const bearer = await service.get().identity.bearer("ada");
    for (const headers of [{}, { authorization: `Bearer ${bearer}` }]) {
      const json = { "content-type": "application/json", ...headers };
      const { response, text, sent } = await sendEndless(`/api/trpc/${path}`, json);
      expect([response.status, JSON.parse(text)]).toEqual([413, expectRefusal("PAYLOAD_TOO_LARGE")]);
      expect(sent).toMatchObject({ isCancelled: true });
      expect(sent.bytes).toBeLessThan(512 * 1024);
    }
  },
);

test("a length that is announced as too much is refused unread", async () => {
  const { body, sent } = endlessBody();
  const headers = { "content-type": "application/json", "content-length": String(257 * 1024) };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const response = await consoleResponse(
    service.get().deps,
    new Request(`${BASE_URL}/api/trpc/session.me`, init),
  );
  expect([response.status, await response.json()]).toEqual([413, expectRefusal("PAYLOAD_TOO_LARGE")]);
  expect(sent().bytes).toBeLessThan(64 * 1024);
});
