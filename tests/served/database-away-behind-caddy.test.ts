import { createServer, request as httpRequest } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { anyPort, listenLocally } from "../../scripts/local/ports.ts";
import { adapt, missing, ownFolder, startProgram, writeFiles } from "../gates/support/program.ts";
import { caddyfile as shipped } from "../support/deploy/files.ts";
import { ask, newGate, proofFor } from "../support/gates/gate-service.ts";
import { start } from "../support/http/actions.ts";
import { serveBuild } from "../support/http/served.ts";
import { withoutDatabase } from "../support/world/database.ts";

// Debian's Caddy with deploy/Caddyfile as it is, before one process instead of two.

const PROGRAM = "/usr/bin/caddy";
const caddyMissing = missing(PROGRAM, "caddy");
if (caddyMissing !== null) console.warn(`Skipped: ${caddyMissing}`);

const HEALTH = /^\t\thealth_uri (\S+)$/m.exec(shipped)?.[1];
/** One more than Caddy needs: a look can have begun while the database was still there. */
const LOOKS = 4;

/** Passes everything on to the service. @returns what its proxy got for each look at its health */
const listenBetween = async (stack: AsyncDisposableStack, port: number, service: number) => {
  const looks: number[] = [];
  const between = createServer((request, response) => {
    const { url: path, method, headers } = request;
    const to = httpRequest({ host: "127.0.0.1", port: service, path, method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (path === HEALTH) looks.push(status);
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    });
    to.once("error", () => response.destroy());
    request.pipe(to);
  });
  stack.defer(await listenLocally(between, port));
  return looks;
};

describe.skipIf(caddyMissing !== null)("while the database is away, behind the shipped proxy", () => {
  test("gates let visitors with a proof in, token keys are there, and refusals have their words", async () => {
    await using stack = new AsyncDisposableStack();
    const [door, inner, port] = [await anyPort(), await anyPort(), await anyPort()];
    const origin = `http://localhost:${door}`;
    const served = stack.use(
      await serveBuild({ PORT: String(port), PUBLIC_URL: origin, TRUSTED_PROXY_HOPS: "1" }),
    );
    const looks = await listenBetween(stack, inner, port);
    const folder = await ownFolder(stack, "caddy-away");
    const text = adapt(shipped, { "serve-a:3000 serve-b:3000": `127.0.0.1:${inner}` });
    const { Caddyfile } = await writeFiles(folder, { Caddyfile: `{\n\tadmin off\n}\n${text}` });
    await startProgram(stack, PROGRAM, ["run", "--config", Caddyfile, "--adapter", "caddyfile"], {
      port: door,
      env: { HOME: folder, XDG_DATA_HOME: join(folder, "data"), PUBLIC_URL: origin },
    });

    const { service } = served;
    const { id, testKey } = await service.tenant();
    const gate = await newGate(service, id);
    const proof = { cookie: `${gate.cookieName}=${proofFor(gate, new Date())}` };
    const check = async (headers: Record<string, string> = {}) =>
      (await ask(`${origin}/gate/${gate.siteId}/check`, { headers })).status;
    const { sessionUrl } = await start(service.call, testKey);
    const page = origin + new URL(String(sessionUrl)).pathname;
    const open = () => ask(page, { headers: { accept: "text/html" } });
    expect([await check(proof), await check()]).toEqual([204, 401]);
    expect((await open()).status).toBe(200);

    const { rows } = await service.deps.db.pool.query("select current_database() as name");
    await withoutDatabase(rows[0].name, async () => {
      const readiness = () => ask(`${origin}/health/ready`);
      await expect.poll(async () => (await readiness()).status, { timeout: 30_000 }).toBe(503);
      const before = looks.length;
      await expect.poll(() => looks.length - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(LOOKS);

      expect([await check(proof), await check()]).toEqual([204, 401]);
      const keys = await ask(`${origin}/.well-known/jwks.json`);
      expect([keys.status, JSON.parse(await keys.text()).keys.length]).toEqual([200, 1]);
      for (const path of ["/health", "/openapi.json", "/docs"])
        expect([path, (await ask(origin + path)).status]).toEqual([path, 200]);
      expect(JSON.parse(await (await readiness()).text())).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      const started = await fetch(`${origin}/verify/start`, {
        method: "POST",
        headers: { "x-tenant-api-key": testKey, "content-type": "application/json" },
        body: "{}",
      });
      expect([started.status, JSON.parse(await started.text()).code]).toEqual([500, "DATABASE_ERROR"]);
      // A session that only the database knows: the page says itself that it has no data.
      const cookie = `lintel-session=${"a".repeat(43)}`;
      const operators = await ask(`${origin}/console/operator`, { headers: { accept: "text/html", cookie } });
      expect(operators.status).toBe(200);
      const shown = await open();
      expect(shown.status).toBe(503);
      expect(shown.headers.get("content-type")).toMatch(/^text\/html/);
      expect(await shown.text()).toMatch(/try again/i);
      expect((await ask(`${origin}/admin/metrics`)).status).toBe(404);
    });
    await expect.poll(async () => (await open()).status, { timeout: 30_000 }).toBe(200);
  }, 180_000);
});
