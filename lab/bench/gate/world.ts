import { anyPort } from "../../../scripts/local/ports.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { GATES } from "../../../src/core/gates/gate.ts";
import { insertGate } from "../../../src/data/tenants/gates.ts";
import { createRuntime, systemCtx } from "../../../src/runtime/runtime.ts";
import { newId } from "../../../src/services/ids.ts";
import { newSiteSecret } from "../../../src/services/sealing.ts";
import { createTenant } from "../../../src/services/tenants/tenants.ts";
import { NGINX } from "../../../tests/gates/support/nginx.ts";
import { adapt, ownFolder, startProgram, writeFiles } from "../../../tests/gates/support/program.ts";
import { newTestGate, type TestGate } from "../../../tests/gates/support/test-gate.ts";
import type { BeforeServer } from "../../../tests/gates/support/world.ts";

export const CONSTANT = "/constant";
/** A page of the site. */
export const PAGE = "/page";

/** A gate over http before a site at some port of this machine, in the service's database. */
export const newBenchGate = async (
  env: Readonly<Record<string, string>>,
  publicUrl: string,
): Promise<TestGate> => {
  const { deps, close } = await createRuntime(loadConfig(env));
  const { id: tenantId } = await createTenant(systemCtx(deps), { name: "Bench", plan: "scale" });
  const siteId = newId(deps, "gate");
  const { secret, secretSealed } = newSiteSecret(deps, "gateSecret", siteId);
  const now = deps.now();
  const origin = `http://localhost:${await anyPort()}`;
  await insertGate(deps.db.orm, {
    ...{ id: siteId, tenantId, mode: "test", name: "Bench", origin, minimumAge: 18, secretSealed },
    ...{ country: null, region: null, lifetimeSeconds: GATES.lifetimeSeconds.default, openPaths: [] },
    ...{ createdAt: now, updatedAt: now },
  });
  await close();
  return newTestGate(0, { siteId, secret, origin, publicUrl, cookieName: "lintel_gate_18" });
};

const NGINX_ALONE = (folder: string, port: number): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? "user www-data;" : ""}
events {}
http {
    access_log off;
    keepalive_requests 1000000;
    server {
        listen 127.0.0.1:${port};
        location / {
            return 200 "${"a page of the site ".repeat(50)}";
        }
    }
}
`;

/** The site: a page of a kilobyte, by a separate nginx, so that it costs little. @returns its port */
export const startApplication = async (stack: AsyncDisposableStack): Promise<number> => {
  const [folder, port] = [await ownFolder(stack, "site"), await anyPort()];
  const { "nginx.conf": config } = await writeFiles(folder, { "nginx.conf": NGINX_ALONE(folder, port) });
  await startProgram(stack, NGINX, ["-p", folder, "-c", config], { port });
  return port;
};

// A server beside its gate, at another port: the site without a gate, as the printed text passes requests on to it, and a
// constant answer.
const nginxWithoutGate = (port: number, application: number): Record<string, string> => ({
  "\nserver {\n": `
keepalive_requests 1000000;
server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Connection "";
    location / { proxy_pass http://127.0.0.1:${application}; }
    location = ${CONSTANT} { return 200 "constant"; }
}
server {
`,
});
const withoutGate = {
  nginx: nginxWithoutGate,
  "nginx-asks": nginxWithoutGate,
  haproxy: (port: number, _application: number, siteId: string): Record<string, string> => ({
    [`\nfrontend site_${siteId}\n`]: `
frontend plain
    bind 127.0.0.1:${port}
    http-request return status 200 content-type text/plain string constant if { path ${CONSTANT} }
    default_backend application_${siteId}

frontend site_${siteId}
`,
  }),
};

/** What one of these is started with, and the port at which it has no gate. */
export const serverBefore = async (
  stack: AsyncDisposableStack,
  name: keyof typeof withoutGate,
  gate: TestGate,
  application: number,
) => {
  const [folder, plainPort] = [await ownFolder(stack, name), await anyPort()];
  const port = Number(new URL(gate.origin).port);
  const before: BeforeServer = {
    ...{ gate, folder, site: { port: application }, door: { port, host: gate.host } },
    ...{ authority: "", certificate: { cert: "", key: "" } },
  };
  const alter = (text: string): string => adapt(text, withoutGate[name](plainPort, application, gate.siteId));
  return { before, alter, plainPort };
};
