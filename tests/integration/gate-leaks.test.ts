import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDoorVisitor } from "#platform/webhooks/door-visitor.ts";
import { developmentNetwork } from "#platform/webhooks/sender.ts";
import type { MemberCtx } from "#services/context.ts";
import { createGate } from "#services/gates/gates.ts";
import { lookForLeaks } from "#services/gates/leaks.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { LOOPBACK_ENV } from "../support/webhooks/tls-world.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile({ env: LOOPBACK_ENV });

/** What the servers of the site were asked. */
const asked: string[] = [];
const servers: Server[] = [];
const listen = async (host: string, port: number, answer: RequestListener): Promise<void> => {
  const server = createServer((request, response) => {
    asked.push(`${host} ${request.method} ${request.url} ${request.headers.cookie ?? "no cookie"}`);
    answer(request, response);
  });
  servers.push(server.listen(port, host));
  await once(server, "listening");
};
afterAll(() => {
  for (const server of servers) server.close();
});

const newOwner = async (): Promise<MemberCtx> => {
  const { deps, tenant } = service.get();
  return ownerCtx(deps, (await tenant({ plan: "scale" })).id);
};

const TEST_GATE = { mode: "test" as const, name: "Shop", minimumAge: 18, openPaths: ["/health"] };

describe("a site whose gate stands at IPv4 alone", () => {
  let port = 0;
  let siteId = "";
  let owner: MemberCtx;
  beforeAll(async () => {
    port = await anyPort();
    owner = await newOwner();
    ({ siteId } = (await createGate(owner, { ...TEST_GATE, origin: `http://localhost:${port}` })).gate);
    await listen("127.0.0.1", port, ({ url }, response) => {
      if (url === "/health") return void response.end("fine");
      response.writeHead(302, { location: `/.well-known/lintel/${siteId}/start?return=${url}` }).end();
    });
    await listen("::1", port, (_request, response) => void response.end("film for adults"));
  });

  test("is told of each page that comes by IPv6, and of nothing that is closed or meant to be open", async () => {
    const { looked, isWhole } = await lookForLeaks(owner, {
      siteId,
      paths: ["/", "/wine?year=2019", "/health"],
    });
    const at = `http://localhost:${port}`;
    expect(isWhole).toBe(true);
    expect(looked).toEqual([
      { door: "ipv4", url: `${at}/`, verdict: "closed", status: 302 },
      { door: "ipv4", url: `${at}/wine?year=2019`, verdict: "closed", status: 302 },
      { door: "ipv4", url: `${at}/health`, verdict: "meant", status: 200 },
      { door: "ipv6", url: `${at}/`, verdict: "open", status: 200 },
      { door: "ipv6", url: `${at}/wine?year=2019`, verdict: "open", status: 200 },
      { door: "ipv6", url: `${at}/health`, verdict: "meant", status: 200 },
    ]);
    expect(asked).toContain("127.0.0.1 GET /wine?year=2019 no cookie");
  });

  test("is looked at with an entry in the audit trail: how many pages, and how many were open, but not which", async () => {
    await lookForLeaks(owner, { siteId, paths: ["/", "/wine?year=2019", "/health"] });
    const entries = await owner.deps.db.orm.auditEntry.findMany({
      where: { action: "gate.look_for_leaks", target: siteId },
    });
    expect(entries.map(({ tenantId, changes }) => ({ tenantId, changes }))).toContainEqual({
      tenantId: owner.tenant.id,
      changes: { paths: 3, open: 2 },
    });
    expect(JSON.stringify(entries)).not.toContain("wine");
  });

  test("is asked for its first page where no path is named, and each path once", async () => {
    asked.length = 0;
    await lookForLeaks(owner, { siteId, paths: [] });
    await lookForLeaks(owner, { siteId, paths: ["/wine", "/wine"] });
    expect(asked.toSorted()).toEqual([
      "127.0.0.1 GET / no cookie",
      "127.0.0.1 GET /wine no cookie",
      "::1 GET / no cookie",
      "::1 GET /wine no cookie",
    ]);
  });

  test.each([
    "//evil.example/",
    "wine",
    "/\\evil.example",
    "https://evil.example/",
    "/%2f%2fevil.example",
    "/a b",
  ])("is not asked for %s, which is no path of the site", async (path) => {
    asked.length = 0;
    await expect(lookForLeaks(owner, { siteId, paths: ["/", path] })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: { issues: [{ path: "paths.1" }] },
    });
    expect(asked).toEqual([]);
  });

  test("is another tenant's, and a viewer's, to look at never", async () => {
    const stranger = await newOwner();
    await expect(lookForLeaks(stranger, { siteId, paths: [] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      lookForLeaks({ ...owner, role: "viewer" } as MemberCtx, { siteId, paths: [] }),
    ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("can be looked at six times a minute", async () => {
    const other = await newOwner();
    const { gate } = await createGate(other, { ...TEST_GATE, origin: `http://localhost:${port}` });
    const look = () => lookForLeaks(other, { siteId: gate.siteId, paths: [] });
    for (let round = 0; round < 6; round += 1) await look();
    await expect(look()).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  });
});

describe("a door where nothing answers", () => {
  test("is absent, and no other path is tried there", async () => {
    const owner = await newOwner();
    const port = await anyPort();
    const { gate } = await createGate(owner, { ...TEST_GATE, origin: `http://localhost:${port}` });
    const { looked } = await lookForLeaks(owner, { siteId: gate.siteId, paths: ["/", "/wine"] });
    expect(looked.map(({ door, verdict, status }) => `${door} ${verdict} ${status}`)).toEqual([
      "ipv4 absent null",
      "ipv6 absent null",
    ]);
  });
});

describe("in production", () => {
  test("no address of this machine or of a private network is asked, whatever name leads there", async () => {
    const port = await anyPort();
    let count = 0;
    await listen("127.0.0.1", port, (_request, response) => {
      count += 1;
      response.end();
    });
    const visit = createDoorVisitor({ resolve: async () => ["127.0.0.1"] });
    for (const url of [
      `http://localhost:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://shop.example.com:${port}/`,
      "https://shop.example.com/",
      "http://169.254.169.254/latest/meta-data/",
      "http://[::1]/",
    ])
      expect(await visit(url, 4), url).toEqual({ kind: "none", isAbsent: false });
    expect(count).toBe(0);
  });
});

describe("a site's certificate", () => {
  test("may be anyone's: bytes that leave are a leak all the same", async () => {
    const { key, cert } = createAuthority().issue(["other.example"]);
    const server = createTlsServer({ key, cert }, (_request, response) => void response.end("film"));
    servers.push(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const visit = createDoorVisitor(developmentNetwork());
    expect(await visit(`https://localhost:${port}/`, 4)).toEqual({
      kind: "answer",
      status: 200,
      location: null,
    });
  });
});
