import { expect, test } from "vitest";
import { handleAuth } from "#auth/handle-auth.ts";
import { accessToken, signOut } from "#auth/session.ts";
import type { RequestLogRow } from "#data/service/request-logs.ts";
import type { Deps } from "#services/context.ts";
import { exportVerificationsCsv } from "#trpc/export-csv.ts";
import { handleTrpc } from "#trpc/handle-trpc.ts";
import { walletResponse } from "../support/http/handlers.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";

// What is no endpoint of the contract answers by the same frame: the request's id, no-store and one log line.

const service = serviceForFile();

type Handle = (deps: Deps, request: Request, params: Record<string, string>) => Promise<Response>;

const CASES: [Handle, path: string, logged: { event: string; code: string | null; url?: string }][] = [
  [handleAuth, "/api/auth/none", { event: "console.sign_in", code: "NOT_FOUND" }],
  [accessToken, "/api/console/token", { event: "console.token", code: "CROSS_SITE_REFUSED" }],
  [signOut, "/api/console/sign-out", { event: "console.sign_out", code: "CROSS_SITE_REFUSED" }],
  [handleTrpc, "/api/trpc/session.me", { event: "console.call", code: "UNAUTHENTICATED_MEMBER" }],
  [handleTrpc, "/api/trpc/session.me?batch=2", { event: "console.call", code: "UNAUTHENTICATED_MEMBER" }],
  [
    exportVerificationsCsv,
    "/api/console/export/verifications",
    { event: "console.export", code: "UNAUTHENTICATED_MEMBER" },
  ],
  [
    walletResponse,
    "/openid4vp/response/wtx_secret",
    { event: "wallet.response", code: null, url: "/openid4vp/response/[id]" },
  ],
];

test.each(CASES)("%o %s is answered and logged like the rest", async (handle, path, logged) => {
  const lines: RequestLogRow[] = [];
  const requestLog = { add: (line: RequestLogRow) => void lines.push(line), dropped: () => 0 };
  const request = new Request(BASE_URL + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Request-Id": "order-4711" },
    body: "{}",
  });
  const response = await handle({ ...service.get().deps, requestLog }, request, { id: "wtx_secret" });
  expect(response.headers.get("x-request-id")).toBe("order-4711");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { status } = response;
  expect(lines).toEqual([
    expect.objectContaining({ requestId: "order-4711", tenantId: null, method: "POST", status, ...logged }),
  ]);
});
