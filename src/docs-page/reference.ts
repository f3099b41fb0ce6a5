import { type FieldRow, limitWords, listAt, objectAt, schemaRows, textAt, typeWords } from "./schema.ts";

export type ErrorRow = { status: string; code: string; title: string };

/** One endpoint as the page shows it. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** The header that carries the credential; null where none is needed. */
  keyHeader: string | null;
  parameters: (FieldRow & { place: string })[];
  body: FieldRow[];
  answer: FieldRow[];
  errors: ErrorRow[];
};

export type WebhookEvent = { name: string; payload: FieldRow[] };

const jsonSchema = (holder: unknown): unknown => objectAt(holder, "content", "application/json").schema;

const errorsOf = (responses: Readonly<Record<string, unknown>>): ErrorRow[] =>
  Object.entries(responses)
    .filter(([status]) => status !== "200")
    .flatMap(([status, response]) =>
      [...textAt(response, "description").matchAll(/`([A-Z_]+)`: (.+)/g)].map(
        ([, code = "", title = ""]) => ({
          status,
          code,
          title,
        }),
      ),
    );

const keyHeaderOf = (operation: unknown, document: unknown): string | null => {
  const [scheme] = Object.keys(objectAt(listAt(operation, "security")[0]));
  return scheme === undefined ? null : textAt(document, "components", "securitySchemes", scheme, "name");
};

const operationOf = (document: unknown, path: string, method: string, operation: unknown): Operation => ({
  id: textAt(operation, "operationId"),
  method: method.toUpperCase(),
  path,
  summary: textAt(operation, "summary"),
  description: textAt(operation, "description"),
  keyHeader: keyHeaderOf(operation, document),
  parameters: listAt(operation, "parameters").map((parameter) => {
    const { schema, required } = objectAt(parameter);
    return {
      name: textAt(parameter, "name"),
      place: textAt(parameter, "in"),
      type: typeWords(schema, document),
      isRequired: required === true,
      about: textAt(parameter, "description") || textAt(schema, "description"),
      limits: limitWords(schema, document),
    };
  }),
  body: schemaRows(jsonSchema(objectAt(operation, "requestBody")), document),
  answer: schemaRows(jsonSchema(objectAt(operation, "responses", "200")), document),
  errors: errorsOf(objectAt(operation, "responses")),
});

/** Every endpoint of an OpenAPI document, in its order. */
export const operationsOf = (document: unknown): Operation[] =>
  Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods)).map(([method, operation]) =>
      operationOf(document, path, method, operation),
    ),
  );

export const webhookEventsOf = (document: unknown): WebhookEvent[] =>
  Object.entries(objectAt(document, "webhooks")).map(([name, webhook]) => ({
    name,
    payload: schemaRows(jsonSchema(objectAt(webhook, "post", "requestBody")), document),
  }));

const GROUPS = [
  { id: "verifications", name: "Verifications", prefix: "/verify/" },
  { id: "tokens", name: "Tokens", prefix: "/tokens/" },
  { id: "admin", name: "Administration", prefix: "/admin/" },
  { id: "service", name: "Service", prefix: "/" },
] as const;

export type Group = { id: string; name: string; operations: Operation[] };

/** By the first part of the path; what fits nowhere else is about the service itself. */
export const groupsOf = (operations: readonly Operation[]): Group[] =>
  GROUPS.map(({ id, name, prefix }) => ({
    id,
    name,
    operations: operations.filter(
      ({ path }) => GROUPS.find((group) => path.startsWith(group.prefix))?.prefix === prefix,
    ),
  })).filter(({ operations: own }) => own.length > 0);

// What a first call would send. Endpoints that are not here need no body.
const BODIES: Readonly<Record<string, unknown>> = {
  "verify.start": { callback_url: "https://shop.example/age-checked", metadata: { orderId: "A-1042" } },
  "verify.complete": { verificationId: "ver_…", verifiedAge: 24 },
  "verify.submit": { verificationId: "ver_…", result: "approved" },
  "tokens.validate": { token: "eyJ…" },
  "admin.tenants.create": { name: "Demo Shop", plan: "growth" },
  "admin.tenants.update": { isActive: false },
  "admin.members.update": { role: "owner" },
  "admin.invitations.create": { email: "owner@shop.example" },
  "admin.invitations.renew": { expiresInDays: 14 },
  "admin.trust.import": {
    format: "pem",
    content: "-----BEGIN CERTIFICATE-----…",
    credentialTypes: ["org.iso.18013.5.1.mDL"],
  },
};

const QUERIES: Readonly<Record<string, string>> = {
  "verify.status": "?verificationId=ver_…",
  "admin.logs": "?status=4xx&limit=20",
};

const KEY_VARIABLES: Readonly<Record<string, string>> = {
  "x-tenant-api-key": "$TENANT_API_KEY",
  "x-admin-key": "$ADMIN_KEY",
};

/** A line for the terminal; single quotes around JSON, so that shells leave it alone. */
export const curlOf = ({ id, method, path, keyHeader }: Operation, baseUrl: string): string => {
  const filled = path
    .replace("{id}", path.startsWith("/admin/trust") ? "tra_…" : "ten_…")
    .replace("{invitationId}", "inv_…")
    .replace("{memberId}", "mem_…");
  const address = `${baseUrl}${filled}${QUERIES[id] ?? ""}`;
  const body = BODIES[id];
  return [
    method === "GET" ? `curl '${address}'` : `curl -X ${method} '${address}'`,
    ...(keyHeader === null ? [] : [`-H "${keyHeader}: ${KEY_VARIABLES[keyHeader] ?? "…"}"`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(" \\\n  ");
};
