import { readFileSync } from "node:fs";
import { z } from "zod";
import { createAuthority, pemOf } from "../../support/wallet/authority.ts";

/** What `npm start` writes for scripts; another place by E2E_DEMO. */
const demo = z.object({
  baseUrl: z.string(),
  adminKey: z.string(),
  demoWallet: z.string().optional(),
  mailPage: z.string().optional(),
  tenant: z.object({ id: z.string(), liveKey: z.string(), testKey: z.string() }),
});

export type Demo = z.infer<typeof demo>;

export const readDemo = (): Demo =>
  demo.parse(JSON.parse(readFileSync(process.env.E2E_DEMO ?? ".local/demo.json", "utf8")));

const started = z.object({ verificationId: z.string(), sessionUrl: z.string() });
const status = z.object({
  status: z.string(),
  result: z.object({ verified: z.boolean() }).optional(),
  error: z.object({ code: z.string() }).optional(),
});
const validation = z.object({
  valid: z.boolean(),
  over18: z.boolean(),
  verificationId: z.string().optional(),
});

type Started = z.infer<typeof started>;
type Status = z.infer<typeof status>;
const exchanged = z.object({ token: z.string().optional(), code: z.string().optional() });
type Exchanged = z.infer<typeof exchanged> & { httpStatus: number };
type Validation = z.infer<typeof validation>;

/** A tenant's backend. */
export type Backend = {
  start(body?: object): Promise<Started>;
  status(verificationId: string): Promise<Status>;
  complete(body: object): Promise<Status>;
  validate(token: string): Promise<Validation>;
  /** The HTTP status with the token, or with the error's code. */
  exchange(body: { verificationId: string; code: string }): Promise<Exchanged>;
};

const call = async (url: string, init: RequestInit): Promise<unknown> => {
  const response = await fetch(url, init);
  const body: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${init.method ?? "GET"} ${url}: ${response.status} ${JSON.stringify(body)}`);
  return body;
};

export const backendOf = (baseUrl: string, key: string): Backend => {
  const headers = { "x-tenant-api-key": key, "content-type": "application/json" };
  const post = (path: string, body: object): Promise<unknown> =>
    call(`${baseUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    start: async (body = {}) => started.parse(await post("/verify/start", body)),
    status: async (id) =>
      status.parse(await call(`${baseUrl}/verify/status?verificationId=${id}`, { headers })),
    complete: async (body) => status.parse(await post("/verify/complete", body)),
    exchange: async (body) => {
      const url = `${baseUrl}/tokens/exchange`;
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      return { httpStatus: response.status, ...exchanged.parse(await response.json()) };
    },
    validate: async (token) => validation.parse(await post("/tokens/validate", { token })),
  };
};

/** As the operator: what the browser brings to the tenant's page. */
export const chooseReturn = async (
  { baseUrl, adminKey }: Demo,
  tenantId: string,
  returnWith: "token" | "code",
): Promise<void> => {
  await call(`${baseUrl}/admin/tenants/${tenantId}`, {
    method: "PATCH",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ returnWith }),
  });
};

/** As the operator: publishes the tenant's method policy. */
export const publishPolicy = async (
  { baseUrl, adminKey }: Demo,
  tenantId: string,
  body: { policy: object; acceptedWarnings: readonly string[] },
): Promise<void> => {
  await call(`${baseUrl}/admin/tenants/${tenantId}`, {
    method: "PATCH",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
};

/** From now on the service trusts an issuer of wallet credentials, of one that proves 18 and of one for every age. */
export const trustAnIssuer = async ({ baseUrl, adminKey }: Demo): Promise<void> => {
  const { der } = await createAuthority({ name: "CN=Utopia CA" });
  await call(`${baseUrl}/admin/trust-anchors`, {
    method: "POST",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({
      format: "pem",
      content: pemOf(der),
      credentialTypes: ["eu.europa.ec.av.1", "org.iso.18013.5.1.mDL"],
      eku: null,
      label: "Browser tests",
    }),
  });
};

/** A tenant of one's own, with limits that no test meets. */
export const newTenantKey = async (demo: Demo, name: string): Promise<string> =>
  (await newOperatorTenant(demo, name)).apiKey;

/** The same with its id. */
export const newOperatorTenant = async ({ baseUrl, adminKey }: Demo, name: string) => {
  const limits = { rateLimitPerMinute: 100_000, included: 100_000 };
  const created = await call(`${baseUrl}/admin/tenants`, {
    method: "POST",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ name, overrides: limits }),
  });
  return z.object({ id: z.string(), apiKey: z.string() }).parse(created);
};
