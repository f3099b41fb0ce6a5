import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import type { RequestLogRow } from "#data/service/request-logs.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// The other API tests go round src/app: they would not notice a route file that is missing, or serves another contract.

const APP = new URL("../../src/app/(api)/", import.meta.url).pathname;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const isRoute = (value: unknown): value is Route => typeof value === "function";

const fileOf = (path: string): string => join(APP, path.replace(/:(\w+)/g, "[$1]"), "route.ts");

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

describe("every contract has its route file", () => {
  test.each(ENDPOINTS.map(({ id, method, path }) => ({ id, method, path })))(
    "$method $path",
    async ({ id, method, path }) => {
      const file: Record<string, unknown> = await import(fileOf(path));
      expect(METHODS.filter((name) => !isRoute(file[name]))).toEqual([]);
      const route = file[method];
      if (!isRoute(route)) return;
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      const params = Promise.resolve(Object.fromEntries(names.map((name) => [name, "none"])));
      const response = await route(new Request(`${BASE_URL}${path}`, { method }), { params });
      expect(response.headers.get("x-request-id")).toMatch(/^req_/);
      // The contract that the file serves says so in its log line.
      expect(lines.at(-1)).toMatchObject({ event: id, status: response.status });
    },
  );
});
