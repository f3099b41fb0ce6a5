import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROCESS_LOG } from "#core/practice/stored.ts";
import { createLogger } from "#platform/log.ts";
import { atPage } from "../support/age-keys/walk.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { createService } from "../support/world/service.ts";

/** Refusals that need a party outside are in tests of their own, which look at the log as well. */
const ELSEWHERE = {
  wallet: "wallet-privacy.test.ts",
  oidc: "identity-refusals.test.ts",
  vendor: "vendors-privacy.test.ts",
} as const;

test("whatever a method refuses, no line of the process log names the check", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: () => new Date(), write: (line) => void lines.push(line) });
  const service = await createService({ overrides: { log } });
  const { call, deps } = service;
  const tenant = await service.tenant({ plan: "scale" });
  await patchTenant(call, tenant.id, { methods: ["document", "voucher", "age_key", "wallet"] });
  const begin = async (key: string) => secretOf(await start(call, key));
  const refused: Record<string, () => Promise<unknown>> = {
    document: async () =>
      submitEvidence(deps, await begin(tenant.liveKey), { method: "document", body: "no picture" }),
    voucher: async () =>
      submitEvidence(deps, await begin(tenant.liveKey), { method: "voucher", body: "WRONG" }),
    age_key: async () => atPage(deps, await begin(tenant.liveKey), "use", "{}"),
    sandbox: async () => {
      for (const body of ["under_age", "poor_document", "provider_error", "expire", "nothing"])
        await submitEvidence(deps, await begin(tenant.testKey), { method: "sandbox", body });
    },
  };
  const shared = [...new Set([...deps.methods.keys()].map((id) => id.split(":")[0] ?? id))];
  expect(shared.toSorted()).toEqual([...Object.keys(refused), ...Object.keys(ELSEWHERE)].toSorted());
  for (const refuse of Object.values(refused)) await refuse();
  await service.close();
  expect(lines.filter((line) => /ver_[0-9a-z]{26}/.test(line))).toEqual([]);
  for (const file of Object.values(ELSEWHERE))
    expect(readFileSync(`tests/integration/${file}`, "utf8")).toContain("ver_[0-9a-z]{26}");
  expect(PROCESS_LOG[0].says).toContain("no check's id");
});
