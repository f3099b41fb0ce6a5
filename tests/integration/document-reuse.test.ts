import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import { purge } from "#data/service/retention.ts";
import { forgetDocumentUses } from "#data/verifications/document-uses.ts";
import { FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { TRAITS } from "../support/world/traits.ts";

/** Where the document method would read a picture: whatever text is handed in is the document. */
const anyText: Method = {
  id: "document",
  traits: TRAITS,
  modes: ["live"],
  maxBodyBytes: 64,
  start: async () => FORM,
  answer: async ({ body }) => ({
    kind: "evidence",
    evidence: {
      age: 30,
      band: bandOfAge(30),
      confidence: 1,
      documentType: "passport",
      assurance: "document_photo_unsigned",
      documentDigest: createHash("sha256").update(body).digest(),
    },
  }),
};

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now, methods: createMethods([anyText]) } });

const newTenant = async (rule: { documentReuseDays: number | null; documentReuseLimit?: number }) => {
  const { deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id: made.id }, data: rule });
  return made;
};

/** A whole verification with this document; what the status says of it. */
const show = async (key: string, document: string): Promise<boolean | undefined> => {
  const { call, deps } = service.get();
  const started = await start(call, key);
  await submitEvidence(deps, secretOf(started), { method: "document", body: document });
  return (await statusOf(call, key, started.verificationId)).result?.documentReused;
};

const keptHashes = (tenantId: string): Promise<number> =>
  service.get().deps.db.orm.documentUse.count({ where: { tenantId } });

test("off, as it is by default: nothing is kept and nothing said", async () => {
  const { id, liveKey } = await newTenant({ documentReuseDays: null });
  expect(await show(liveKey, "passport A")).toBeUndefined();
  expect(await show(liveKey, "passport A")).toBeUndefined();
  expect(await keptHashes(id)).toBe(0);
});

test("on: a document is flagged once it decided as many verifications as are allowed; others are not", async () => {
  const { liveKey } = await newTenant({ documentReuseDays: 7, documentReuseLimit: 2 });
  expect(await show(liveKey, "passport A")).toBe(false);
  expect(await show(liveKey, "passport A")).toBe(false);
  expect(await show(liveKey, "passport A")).toBe(true);
  expect(await show(liveKey, "passport B")).toBe(false);
});

test("two tenants keep different hashes of one document, and neither learns of the other's", async () => {
  const [one, other] = [
    await newTenant({ documentReuseDays: 7, documentReuseLimit: 1 }),
    await newTenant({ documentReuseDays: 7, documentReuseLimit: 1 }),
  ];
  await show(one.liveKey, "passport C");
  expect(await show(other.liveKey, "passport C")).toBe(false);
  const rows = await service.get().deps.db.orm.documentUse.findMany({
    where: { tenantId: { in: [one.id, other.id] } },
  });
  const plain = createHash("sha256").update("passport C").digest();
  expect(new Set(rows.map(({ hash }) => Buffer.from(hash).toString("hex"))).size).toBe(2);
  expect(rows.some(({ hash }) => plain.equals(hash))).toBe(false);
});

test("of many at the same time exactly the first is not flagged", async () => {
  const { liveKey } = await newTenant({ documentReuseDays: 7, documentReuseLimit: 1 });
  const flags = await Promise.all(Array.from({ length: 8 }, () => show(liveKey, "passport D")));
  expect(flags.filter((isReused) => isReused === false)).toHaveLength(1);
  expect(flags.filter((isReused) => isReused === true)).toHaveLength(7);
});

test("a hash counts until its time is over, and is then erased by the worker; switched off, all are", async () => {
  const { id, liveKey } = await newTenant({ documentReuseDays: 1, documentReuseLimit: 1 });
  const { db } = service.get().deps;
  await show(liveKey, "passport E");
  clock.advance({ days: 1 });
  expect(await show(liveKey, "passport E")).toBe(false);
  await purge("document_use")(db.orm, clock.now(), 100);
  expect(await keptHashes(id)).toBe(1);
  await forgetDocumentUses(db.orm, id);
  expect(await keptHashes(id)).toBe(0);
});
