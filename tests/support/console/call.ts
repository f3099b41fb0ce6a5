import superjson from "superjson";
import { z } from "zod";
import { TENANT_HEADER } from "#core/member.ts";
import type { Deps } from "#services/context.ts";
import { BASE_URL } from "../world/service.ts";
import { type Send, sendTo } from "./browser.ts";

const wire = z.union([
  z.object({ result: z.object({ data: z.unknown() }) }),
  z.object({
    error: z.object({
      json: z.object({
        message: z.string(),
        data: z.object({
          code: z.string(),
          httpStatus: z.number(),
          errorCode: z.string().nullable(),
          requestId: z.string().nullable(),
          issues: z.array(z.object({ path: z.string(), message: z.string() })),
        }),
      }),
    }),
  }),
]);

export type ConsoleAnswer = {
  httpStatus: number;
  /** Null for a success. */
  errorCode: string | null;
  message: string;
  issues: { path: string; message: string }[];
  requestId: string | null;
  data: unknown;
  headers: Headers;
};

type CallOptions = {
  bearer?: string | undefined;
  tenantId?: string | undefined;
  headers?: Record<string, string>;
};

// Superjson's `json` and `meta` are read back as the page's client does.
const readBack = (data: unknown): unknown => {
  const given = z.object({ json: z.unknown(), meta: z.any().optional() }).parse(data);
  return superjson.deserialize({ json: superjson.serialize(given.json).json, meta: given.meta });
};

const asked = z.object({ offers: z.array(z.object({ tenantId: z.string(), role: z.string() })) });

/** A person says yes to what tenants ask them, as with the buttons of the console. @param tenantId only this one's */
export const sayYes = async (
  as: (subject: string, path: string, input?: unknown) => Promise<Pick<ConsoleAnswer, "data">>,
  subject: string,
  tenantId?: string,
): Promise<void> => {
  await as(subject, "session.begin");
  const { data } = await as(subject, "session.memberships");
  for (const offer of asked.safeParse(data).data?.offers ?? []) {
    if (tenantId !== undefined && offer.tenantId !== tenantId) continue;
    await as(subject, "session.acceptOffer", { tenantId: offer.tenantId, role: offer.role });
  }
};

/** One call as the page makes it: POST, JSON, bearer and tenant in headers. */
export const consoleCall = async (
  target: Deps | Send,
  path: string,
  input: unknown,
  { bearer, tenantId, headers = {} }: CallOptions = {},
): Promise<ConsoleAnswer> => {
  const request = new Request(`${BASE_URL}/api/trpc/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(tenantId === undefined ? {} : { [TENANT_HEADER]: tenantId }),
      ...headers,
    },
    body: JSON.stringify(input ?? null),
  });
  const response = await sendTo(target)(request);
  const text = await response.text();
  const parsed = wire.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`not an answer of tRPC's: ${text}`);
  const common = { httpStatus: response.status, headers: response.headers };
  if ("result" in parsed.data) {
    const data = readBack(parsed.data.result.data);
    return { ...common, errorCode: null, message: "", issues: [], requestId: null, data };
  }
  const { message, data } = parsed.data.error.json;
  const { errorCode, issues, requestId } = data;
  return { ...common, errorCode: errorCode ?? data.code, message, issues, requestId, data: null };
};
