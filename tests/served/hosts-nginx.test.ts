import { execFileSync } from "node:child_process";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { newId } from "#services/ids.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { NGINX, nginxAround, nginxMissing } from "../gates/support/nginx.ts";
import { ownFolder, startProgram, writeFiles } from "../gates/support/program.ts";
import { asTyped, printed } from "../support/deploy/guide-blocks.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { serveBuild } from "../support/http/served.ts";
import { createAuthority } from "../support/world/certificates.ts";

// Debian's nginx with the server that docs/hosts.md prints.

if (nginxMissing !== null) console.warn(`Skipped: ${nginxMissing}`);

const BLOCK = printed("docs/hosts.md > nginx: certificates of your own > 1");
const HOST = /server_name (\S+);/.exec(BLOCK)?.[1] ?? "";
const MAIN = "age.test";

type Asked = { port: number; ca: string; host: string; method?: string; body?: Buffer };

/** A request to the printed server, whose certificate is for {@link HOST}, with any Host header. */
const ask = (path: string, { port, ca, host, method = "GET", body }: Asked) =>
  new Promise<{ status: number; words: string }>((resolve, reject) => {
    const headers = { host, accept: "text/html", "content-type": "image/jpeg" };
    const sent = request(
      { host: "127.0.0.1", port, servername: HOST, ca, path, method, headers, agent: false },
      (response) => {
        text(response).then((words) => resolve({ status: response.statusCode ?? 0, words }), reject);
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });

describe.skipIf(nginxMissing !== null)("nginx with the operator's certificate", () => {
  test("the printed server shows a tenant's host to people, and /admin to nobody", async () => {
    await using stack = new AsyncDisposableStack();
    const [door, service] = [await anyPort(), await anyPort()];
    const served = stack.use(
      await serveBuild({ PORT: String(service), PUBLIC_URL: `https://${MAIN}`, TRUSTED_PROXY_HOPS: "1" }),
    );
    const { deps, call, tenant } = served.service;
    const { id: tenantId, liveKey } = await tenant();
    const now = deps.now();
    const id = newId(deps, "host");
    await insertHost(deps.db.orm, { id, tenantId, host: HOST, txtToken: "x", createdAt: now });
    await updateHost(deps.db.orm, tenantId, id, { verifiedAt: now });

    const folder = await ownFolder(stack, "nginx-hosts");
    const authority = createAuthority();
    const certificate = authority.issue([HOST]);
    const { "fullchain.pem": chain, "privkey.pem": key } = await writeFiles(folder, {
      "fullchain.pem": certificate.cert,
      "privkey.pem": certificate.key,
    });
    const typed = asTyped(BLOCK, {
      "listen 443 ssl": `listen 127.0.0.1:${door} ssl`,
      "/etc/letsencrypt/live/verify.shop.example/fullchain.pem": chain,
      "/etc/letsencrypt/live/verify.shop.example/privkey.pem": key,
      "127.0.0.1:3000": `127.0.0.1:${service}`,
    });
    const { "nginx.conf": config } = await writeFiles(folder, { "nginx.conf": nginxAround(folder, typed) });
    execFileSync(NGINX, ["-t", "-q", "-p", folder, "-c", config], { stdio: ["ignore", "pipe", "pipe"] });
    await startProgram(stack, NGINX, ["-p", folder, "-c", config], { port: door });
    const to = { port: door, ca: authority.ca, host: HOST };

    const page = `/v/${secretOf(await start(call, liveKey))}`;
    expect((await ask(page, to)).status).toBe(200);
    // Nothing but hosted pages is at a tenant's host: so Host arrived as it came.
    expect((await ask("/console/sign-in", to)).status).toBe(404);
    expect((await ask("/openapi.json", to)).status).toBe(404);
    const closed = ["/admin", "/admin/tenants", "/admin/metrics", "/%61dmin/tenants", "//admin/tenants"];
    // Without a key, the service itself says 401; a client may name the main host with this certificate.
    for (const host of [HOST, MAIN])
      for (const path of closed)
        expect([host, path, (await ask(path, { ...to, host })).status]).toEqual([host, path, 404]);
    // A photo may have 12 MiB, and reaches the service; this one is refused there, because it shows nothing.
    const photo = Buffer.alloc(11 * 1024 * 1024);
    const answer = await ask(`${page}/document`, { ...to, method: "POST", body: photo });
    expect(answer.status).not.toBe(413);
    expect(answer.words).not.toContain("nginx");
  }, 120_000);
});
