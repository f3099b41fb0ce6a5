import { expect, test } from "vitest";
import { type Finding, FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { serviceForFile } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

const twoPeople: Finding = {
  kind: "no_decision",
  code: "DOCUMENT_TWO_PEOPLE",
  hint: "One document at a time.",
  isUnopened: true,
};

/** Reads the same picture each time: it shows two people's documents. */
const document: Method = {
  id: "document",
  traits: { ...TRAITS, category: "verification" },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async () => twoPeople,
};

const service = serviceForFile({ overrides: { methods: createMethods([document]) } });

test("a picture of two people's documents uses up no attempt; not without end", async () => {
  const { call, deps, tenant: make } = service.get();
  const tenant = await make({ plan: "scale" });
  await patchTenant(call, tenant.id, { methods: ["document"] });
  const started = await start(call, tenant.liveKey);
  const secret = secretOf(started);
  const show = () => submitEvidence(deps, secret, { method: "document", body: "a picture" });
  for (let i = 0; i < 5; i += 1) {
    const answer = await show();
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "DOCUMENT_TWO_PEOPLE" });
  }
  expect(await viewPage(deps, secret)).toMatchObject({ attemptsLeft: 3, status: "in_progress" });
  for (let i = 0; i < 3; i += 1) await show();
  expect(await statusOf(call, tenant.liveKey, started.verificationId)).toMatchObject({ status: "failed" });
});
