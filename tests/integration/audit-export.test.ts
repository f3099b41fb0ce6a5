import { beforeAll, expect, test } from "vitest";
import { createId } from "#core/ids.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const service = consoleForFile();
// More than one page of the export.
const COUNT = 1_203;
const FORMULA = '=HYPERLINK("https://evil.example","open")';
let tenantId = "";
let other = "";

const entryAt = (n: number, of: string) => ({
  id: createId("audit", new Date(Date.UTC(2026, 10, 3, 0, 0, n)), new Uint8Array(10).fill(n % 90)),
  tenantId: of,
  actor: n % 2 === 0 ? "system" : "admin",
  action: n % 3 === 0 ? "settings.update" : "tenant.update",
  target: of,
  changes: { note: `entry ${n}` },
  requestId: n === 7 ? FORMULA : `req_${n}`,
  createdAt: new Date(Date.UTC(2026, 10, 3, 0, 0, n)),
});

beforeAll(async () => {
  const { deps, tenant: newTenant } = service.get();
  tenantId = (await newTenant()).id;
  other = (await newTenant()).id;
  await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  await knownPerson({ deps }, "ben", { tenantId, role: "viewer" });
  const rows = Array.from({ length: COUNT }, (_, n) => entryAt(n, tenantId));
  await deps.db.orm.auditEntry.createMany({ data: rows });
  await deps.db.orm.auditEntry.create({ data: { ...entryAt(COUNT, other), requestId: "req_of_another" } });
});

const download = async (filter: object, subject = "ada", list = "audit-trail"): Promise<Response> => {
  const { deps, identity } = service.get();
  const headers = {
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    authorization: `Bearer ${await identity.bearer(subject)}`,
    [TENANT_HEADER]: tenantId,
  };
  return consoleResponse(
    deps,
    new Request(`${BASE_URL}/api/console/export/${list}`, {
      method: "POST",
      headers,
      body: JSON.stringify(filter),
    }),
  );
};

const linesOf = async (filter: object): Promise<string[]> =>
  (await (await download(filter)).text()).trimEnd().split("\r\n");

test("the audit trail is a CSV file of every entry of the tenant, newest first, over all pages", async () => {
  const response = await download({ actor: "system" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain("audit-trail.csv");
  // Spreadsheets read it as UTF-8 only with this mark, which `text()` drops.
  expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const all = await linesOf({});
  expect(all[0]).toBe(
    "id,at,action,actor,actorName,keyMaker,keyMakerName,target,targetName,changes,requestId",
  );
  const notes = all.flatMap((line) => /entry (\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(notes).toEqual(Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n));
  expect(all.join("\n")).not.toContain("req_of_another");
});

test("its filters are those of the page", async () => {
  const found = await linesOf({ actor: "admin", action: "settings", from: "2026-11-03", to: "2026-11-03" });
  expect(found.length - 1).toBe(Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 6 === 3).length);
  expect((await linesOf({ to: "2026-11-02" })).length).toBe(1);
  expect((await download({ nonsense: true })).status).toBe(400);
});

test("no cell of it is a formula in a spreadsheet", async () => {
  const line = (await linesOf({})).find((one) => one.includes("evil.example"));
  expect(line).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
});

test("a role that may not read the page gets no export, and leaves no entry", async () => {
  const response = await download({}, "ben");
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "PERMISSION_DENIED" });
});

test("an export is an entry of its own, with its filter", async () => {
  await download({ actor: "admin" });
  const { identity, deps } = service.get();
  const bearer = await identity.bearer("ada");
  const answer = await consoleCall(
    deps,
    "reports.audit",
    { action: "audit_trail", limit: 1 },
    { bearer, tenantId },
  );
  expect(answer.data).toMatchObject({
    entries: [{ action: "audit_trail.export", actorName: "Ada", changes: { actor: "admin" } }],
  });
});

test("as JSON lines it has the shape of GET /audit, oldest first, and the filters of the page", async () => {
  const response = await download({ actor: "system" }, "ada", "audit-lines");
  expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain("audit-trail.jsonl");
  const lines = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const notes = lines.flatMap(({ changes }) => /entry (\d+)/.exec(changes.note ?? "")?.[1] ?? []).map(Number);
  expect(notes).toEqual(Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 2 === 0));
  expect(Object.keys(lines[0])).toEqual([
    ...["id", "at", "action", "actor", "target", "changes", "requestId", "cursor"],
  ]);
  const none = await (await download({ to: "2026-11-02" }, "ada", "audit-lines")).text();
  expect(none).toBe("");
  expect((await download({}, "ben", "audit-lines")).status).toBe(403);
});
