import { readFileSync } from "node:fs";
import { z } from "zod";

/** What `npm start` writes for scripts; another place by E2E_DEMO. */
const demo = z.object({
  baseUrl: z.string(),
  adminKey: z.string(),
  demoWallet: z.string().optional(),
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
type Validation = z.infer<typeof validation>;

/** A tenant's backend. */
export type Backend = {
  start(body?: object): Promise<Started>;
  status(verificationId: string): Promise<Status>;
  complete(body: object): Promise<Status>;
  validate(token: string): Promise<Validation>;
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
    validate: async (token) => validation.parse(await post("/tokens/validate", { token })),
  };
};

/** A tenant of one's own, with limits that no test meets. */
export const newTenantKey = async ({ baseUrl, adminKey }: Demo, name: string): Promise<string> => {
  const limits = { rateLimitPerMinute: 100_000, included: 100_000 };
  const created = await call(`${baseUrl}/admin/tenants`, {
    method: "POST",
    headers: { "x-admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ name, overrides: limits }),
  });
  return z.object({ apiKey: z.string() }).parse(created).apiKey;
};
