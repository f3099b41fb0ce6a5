import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { openApiDocument } from "#contracts/public/openapi.ts";

const named = z.looseObject({ name: z.string(), description: z.string().min(20) });
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
});
const described = z.looseObject({ description: z.string().min(20) });

const raw = openApiDocument("https://age.test");
const document = z
  .looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({ license: z.looseObject({ identifier: z.literal("Apache-2.0") }) }),
    servers: z.tuple([z.object({ url: z.literal("https://age.test") })]),
    tags: z.array(named),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    webhooks: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      headers: z.record(z.string(), described),
      securitySchemes: z.record(z.string(), described),
    }),
  })
  .parse(raw);

const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const webhooks = Object.values(document.webhooks).flatMap((path) => Object.values(path));

test("every operation has an id that no other has, and one of the described tags", () => {
  const ids = [...operations, ...webhooks].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    ENDPOINTS.map(({ id }) => id).toSorted(),
  );
  const used = new Set([...operations, ...webhooks].flatMap(({ tags }) => tags));
  expect([...used].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
});

test("every operation names the credential of its contract, and the errors of a caller's mistakes", () => {
  const schemes = { tenant: [{ tenantApiKey: [] }], admin: [{ adminKey: [] }], none: [] };
  for (const { id, auth } of ENDPOINTS) {
    const found = operations.find(({ operationId }) => operationId === id);
    expect([id, found?.security]).toEqual([id, schemes[auth]]);
    expect([id, Object.keys(found?.responses ?? {}).filter((status) => status.startsWith("4"))]).not.toEqual([
      ...[id, []],
    ]);
  }
});

test("every component is used, and every reference leads to one", () => {
  const text = JSON.stringify(raw);
  const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name));
  const there = Object.entries({ ...document.components, securitySchemes: {} }).flatMap(([kind, each]) =>
    Object.keys(each).map((name) => `${kind}/${name}`),
  );
  expect([...referred].toSorted()).toEqual(there.toSorted());
});
