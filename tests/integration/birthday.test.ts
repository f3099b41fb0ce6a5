import { expect, test } from "vitest";
import { birthdayIn, FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { serviceForFile } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

const BAND = { atLeast: 17, below: 19 };

/** Reads the same document each time: its holder is 18 today, somewhere on Earth. */
const document: Method = {
  id: "document",
  traits: { ...TRAITS, category: "verification" },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async (_submission, { minimumAge }) => {
    const evidence = { age: 17, band: BAND, confidence: 0.5, documentType: "passport", assurance: "x" };
    return birthdayIn(evidence, minimumAge) ?? { kind: "evidence", evidence };
  },
};

const service = serviceForFile({ overrides: { methods: createMethods([document]) } });

test("a document whose holder's birthday has not begun everywhere uses up no attempt, and may be shown again; not without end", async () => {
  const { call, deps, tenant: make } = service.get();
  const tenant = await make({ plan: "scale" });
  await patchTenant(call, tenant.id, { methods: ["document"] });
  const started = await start(call, tenant.liveKey);
  const secret = secretOf(started);
  const show = () => submitEvidence(deps, secret, { method: "document", body: "a picture" });
  for (let i = 0; i < 5; i += 1) {
    const answer = await show();
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "BIRTHDAY_TODAY" });
  }
  expect(await viewPage(deps, secret)).toMatchObject({ attemptsLeft: 3, status: "in_progress" });
  // A picture is read each time: from here on they are attempts like any other.
  for (let i = 0; i < 3; i += 1) await show();
  expect(await statusOf(call, tenant.liveKey, started.verificationId)).toMatchObject({ status: "failed" });
  const row = await deps.db.orm.verification.findUnique({ where: { id: started.verificationId } });
  expect(row).toMatchObject({ errorCode: "BIRTHDAY_TODAY", attempts: 3 });
});
