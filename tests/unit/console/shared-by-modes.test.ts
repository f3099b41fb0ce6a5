import { expect, test } from "vitest";
import { isSharedByModes } from "#console/client/navigation.ts";

const BASE = "/console/ten_1";

test.each([
  ["", false],
  ["/verifications", false],
  ["/verifications/ver_1", false],
  ["/keys", false],
  ["/webhooks", true],
  ["/webhooks/whe_1", true],
  ["/webhooks/deliveries", false],
  ["/webhooks/deliveries/dlv_1", false],
  ["/logs", true],
  ["/logs/req_1", true],
  ["/policy", true],
  ["/audit", true],
  ["/account", true],
])("the page %j is shared by live and test: %s", (path, isShared) => {
  expect(isSharedByModes(`${BASE}${path}`, BASE)).toBe(isShared);
});
