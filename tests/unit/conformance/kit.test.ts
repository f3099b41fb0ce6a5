import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../lab/conformance/checks/all.ts";
import { runOthers } from "../../../lab/conformance/others.ts";
import { type Result, runChecks, table, tally } from "../../../lab/conformance/run.ts";
import { WALLET_CODES, type WalletCode } from "../../../packages/wallet-verifier/src/result.ts";
import { coreTarget } from "../../support/wallet/core-target.ts";

// The conformance kit against the verifier core, and against verifiers that are broken on purpose.

const failed = (results: readonly Result[]) => results.filter(({ verdict }) => verdict === "FAIL");
const FORGERIES = CHECKS.filter(({ expected, spec }) => expected === "refused" && spec !== "this kit");

/** Refusals that no answer over HTTP in its time can meet. */
const NOT_ONLINE: readonly WalletCode[] = [
  "device_mac",
  "certificate_malformed",
  "anchor_refused",
  "vical_malformed",
  "vical_signature",
  "trusted_list_malformed",
  "transaction_expired",
  // Status lists: nobody keeps one for the kit.
  "status_missing",
  "status_malformed",
  "status_host_refused",
  "status_unavailable",
  "status_list_refused",
  "credential_revoked",
  // Zero-knowledge proofs: the kit makes none, and no target of it asks for one.
  ...Object.keys(WALLET_CODES).filter((code): code is WalletCode => code.startsWith("proof_")),
];

test("the verifier core passes, and every reason for which it refuses is met", async () => {
  const target = await coreTarget();
  const results = await runChecks(CHECKS, target);
  expect(failed(results).map(({ check, got }) => `${check.name}: ${got}`)).toEqual([]);
  expect(results.filter(({ verdict }) => verdict === "not offered").length).toBeLessThan(20);
  const codes = Object.keys(WALLET_CODES).filter((code) => !NOT_ONLINE.some((other) => other === code));
  expect(codes.filter((code) => ![...target.refusals].some((met) => met === code))).toEqual([]);
});

describe("a broken verifier fails", () => {
  test("one that believes everything: in every forgery", async () => {
    const results = await runChecks(FORGERIES, await coreTarget(() => true));
    const passed = results.filter(({ verdict }) => verdict === "pass");
    expect(passed.map(({ check }) => check.name)).toEqual([]);
  });

  test("one that does not check the device's signature", async () => {
    const results = await runChecks(FORGERIES, await coreTarget((code) => code === "device_signature"));
    const names = failed(results).map(({ check }) => check.name);
    expect(names).toContain("signed by another device");
    expect(names).toContain("EU link: another nonce");
    expect(names).not.toContain("expired yesterday");
  });
});

test("other verifiers are given the same documents, and what they let pass is named", async () => {
  const some = CHECKS.filter(({ name }) => ["status 10: an error", "expired yesterday"].includes(name));
  expect(some).toHaveLength(2);
  const results = await runOthers(some);
  expect(results).toEqual(
    ["@owf/mdoc", "@auth0/mdl"].map((verifier) => ({
      verifier,
      run: 2,
      failed: ["ISO/IEC 18013-5 §8.3.2.1.2.2  status 10: an error: accepted: over"],
    })),
  );
});

test("no two checks have the same name in the same specification", () => {
  const names = CHECKS.map(({ spec, name }) => `${spec} ${name}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("the table has a line for each check, and the tally counts them", async () => {
  const results = await runChecks(CHECKS.slice(0, 5), await coreTarget());
  expect(table(results).split("\n")).toHaveLength(6);
  expect(tally(results)).toMatch(/^5 passed, 0 failed/);
});
