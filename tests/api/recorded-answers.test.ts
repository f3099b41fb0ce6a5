import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { servedAt } from "#http/dispatch.ts";
import { ROUTE_FILES, routeFileAt } from "../support/http/serve-routes.ts";
import { consoleGroups } from "../support/recorded/console.ts";
import { HOSTED } from "../support/recorded/hosted.ts";
import { readRecording, recordedArea } from "../support/recorded/recording.ts";
import { REST } from "../support/recorded/rest.ts";
import { signInGroups } from "../support/recorded/sign-in.ts";
import { WALLET } from "../support/recorded/wallet.ts";
import { webhookGroups } from "../support/recorded/webhooks.ts";
import { startIdentity, type TestIdentity } from "../support/sign-in/identity.ts";
import { startStandIns } from "../support/vendors/walk.ts";

const standIns = await startStandIns();
let provider: TestIdentity | undefined;
beforeAll(async () => {
  provider = await startIdentity();
});
afterAll(async () => {
  await provider?.stop();
  await standIns.stop();
});

const identity = (): TestIdentity => {
  if (!provider) throw new Error("the provider exists only while tests run");
  return provider;
};

recordedArea("rest", REST);
recordedArea("hosted", HOSTED);
recordedArea("wallet", WALLET);
recordedArea("sign-in", signInGroups(identity));
recordedArea("console", consoleGroups(identity, standIns.env));
recordedArea("webhooks", webhookGroups(identity));

test("every endpoint and every route file has a recording", () => {
  const areas = ["rest", "hosted", "wallet", "sign-in", "console", "webhooks"];
  const entries = areas.flatMap((area) => Object.values(readRecording(area)).flatMap(Object.values));
  const paths = entries.map(({ request }) => /^\S+ ([^?]*)/.exec(request)?.[1] ?? "");
  const recorded = new Set(paths.map((path) => servedAt(path)?.served[0]?.contract.path).filter(Boolean));
  expect(recorded).toEqual(new Set(ENDPOINTS.map(({ path }) => path)));
  // The documentation's texts are compared with their sources: tests/served/docs-site.test.ts.
  const answers = ROUTE_FILES.filter((file) => !/^(?:docs|llms)/.test(file));
  expect(new Set(paths.map(routeFileAt).filter(Boolean))).toEqual(new Set(answers));
});
