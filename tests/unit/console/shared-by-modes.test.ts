import { expect, test } from "vitest";
import { GROUPS, isSharedByModes } from "#console/client/navigation.ts";

const BASE = "/console/ten_1";

// A new page takes its place here with what its screen does: "own" filters by the console's mode, "shared" does not.
test("every page says whether it shows one mode's things or both", () => {
  const answers = GROUPS.flatMap(({ places }) => places).map(({ page, modes }) => [page, modes]);
  expect(Object.fromEntries(answers)).toEqual({
    "": "own",
    verifications: "own",
    requests: "shared",
    alerts: "shared",
    vouchers: "own",
    usage: "own",
    keys: "own",
    sites: "own",
    webhooks: "shared",
    logs: "shared",
    quickstart: "own",
    policy: "shared",
    providers: "own",
    members: "shared",
    audit: "shared",
    hosts: "shared",
    settings: "shared",
  });
});

test.each([
  ["", false],
  ["/verifications", false],
  ["/verifications/ver_1", false],
  ["/keys", false],
  ["/usage", false],
  ["/usage/2026-11", true],
  ["/webhooks", true],
  ["/webhooks/whe_1", true],
  ["/webhooks/deliveries", false],
  ["/webhooks/deliveries/dlv_1", false],
  ["/logs", true],
  ["/logs/req_1", true],
  ["/policy", true],
  ["/providers", false],
  ["/audit", true],
  ["/account", true],
])("the page %j is shared by live and test: %s", (path, isShared) => {
  expect(isSharedByModes(`${BASE}${path}`, BASE)).toBe(isShared);
});
