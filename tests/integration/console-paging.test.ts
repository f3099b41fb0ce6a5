import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import type { ConsoleRouter } from "#trpc/root.ts";
import { TRANSFORMER } from "#trpc/transformer.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

// The lists by tRPC's own infinite queries, which add a direction to every page they ask for.

const service = consoleForFile();
const LISTS = ["verifications.list", "webhooks.deliveries", "reports.logs", "reports.audit"] as const;

let tenantId = "";
let bearer = "";

beforeAll(async () => {
  const { deps, call, identity, tenant: newTenant } = service.get();
  const tenant = await newTenant();
  tenantId = tenant.id;
  await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  bearer = await identity.bearer("ada");
  const ask = (path: string, input: unknown) => consoleCall(deps, path, input, { bearer, tenantId });
  await ask("webhooks.createEndpoint", { url: "https://hooks.example.com/x" });
  for (let n = 0; n < 5; n += 1) {
    const { verificationId } = await start(call, tenant.liveKey);
    await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
    await ask("keys.create", { mode: "test", name: `Key ${n}` });
  }
  // Lines are written in batches, a little after their answers.
  await vi.waitFor(
    async () => expect(await deps.db.orm.requestLog.count({ where: { tenantId } })).toBe(10),
    5_000,
  );
});

const ask = (path: string, input: object) =>
  consoleCall(service.get().deps, path, input, { bearer, tenantId });

describe.each(LISTS)("%s", (path) => {
  test.each([{ direction: "forward" }, { direction: "backward" }, { direction: "forward", cursor: null }])(
    "answers an infinite query's %o",
    async (sent) => {
      const answer = await ask(path, { limit: 2, ...sent });
      expect(answer, answer.message).toMatchObject({ httpStatus: 200, errorCode: null });
      expect(answer.data).toEqual((await ask(path, { limit: 2 })).data);
    },
  );

  test("still refuses what it does not know", async () => {
    expect(await ask(path, { directions: "forward" })).toMatchObject({
      httpStatus: 400,
      issues: [{ path: "directions", message: "there is no such field" }],
    });
    expect(await ask(path, { direction: "sideways" })).toMatchObject({ httpStatus: 400 });
  });
});

test("somebody else's tRPC client walks every list to its end", async () => {
  const client = createTRPCClient<ConsoleRouter>({
    links: [
      httpBatchLink({
        url: `${BASE_URL}/api/trpc`,
        transformer: TRANSFORMER,
        methodOverride: "POST",
        headers: { authorization: `Bearer ${bearer}`, [TENANT_HEADER]: tenantId },
        fetch: (url, init) =>
          consoleResponse(service.get().deps, new Request(String(url), init as RequestInit)),
      }),
    ],
  });
  const queryClient = new QueryClient();
  const trpc = createTRPCOptionsProxy<ConsoleRouter>({ client, queryClient });
  const onwards = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };
  const input = { limit: 2 };
  const all = { pages: 100 };
  const verifications = await queryClient.fetchInfiniteQuery({
    ...trpc.verifications.list.infiniteQueryOptions(input, onwards),
    ...all,
  });
  const deliveries = await queryClient.fetchInfiniteQuery({
    ...trpc.webhooks.deliveries.infiniteQueryOptions(input, onwards),
    ...all,
  });
  const logs = await queryClient.fetchInfiniteQuery({
    ...trpc.reports.logs.infiniteQueryOptions(input, onwards),
    ...all,
  });
  const audit = await queryClient.fetchInfiniteQuery({
    ...trpc.reports.audit.infiniteQueryOptions(input, onwards),
    ...all,
  });
  const ids = {
    verifications: verifications.pages.flatMap((page) => page.verifications.map((row) => row.verificationId)),
    deliveries: deliveries.pages.flatMap((page) => page.deliveries.map(({ id }) => id)),
    logs: logs.pages.flatMap((page) => page.logs.map(({ id }) => id)),
    audit: audit.pages.flatMap((page) => page.entries.map(({ id }) => id)),
  };
  for (const [list, found] of Object.entries(ids)) {
    expect(found.length, list).toBeGreaterThanOrEqual(5);
    expect(new Set(found).size, list).toBe(found.length);
  }
});
