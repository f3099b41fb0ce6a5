import { z } from "zod";
import { storable, visible } from "./common.ts";
import { openEndpoint } from "./endpoint.ts";

// How the command line signs in (RFC 8628). Its fields have the names of that specification.

const clientId = z.literal("lintel-cli").describe("The only client there is");

export const authorizeDevice = openEndpoint("POST", "/cli/device_authorization", {
  id: "cli.deviceAuthorization",
  summary: "Begin a sign-in of the command line",
  description:
    "For `lintel login` (RFC 8628 §3.1): answers with a code that a member confirms in the console. Takes a form, as OAuth clients send it, or JSON; errors of a form have OAuth's shape (RFC 6749 §5.2).",
  body: z.strictObject({
    client_id: clientId,
    host_name: visible(60)
      .min(1)
      .default("an unnamed computer")
      .describe("What the computer calls itself; the console and the key's name show it"),
  }),
  response: z.object({
    device_code: z.string().describe("A secret of the client"),
    user_code: z.string().describe("What the member types or compares"),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    expires_in: z.number().int().describe("Seconds"),
    interval: z.number().int().describe("Seconds between calls of /cli/token"),
  }),
  errors: ["RATE_LIMIT_EXCEEDED", "CACHE_ERROR", "DATABASE_ERROR"],
  oauth: { callsPerMinute: 10 },
});

export const fetchToken = openEndpoint("POST", "/cli/token", {
  id: "cli.token",
  summary: "Fetch the key of a confirmed sign-in",
  description:
    "For `lintel login` (RFC 8628 §3.4): answers with a test key, once, after a member has confirmed the code. Takes a form or JSON, as above.",
  body: z.strictObject({
    client_id: clientId,
    grant_type: z.literal("urn:ietf:params:oauth:grant-type:device_code"),
    device_code: storable.max(200),
  }),
  response: z.object({
    access_token: z.string().describe("An API key of test mode"),
    token_type: z.literal("api_key"),
    mode: z.literal("test"),
    tenantId: z.string(),
    tenantName: z.string(),
    keyName: z.string().describe("As the list of keys in the console shows it"),
  }),
  errors: [
    ...(["AUTHORIZATION_PENDING", "SLOW_DOWN", "ACCESS_DENIED", "EXPIRED_TOKEN"] as const),
    ...(["CONFLICT", "RATE_LIMIT_EXCEEDED", "CACHE_ERROR", "DATABASE_ERROR"] as const),
  ],
  oauth: { callsPerMinute: 60 },
});
