import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import type { RequestLogRow } from "#data/service/request-logs.ts";
import { answerTo, routeFileAt } from "../support/http/serve-routes.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// The other API tests go round src/app: they would not notice an address that no route file answers for.

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const service = serviceForFile();
const lines: RequestLogRow[] = [];

beforeAll(() => {
  const requestLog = { add: (line: RequestLogRow) => void lines.push(line), dropped: () => 0 };
  const { runtime, deps } = service.get();
  globalThis.lintelRuntime = Promise.resolve({ ...runtime, deps: { ...deps, requestLog } });
});

afterAll(() => {
  globalThis.lintelRuntime = undefined;
});

describe("every contract is answered by a route file, too", () => {
  test.each(ENDPOINTS.map(({ id, method, path }) => ({ id, method, path })))(
    "$method $path",
    async ({ id, method, path }) => {
      const address = path.replace(/:\w+/g, "none");
      expect(routeFileAt(address)).toMatch(/^\(api\)/);
      const response = await answerTo(new Request(BASE_URL + address, { method }));
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      // The contract that answered says so in its log line.
      expect(lines.at(-1)).toMatchObject({ event: id, status: response.status });
    },
  );
});

test.each(METHODS)("%s at an address below a prefix that is none is 404 with our error", async (method) => {
  for (const prefix of ["verify", "tokens", "listeners", "admin", "health"]) {
    const response = await answerTo(new Request(`${BASE_URL}/${prefix}/nothing`, { method }));
    expect([response.status, response.headers.get("x-request-id")]).toEqual([
      404,
      expect.stringMatching(/^req_/),
    ]);
  }
});

test("an address that is spelt otherwise is the same address", async () => {
  const response = await answerTo(new Request(`${BASE_URL}/verify/%73tart`, { method: "POST" }));
  expect(response.status).toBe(401);
  expect(lines.at(-1)).toMatchObject({ event: "verify.start" });
});
