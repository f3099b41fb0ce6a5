import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LINT_CODES } from "#core/policy/advice.ts";
import { findHostedPage } from "#http/pages.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { hostedState } from "../support/http/handlers.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";
import { recordStatements } from "../support/world/statement-counter.ts";

// What one person's check costs the database, BEGIN, COMMIT and NOTIFY counted. It was 24 statements for the upload and 10
// for the page after it, while each part of the way read the page and its tenant again.
const UPLOAD_AND_REFRESH = 15;

const service = serviceForFile();

/** The page of a tenant with a webhook endpoint and a way back, as its browser has opened it. */
const openedPage = async (
  methods: string[],
  { mode = "liveKey", policy }: { mode?: "liveKey" | "testKey"; policy?: object } = {},
) => {
  const { call, deps, tenant } = service.get();
  const { id, [mode]: key } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods } });
  if (policy) await patchTenant(call, id, { policy, acceptedWarnings: LINT_CODES });
  await createEndpoint(await ownerCtx(deps, id), { url: "https://hooks.example.com/" });
  const person = policy ? { subjectRef: "person-7" } : {};
  const started = await start(call, key, { callback_url: "https://shop.example/back", ...person });
  const secret = secretOf(started);
  const poll = async (): Promise<unknown> =>
    (await hostedState(deps, new Request(`${BASE_URL}/v/${secret}/state`), { secret })).json();
  await poll();
  return { deps, secret, poll, taken: recordStatements(deps) };
};

/** One drawing of the page: what src/proxy.ts asks, and then the page itself. */
const draw = async (secret: string) => {
  const { deps } = service.get();
  expect(await findHostedPage(async () => deps, { pathname: `/v/${secret}`, host: null })).toMatchObject({
    exists: true,
  });
  return drawnPage(systemCtx(deps), secret, []);
};

/** The statements so far, once the NOTIFY after the commit is among them. */
const settled = async (taken: () => string[]): Promise<string[]> => {
  const all = taken();
  await expect.poll(() => all.push(...taken()) && all.some((text) => text.includes("pg_notify"))).toBe(true);
  return all;
};

const countOf = (statements: readonly string[], table: string): number =>
  statements.filter((text) =>
    new RegExp(`^(select|with)\\b.*\\b(from|join) "?(public"?\\."?)?${table}\\b`, "is").test(text),
  ).length;

test("a photo that decides, and the page after it, are at most 15 statements together", {
  timeout: 60_000,
}, async () => {
  const { deps, secret, taken } = await openedPage(["document", "wallet"]);
  taken();
  const answered = await submitEvidence(deps, secret, {
    method: "document",
    body: new Uint8Array(await readFile("public/samples/licence-adult.jpg")),
    headers: { "content-type": "image/jpeg" },
  });
  expect(await answered.json()).toEqual({
    status: "completed",
    outcome: "approved",
    methods: [],
    attemptsLeft: 2,
    fruitlessAnswers: 0,
    handoff: null,
  });
  const upload = await settled(taken);
  const drawn = await draw(secret);
  const refresh = taken();
  console.info(`upload: ${upload.length} statements, refresh: ${refresh.length}`);
  expect(drawn).toMatchObject({
    drawn: { view: { outcome: "approved", returnUrl: expect.stringContaining("token=") } },
  });
  expect([...upload, ...refresh].length).toBeLessThanOrEqual(UPLOAD_AND_REFRESH);
  // One reading of the page holds the tenant too; the two of the refresh are the proxy's and the page's.
  expect([countOf(upload, "tenant"), countOf(refresh, "tenant")]).toEqual([1, 2]);
  expect(upload.filter((text) => text.startsWith("with asked"))).toHaveLength(1);
});

test("a look for news is one statement, also where a wallet may be asked", async () => {
  for (const methods of [["document"], ["document", "wallet"]]) {
    const { poll, taken } = await openedPage(methods);
    taken();
    expect(await poll()).toMatchObject({ status: "in_progress", attemptsLeft: 3 });
    const statements = taken();
    expect(statements).toHaveLength(1);
    expect(statements.join()).not.toMatch(/from token|from "public"."token"/);
  }
});

test("a look for news is one statement under a policy too, tries of the person included", async () => {
  const methods = [
    { id: "document", use: "offer", attempts: 3 },
    { id: "wallet", use: "fallback" },
  ];
  const { poll, taken } = await openedPage(["document"], { policy: { default: { methods } } });
  taken();
  expect(await poll()).toMatchObject({ methods: ["document"], attemptsLeft: 3 });
  const statements = taken();
  expect(statements).toHaveLength(1);
  expect(statements.join()).toContain("subject_use");
});
