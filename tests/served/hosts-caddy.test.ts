import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { insertHost, updateHost } from "#data/tenants/tenant-hosts.ts";
import { newId } from "#services/ids.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { adapt, missing, ownFolder, startProgram, writeFiles } from "../gates/support/program.ts";
import { caddyfile as shipped } from "../support/deploy/files.ts";
import { printed, stepsOf } from "../support/deploy/guide-blocks.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { serveBuild } from "../support/http/served.ts";

// Debian's Caddy with deploy/Caddyfile and its part for hosts switched on, and its own authority in place of a public one.

const PROGRAM = "/usr/bin/caddy";
const caddyMissing = missing(PROGRAM, "caddy");
if (caddyMissing !== null) console.warn(`Skipped: ${caddyMissing}`);

const OWN = "verify.own.test";
const OFF = "verify.off.test";

/** The shipped file after the printed command that switches the part for hosts on. */
const switchedOn = async (folder: string): Promise<string> => {
  const [command = ""] = stepsOf(printed("docs/hosts.md > Caddy: certificates by themselves > 1"));
  mkdirSync(join(folder, "deploy"));
  const { "deploy/Caddyfile": file } = await writeFiles(folder, { "deploy/Caddyfile": shipped });
  execFileSync("/bin/sh", ["-c", command], { cwd: folder });
  return readFileSync(file, "utf8");
};

/** With the ports of this test, and one process where the file has two. */
const caddyfile = (template: string, ports: { http: number; https: number; service: number }): string => {
  const service = `127.0.0.1:${ports.service}`;
  return adapt(template, {
    "{\n\ton_demand_tls {": [
      ...["{", "admin off", "local_certs", "skip_install_trust", `http_port ${ports.http}`],
      ...[`https_port ${ports.https}`, "auto_https disable_redirects", "on_demand_tls {"],
    ].join("\n\t"),
    "serve-a:3000 serve-b:3000": service,
    "serve-a:3000": service,
  });
};

/** A handshake for a name. @returns null: the proxy has no certificate for it */
const shake = (port: number, servername: string): Promise<TLSSocket | null> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, servername, rejectUnauthorized: false });
    socket.once("secureConnect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });

const get = async (port: number, host: string, path: string) => {
  const socket = await shake(port, host);
  if (!socket) return { names: null, status: null, body: "" };
  const names = socket.getPeerCertificate().subjectaltname ?? "";
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  );
  const answer = await text(socket);
  return { names, status: Number(answer.slice(9, 12)), body: answer };
};

/** A request over HTTP/2, where `:authority` names the host (RFC 9113 §8.3.1). @returns its status */
const getOverHttp2 = async (
  port: number,
  { servername, authority, path, headers = {} }: H2Asked,
): Promise<number> => {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { servername, rejectUnauthorized: false });
  try {
    const stream = session.request({
      ...{ ":path": path, ":authority": authority, accept: "text/html" },
      ...headers,
    });
    const [[answered]] = await Promise.all([once(stream, "response"), text(stream)]);
    return Number(answered[":status"]);
  } finally {
    session.close();
  }
};

type H2Asked = {
  servername: string;
  authority: string;
  path: string;
  headers?: Record<string, string>;
};

describe.skipIf(caddyMissing !== null)("Caddy with on-demand certificates", () => {
  test("has a certificate for a host that is proven and on, and for no other name; the rest of it is the host's", async () => {
    await using stack = new AsyncDisposableStack();
    const [http, https, service] = [await anyPort(), await anyPort(), await anyPort()];
    const served = stack.use(
      await serveBuild({
        PORT: String(service),
        PUBLIC_URL: `https://age.test:${https}`,
        TRUSTED_PROXY_HOPS: "1",
      }),
    );
    const { deps, call, tenant } = served.service;
    const { id: tenantId, testKey } = await tenant();
    const now = deps.now();
    const give = async (host: string, more: { offAt?: Date; verifiedAt?: Date }, of = tenantId) => {
      const id = newId(deps, "host");
      await insertHost(deps.db.orm, { id, tenantId: of, host, txtToken: "x", createdAt: now });
      await updateHost(deps.db.orm, of, id, more);
    };
    await give(OWN, { verifiedAt: now });
    await give(OFF, { verifiedAt: now, offAt: now });
    await give("verify.claimed.test", {});
    const folder = await ownFolder(stack, "caddy-hosts");
    const configuration = caddyfile(await switchedOn(folder), { http, https, service });
    const { Caddyfile } = await writeFiles(folder, { Caddyfile: configuration });
    await startProgram(stack, PROGRAM, ["run", "--config", Caddyfile, "--adapter", "caddyfile"], {
      port: https,
      env: {
        HOME: folder,
        XDG_DATA_HOME: join(folder, "data"),
        PUBLIC_URL: `https://age.test:${https}`,
      },
    });

    const secret = secretOf(await start(call, testKey));
    expect(await get(https, OWN, `/v/${secret}`)).toMatchObject({ names: `DNS:${OWN}`, status: 200 });
    expect(await get(https, OWN, "/console/sign-in")).toMatchObject({ status: 404 });
    const over2 = (authority: string, path: string, headers: Record<string, string> = {}) =>
      getOverHttp2(https, { servername: OWN, authority, path, headers });
    expect(await over2(OWN, `/v/${secret}`)).toBe(200);
    expect(await over2(OWN, "/console/sign-in")).toBe(404);
    expect(await over2(`${OWN.toUpperCase()}.:${https}`, "/console/sign-in")).toBe(404);
    for (const name of ["x-forwarded-host", "forwarded", "x-original-host"])
      expect([name, await over2(OWN, "/console/sign-in", { [name]: "age.test" })]).toEqual([name, 404]);
    // With the certificate of one host, a request for another is that other's.
    await give("verify.second.test", { verifiedAt: now }, (await tenant()).id);
    expect(await over2("verify.second.test", `/v/${secret}`)).toBe(404);
    expect(await get(https, OWN, `/hosts/ask?domain=${OWN}`)).toMatchObject({ status: 404 });
    expect(await get(https, "age.test", `/v/${secret}`)).toMatchObject({
      names: "DNS:age.test",
      status: 200,
    });
    expect(await get(https, "age.test", `/hosts/ask?domain=${OWN}`)).toMatchObject({ status: 404 });
    // Without a key, the service itself says 401.
    const closed = ["/admin", "/admin/tenants", "/admin/metrics", "/%61dmin/tenants", "//admin/tenants"];
    for (const host of ["age.test", OWN])
      for (const path of closed) {
        const { status } = await get(https, host, path);
        expect([host, path, status]).toEqual([host, path, expect.toBeOneOf([400, 404])]);
      }
    for (const host of [OFF, "verify.claimed.test", "nobody.test"])
      expect([host, (await get(https, host, "/")).names]).toEqual([host, null]);
  }, 120_000);
});
