import { afterAll, beforeAll } from "vitest";
import { startIdentity, type TestIdentity } from "../support/identity.ts";
import { HOSTED } from "../support/recorded/hosted.ts";
import { recordedArea } from "../support/recorded/recording.ts";
import { REST } from "../support/recorded/rest.ts";
import { signInGroups } from "../support/recorded/sign-in.ts";
import { WALLET } from "../support/recorded/wallet.ts";
import { webhookGroups } from "../support/recorded/webhooks.ts";

let provider: TestIdentity | undefined;
beforeAll(async () => {
  provider = await startIdentity();
});
afterAll(() => provider?.stop());

const identity = (): TestIdentity => {
  if (!provider) throw new Error("the provider exists only while tests run");
  return provider;
};

recordedArea("rest", REST);
recordedArea("hosted", HOSTED);
recordedArea("wallet", WALLET);
recordedArea("sign-in", signInGroups(identity));
recordedArea("webhooks", webhookGroups(identity));
