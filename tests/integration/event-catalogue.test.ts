import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { EVENT_SCHEMAS } from "#contracts/public/webhooks.ts";
import { ALL_EVENT_NAMES } from "#core/event.ts";
import { eventExamples, sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

type Check = (body: unknown) => boolean;
type Compiler = new (options: object) => { compile(schema: object): Check };

// The validator that the OpenAPI validator uses: it knows the schemas as documents only.
const require = createRequire(createRequire(import.meta.url).resolve("@seriousme/openapi-schema-validator"));
const VALIDATOR = "ajv/dist/2020.js";
const Ajv: Compiler = require(VALIDATOR).default;
const ajv = new Ajv({ strict: false, validateFormats: false });

const check = (name: string): Check => {
  const schema = EVENT_SCHEMAS.find(({ event }) => event === name)?.schema;
  if (!schema) throw new Error(`no schema for ${name}`);
  return ajv.compile(schema);
};

const world = async () => {
  const made = await createWebhookWorld();
  const tenant = await made.tenant();
  const endpoint = await made.endpoint(tenant);
  const deps = { ...made.deps, webhookSender: () => made.sender };
  const ctx = await ownerCtx(deps, tenant.id);
  return { ...made, ctx, tenant, endpoint };
};

test("the catalogue has every event, and each example keeps to its published schema", async () => {
  const { ctx } = await world();
  const examples = eventExamples(ctx);
  expect([...examples.keys()]).toEqual([...ALL_EVENT_NAMES]);
  for (const [name, example] of examples)
    expect([name, check(name)(JSON.parse(example))]).toEqual([name, true]);
});

test.each(ALL_EVENT_NAMES)("%s is sent as its published schema says, and as no other", async (name) => {
  const { clock, ctx, endpoint, sender } = await world();
  await sendSampleEvent(ctx, { endpointId: endpoint.id, event: name });
  clock.advance({ minutes: 1 });
  const body: unknown = JSON.parse(sender.sent[0]?.body ?? "null");
  const fitting = ALL_EVENT_NAMES.filter((one) => check(one)(body));
  expect(fitting).toEqual([name]);
});

test("what the service sends of a real verification keeps to the schema, and a body that lacks a field does not", async () => {
  const { deliverDue, events, sender, tenant } = await world();
  await events(tenant);
  await deliverDue();
  const body = JSON.parse(sender.sent[0]?.body ?? "null");
  expect(check("verification.completed")(body)).toBe(true);
  const { request_id: _missing, ...less } = body;
  expect(check("verification.completed")(less)).toBe(false);
});
