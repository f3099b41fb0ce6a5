import { beforeAll, describe, expect, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const LIMIT = 5;
const service = consoleForFile({ env: { CONSOLE_CALLS_PER_MINUTE: String(LIMIT) } });
const refused = { httpStatus: 429, errorCode: "RATE_LIMIT_EXCEEDED" };

/** Several calls in one request, as the page's client puts them together. */
const batch = async (bearer: string, calls: number): Promise<Response> => {
  const path = Array.from({ length: calls }, () => "session.me").join(",");
  const request = new Request(`${BASE_URL}/api/trpc/${path}?batch=1`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      authorization: `Bearer ${bearer}`,
    },
    body: "{}",
  });
  return consoleResponse(service.get().deps, request);
};

describe("a member's calls", () => {
  let tenantId: string;
  beforeAll(async () => {
    tenantId = (await service.get().tenant()).id;
    for (const name of ["ada", "ben", "cyd", "dee"])
      await knownPerson(service.get(), name, { tenantId, role: "owner" });
  });

  const call = async (subject: string) => {
    const bearer = await service.get().identity.bearer(subject);
    return consoleCall(service.get().deps, "session.me", undefined, { bearer });
  };

  test("past the limit are answered 429, in words and with the time to wait; another member's go on", async () => {
    for (let made = 0; made < LIMIT; made += 1) expect((await call("ada")).httpStatus).toBe(200);
    const answer = await call("ada");
    expect(answer).toMatchObject(refused);
    expect(answer.message).toMatch(/more than 5 calls in a minute\. Try again in \d+ s/);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call("ben")).httpStatus).toBe(200);
  });

  test("count one by one when they come together in one request", async () => {
    const bearer = await service.get().identity.bearer("cyd");
    const answers = await (await batch(bearer, LIMIT + 3)).json();
    expect(answers.filter((answer: object) => "result" in answer)).toHaveLength(LIMIT);
    expect(answers.filter((answer: object) => "error" in answer)).toHaveLength(3);
  });

  test("cannot be more than twenty in one request", async () => {
    const bearer = await service.get().identity.bearer("ben");
    expect((await batch(bearer, 21)).status).toBe(400);
  });

  test("count for the export too", async () => {
    const { deps, identity } = service.get();
    const bearer = await identity.bearer("dee");
    const download = () =>
      consoleResponse(
        deps,
        new Request(`${BASE_URL}/api/console/export/verifications`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "sec-fetch-site": "same-origin",
            authorization: `Bearer ${bearer}`,
            [TENANT_HEADER]: tenantId,
          },
          body: "{}",
        }),
      );
    for (let made = 0; made < LIMIT; made += 1) expect((await download()).status).toBe(200);
    expect((await download()).status).toBe(429);
  });
});
