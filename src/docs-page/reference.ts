import { errorBody } from "#contracts/public/common.ts";
import { errorsOf, takesIdempotencyKey } from "#contracts/public/endpoint.ts";
import { ENDPOINT_GROUPS, ENDPOINTS, groupOf } from "#contracts/public/endpoints.ts";
import { IDEMPOTENCY_KEY, WEBHOOK_HEADERS } from "#contracts/public/headers.ts";
import { accountPayloads, webhookPayloads } from "#contracts/public/webhooks.ts";
import { ERRORS } from "#core/errors.ts";
import type { Trial } from "./playground/trial.ts";
import { fieldRows } from "./schema.ts";

const KEYS = {
  tenant: { header: "x-tenant-api-key", variable: "$TENANT_API_KEY" },
  admin: { header: "x-admin-key", variable: "$ADMIN_KEY" },
  none: null,
} as const;

const KEY_FIELD = {
  name: IDEMPOTENCY_KEY.name,
  place: "header",
  type: "string",
  isRequired: false,
  about: IDEMPOTENCY_KEY.description,
  limits: `at most ${IDEMPOTENCY_KEY.maxLength} characters`,
};

/** Every endpoint as the page shows it, from the contract that validates its requests. */
export const OPERATIONS = ENDPOINTS.map((contract) => ({
  ...contract,
  path: contract.path.replace(/:(\w+)/g, "{$1}"),
  key: KEYS[contract.auth],
  parameters: [
    // A path without its parameters is a different path.
    ...fieldRows(contract.params, "input").map((row) => ({ ...row, place: "path", isRequired: true })),
    ...fieldRows(contract.query, "input").map((row) => ({ ...row, place: "query" })),
    ...(takesIdempotencyKey(contract) ? [KEY_FIELD] : []),
  ],
  body: fieldRows(contract.body, "input"),
  answer: fieldRows(contract.response, "output"),
  errors: errorsOf(contract)
    .map((code) => ({ code, ...ERRORS[code] }))
    .toSorted((one, other) => one.status - other.status),
}));

export type Operation = (typeof OPERATIONS)[number];

export const WEBHOOK_EVENTS = Object.entries({ ...webhookPayloads, ...accountPayloads }).map(
  ([name, payload]) => ({
    name,
    payload: fieldRows(payload, "output"),
  }),
);

export const WEBHOOK_FIELDS = WEBHOOK_HEADERS.map(({ name, description }) => ({
  name,
  type: "string",
  isRequired: true,
  about: description,
  limits: "",
}));

export const ERROR_FIELDS = fieldRows(errorBody, "output");

export const OPERATION_GROUPS = ENDPOINT_GROUPS.map((group) => ({
  ...group,
  operations: OPERATIONS.filter((operation) => groupOf(operation) === group),
}));

// What a first call would send. Endpoints not listed here need no body.
const BODIES: Readonly<Record<string, unknown>> = {
  "verify.start": { callback_url: "https://shop.example/age-checked", metadata: { orderId: "A-1042" } },
  "verify.complete": { verificationId: "ver_…", verifiedAge: 24 },
  "verify.submit": { verificationId: "ver_…", result: "approved" },
  "verify.cancel": { verificationId: "ver_…" },
  "verify.simulate": { verificationId: "ver_…", outcome: "approve" },
  "tokens.validate": { token: "eyJ…" },
  "verify.redact": { verificationId: "ver_…" },
  "tokens.exchange": { verificationId: "ver_…", code: "vrc_…" },
  "listeners.open": { name: "My laptop", filter: { metadataKey: "developer", metadataValue: "ada" } },
  "listeners.deliveries": { listenerId: "lsn_…", waitSeconds: 20 },
  "listeners.close": { listenerId: "lsn_…" },
  "cli.deviceAuthorization": { client_id: "lintel-cli", host_name: "workbench" },
  "cli.token": {
    client_id: "lintel-cli",
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: "ldc_…",
  },
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
  "admin.walletCertificate.set": {
    key: "-----BEGIN PRIVATE KEY-----\n…",
    chain: "-----BEGIN CERTIFICATE-----\n…",
  },
};

const QUERIES: Readonly<Record<string, string>> = {
  "verify.status": "?verificationId=ver_…",
  "verify.events": "?limit=20",
  "logs.list": "?status=4xx&limit=20",
  "verify.list": "?status=completed&outcome=rejected&limit=20",
  "admin.logs": "?status=4xx&limit=20",
  "admin.tenants.delete": "?name=Demo%20Shop",
  "audit.list": "?after=0&limit=200",
  "admin.audit": "?after=0&limit=200",
};

/** A command for the terminal, with single quotes around JSON so that shells leave it alone. */
export const curlOf = ({ id, method, path, key }: Operation, baseUrl: string): string => {
  const filled = path
    .replace("{id}", path.startsWith("/admin/trust") ? "tra_…" : "ten_…")
    .replace("{invitationId}", "inv_…")
    .replace("{memberId}", "mem_…");
  const address = `${baseUrl}${filled}${QUERIES[id] ?? ""}`;
  const body = BODIES[id];
  return [
    method === "GET" ? `curl '${address}'` : `curl -X ${method} '${address}'`,
    ...(key === null ? [] : [`-H "${key.header}: ${key.variable}"`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(" \\\n  ");
};

/** What the page needs to send a real request: with a test key, so for the tenant's endpoints only. */
export const trialOf = ({ id, method, path, auth, parameters }: Operation): Trial | null =>
  auth === "tenant"
    ? {
        id,
        method,
        path,
        queries: parameters.flatMap(({ name, place, isRequired }) =>
          place === "query" ? [{ name, isRequired }] : [],
        ),
        body: BODIES[id] === undefined ? null : JSON.stringify(BODIES[id], null, 2),
      }
    : null;
