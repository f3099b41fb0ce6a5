import { z } from "zod";
import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { errorBody, withDefaults } from "./common.ts";
import { type Endpoint, errorsOf, takesIdempotencyKey } from "./endpoint.ts";
import { ENDPOINT_GROUPS, ENDPOINTS, groupOf } from "./endpoints.ts";
import { ANSWER_HEADERS, answerHeaders, IDEMPOTENCY_KEY, WEBHOOK_HEADERS } from "./headers.ts";
import { accountPayloads, webhookPayloads } from "./webhooks.ts";

type Json = Record<string, unknown>;

const SECURITY: Record<Endpoint["auth"], Json[]> = {
  tenant: [{ tenantApiKey: [] }],
  admin: [{ adminKey: [] }],
  none: [],
};

const SECURITY_SCHEMES = {
  tenantApiKey: {
    type: "apiKey",
    in: "header",
    name: "x-tenant-api-key",
    description: "A tenant's key, `avk_live_…` or `avk_test_…`, created in the console. For backends only.",
  },
  adminKey: {
    type: "apiKey",
    in: "header",
    name: "x-admin-key",
    description: "A key of the operator: of `ADMIN_KEYS`, or one that operators make, `avk_admin_…`.",
  },
};

/** Collects named schemas under components, where OpenAPI keeps shared ones. */
const createSchemas = () => {
  const components: Json = {};
  // zod refers to `#/$defs/X` from each schema's root; the document has one root.
  const inline = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  const add = (schema: z.ZodType, io: "input" | "output"): Json => {
    const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io });
    for (const [name, definition] of Object.entries($defs)) components[name] = inline(definition);
    const id = schema.meta()?.id;
    if (id === undefined) return inline(own);
    // A schema with references inside is returned as a reference to its own definition among the $defs.
    if (own.$ref === undefined) components[id] = inline(own);
    return { $ref: `#/components/schemas/${id}` };
  };
  return { components, add, inline };
};

type Schemas = ReturnType<typeof createSchemas>;

const jsonContent = (schema: Json): Json => ({ content: { "application/json": { schema } } });

const bodyContent = ({ oauth }: Endpoint, schema: Json): Json =>
  oauth
    ? { content: { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } } }
    : jsonContent(schema);

const parametersOf = (contract: Endpoint, schemas: Schemas): Json[] => {
  const of = (place: "query" | "path", schema: z.ZodObject | undefined): Json[] => {
    const { properties = {}, required = [] } = schema
      ? z.toJSONSchema(schema, { io: "input", override: withDefaults })
      : {};
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: schemas.inline(field),
    }));
  };
  const { maxLength, ...about } = IDEMPOTENCY_KEY;
  const idempotencyKey = { ...about, in: "header", required: false, schema: { type: "string", maxLength } };
  return [
    ...of("path", contract.params),
    ...of("query", contract.query),
    ...(takesIdempotencyKey(contract) ? [idempotencyKey] : []),
  ];
};

const headersOf = (contract: Endpoint, codes: readonly ErrorCode[]): Json =>
  Object.fromEntries(
    answerHeaders(contract, codes).map((header) => [
      ANSWER_HEADERS[header].name,
      { $ref: `#/components/headers/${header}` },
    ]),
  );

const errorResponses = (contract: Endpoint): Json => {
  const byStatus = Map.groupBy(errorsOf(contract), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("\n\n"),
        headers: headersOf(contract, group),
        ...jsonContent({ $ref: "#/components/schemas/Error" }),
      },
    ]),
  );
};

const needsScope = (scope: string): string => `Needs a key with the scope \`${scope}\`.`;

const operationOf = (contract: Endpoint, schemas: Schemas): Json => ({
  operationId: contract.id,
  summary: contract.summary,
  description: contract.scope
    ? `${contract.description} ${needsScope(contract.scope)}`
    : contract.description,
  tags: [groupOf(contract).name],
  security: SECURITY[contract.auth],
  parameters: parametersOf(contract, schemas),
  ...(contract.body
    ? {
        requestBody: {
          required: !contract.body.safeParse({}).success,
          ...bodyContent(contract, schemas.add(contract.body, "input")),
        },
      }
    : {}),
  responses: {
    "200": {
      description: "Success",
      headers: headersOf(contract, []),
      content: {
        ...(contract.jsonLines === "only"
          ? {}
          : { "application/json": { schema: schemas.add(contract.response, "output") } }),
        ...(contract.plainText ? { "text/plain": { schema: { type: "string" } } } : {}),
        ...(contract.jsonLines ? { "application/x-ndjson": { schema: { type: "string" } } } : {}),
      },
    },
    ...errorResponses(contract),
  },
});

const pathOf = (contract: Endpoint): string => contract.path.replace(/:(\w+)/g, "{$1}");

const WEBHOOKS = {
  name: "Webhooks",
  description: "Signed requests that the service sends to your endpoints. See /docs for the signature.",
};

const webhookOf = (name: string, payload: z.ZodType, schemas: Schemas): Json => ({
  post: {
    operationId: name,
    summary: name,
    tags: [WEBHOOKS.name],
    // Signed, and sent without any of your credentials.
    security: [],
    parameters: WEBHOOK_HEADERS.map((header) => ({
      ...header,
      in: "header",
      required: header.name !== "X-Verification-Id" || !(name in accountPayloads),
      schema: { type: "string" },
    })),
    requestBody: { required: true, ...jsonContent(schemas.add(payload, "output")) },
    responses: { "2XX": { description: "Received; anything else is retried" } },
  },
});

const headerComponents = (): Json =>
  Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([id, { name: _name, ...header }]) => [
      id,
      { ...header, schema: { type: "string" } },
    ]),
  );

/** The whole interface as OpenAPI 3.1, generated from the contracts that validate requests. */
export const openApiDocument = (publicUrl: string): Json => {
  const schemas = createSchemas();
  schemas.add(errorBody, "output");
  const paths: Record<string, Json> = {};
  for (const contract of ENDPOINTS) {
    const path = pathOf(contract);
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract, schemas) };
  }
  const webhooks = Object.fromEntries(
    Object.entries({ ...webhookPayloads, ...accountPayloads }).map(([name, payload]) => [
      name,
      webhookOf(name, payload, schemas),
    ]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Lintel age verification",
      version: "1.0.0",
      description: "Starts age verifications, reports their results and validates tokens. See /docs.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: [...ENDPOINT_GROUPS, WEBHOOKS].map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.components,
      headers: headerComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
};
