import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type TrustAdmin, trustedAnchor } from "../target.ts";

/** A deployment, and the keys that the kit was given for it. */
export type Deployment = {
  /** Without a slash at its end. */
  url: string;
  testKey: string;
  /** Starts one live verification, which counts as one unit. */
  liveKey?: string | undefined;
  adminKey?: string | undefined;
};

const started = z.object({ verificationId: z.string(), sessionUrl: z.string() });
const refusal = z.object({ code: z.string(), message: z.string(), retryAfterSeconds: z.number().optional() });

export const refusalOf = (body: unknown): z.infer<typeof refusal> =>
  refusal.catch({ code: "?", message: "not an error of this service" }).parse(body);

// A minute's worth, at one call a second.
const MAX_WAITS = 90;

const tryToStart = async ({ url }: Deployment, key: string, minimumAge: number) => {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(`${url}/verify/start`, {
      method: "POST",
      headers: { "x-tenant-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ minimumAge }),
    });
    const body: unknown = await response.json();
    if (response.ok) return started.parse(body);
    const { code, message, retryAfterSeconds } = refusalOf(body);
    if (code !== "RATE_LIMIT_EXCEEDED" || waits === MAX_WAITS) throw new Error(`/verify/start: ${message}`);
    await pause((retryAfterSeconds ?? 1) * 1000);
  }
};

/**
 * Starts verifications, one after the other: where the tenant's limit asks to wait, checks that run at the same time
 * would take the free places from each other.
 * @throws Error for any refusal but that one
 */
export const verificationStarter = (deployment: Deployment) => {
  let last: Promise<unknown> = Promise.resolve();
  return (key: string, minimumAge: number): ReturnType<typeof tryToStart> => {
    const next = last.then(() => tryToStart(deployment, key, minimumAge));
    last = next.catch(() => undefined);
    return next;
  };
};

const ANCHORS = "/admin/trust-anchors";

/** The deployment's endpoints for trust anchors. */
export const trustAdmin = ({ url }: Deployment, adminKey: string): TrustAdmin => {
  const headers = { "x-admin-key": adminKey, "content-type": "application/json" };
  const ask = (method: string, to: string, body?: object): Promise<Response> =>
    fetch(`${url}${to}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const send = async (method: string, to: string, body?: object): Promise<unknown> => {
    const response = await ask(method, to, body);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${to}: ${refusalOf(answer).message}`);
    return answer;
  };
  return {
    list: async () => z.array(trustedAnchor).parse(await send("GET", ANCHORS)),
    import: async (body) => {
      const response = await ask("POST", ANCHORS, body);
      const answer: unknown = await response.json();
      const read = z.object({ anchors: z.array(trustedAnchor) }).safeParse(answer);
      return response.ok && read.success
        ? { isImported: true, anchors: read.data.anchors, message: "" }
        : { isImported: false, anchors: [], message: refusalOf(answer).message };
    },
    remove: async (id) => {
      await (await ask("DELETE", `${ANCHORS}/${id}`)).arrayBuffer();
    },
    tenant: async () => {
      const made = await send("POST", "/admin/tenants", { name: "Conformance kit" });
      const { id, apiKey: liveKey } = z.object({ id: z.string(), apiKey: z.string() }).parse(made);
      await send("PATCH", `/admin/tenants/${id}`, { methods: ["wallet"] });
      const end = async (): Promise<void> => {
        await send("PATCH", `/admin/tenants/${id}`, { isActive: false });
      };
      return { liveKey, end };
    },
  };
};
