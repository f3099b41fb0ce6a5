import { inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import * as sdk from "../../sdk/typescript/src/index.ts";
import { listen } from "../support/http/dispatch.ts";
import { ADMIN_KEY, BASE_URL, serviceForFile } from "../support/world/service.ts";
import { readCases } from "./support/cases.ts";
import { runCase, type World } from "./support/run-case.ts";

const service = serviceForFile();
let world: World;
beforeAll(async () => {
  const { deps } = service.get();
  // The tokens' pages and many starts come from one tenant here.
  const tenant = await service.get().tenant({ overrides: { rateLimitPerMinute: 10_000 } });
  world = {
    standIn: "",
    inspect,
    live: {
      client: { baseUrl: await listen(deps), apiKey: tenant.testKey, adminKey: ADMIN_KEY },
      values: { tenantId: tenant.id, issuer: BASE_URL },
    },
  };
});

const hasAll = (ids: readonly string[]): boolean => ids.every((id) => ENDPOINTS.some((one) => one.id === id));

describe("against a running service", () => {
  for (const one of readCases().get("live") ?? []) {
    test.skipIf(!hasAll(one.needs ?? []))(`${one.id}: ${one.guarantee}`, async () => {
      expect(await runCase(one, sdk, world)).toBeNull();
    });
  }
});
