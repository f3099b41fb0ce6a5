import type { Operation } from "./reference.ts";

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
