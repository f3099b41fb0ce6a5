import { expect, test } from "vitest";
import { FORM, type Method, type MethodContext } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { noDecision, submitEvidence } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { TRAITS } from "../support/world/traits.ts";

const asked: MethodContext[] = [];
const listening: Method = {
  id: "document",
  traits: TRAITS,
  modes: ["live"],
  maxBodyBytes: 64,
  start: async () => FORM,
  answer: async (_submission, context) => {
    asked.push(context);
    return noDecision;
  },
};
const service = promisedServiceForFile({ overrides: { methods: createMethods([listening]) } });

test.each([false, true])(
  "the method is told whether the tenant lets visas count: %o",
  async (acceptVisas) => {
    const { call, deps, tenant } = service.get();
    const { id, liveKey } = await tenant({ plan: "scale" });
    await deps.db.orm.tenant.update({ where: { id }, data: { acceptVisas } });
    await submitEvidence(deps, secretOf(await start(call, liveKey)), { method: "document", body: "a photo" });
    expect(asked.at(-1)).toMatchObject({ acceptsVisas: acceptVisas });
  },
);
