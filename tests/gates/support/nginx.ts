import { existsSync } from "node:fs";
import { nginxAskingConfiguration, nginxConfiguration } from "#core/gates/configurations/nginx.ts";
import { nginxScript } from "#core/gates/configurations/nginx-script.ts";
import { adapt, atLoopback, missing, type Program, startProgram, writeFiles } from "./program.ts";
import type { BeforeServer } from "./world.ts";

export const NGINX = "/usr/sbin/nginx";
const NJS = "/usr/lib/nginx/modules/ngx_http_js_module.so";
export const nginxMissing = missing(NGINX, "nginx");
/** Why nginx cannot verify proofs itself here; null when it can. */
export const njsMissing = nginxMissing ?? missing(NJS, "libnginx-mod-http-js");

/** The comments that the text tells a site's owner to take away where nginx caches as well. */
const CACHE_LINES = /^( *)# (proxy_cache_path|proxy_cache|proxy_cache_key) /gm;

export const nginxAround = (folder: string, configuration: string): string => `
${existsSync(NJS) ? `load_module ${NJS};` : ""}
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? "user www-data;" : ""}
worker_processes 1;
events {}
http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    proxy_cache_valid 200 10m;
${configuration}
}
`;

type Options = {
  isCaching?: boolean;
  alter?: (text: string) => string;
  /** Of the script that verifies proofs. */
  alterScript?: (text: string) => string;
};

/** The configuration as it is printed; only addresses, certificates and folders are the test's. */
const adapted = async (
  { gate, site, folder, authority, certificate, door }: BeforeServer,
  printed: string,
): Promise<string> => {
  const { ca, cert, key } = await writeFiles(folder, {
    ...{ ca: authority, cert: certificate.cert, key: certificate.key },
  });
  return adapt(printed, {
    ...(gate.origin.startsWith("https:") && {
      "/etc/ssl/shop.test/fullchain.pem": cert,
      "/etc/ssl/shop.test/privkey.pem": key,
    }),
    ...(gate.publicUrl.startsWith("https:") && { "/etc/ssl/certs/ca-certificates.crt": ca }),
    "http://127.0.0.1:8080": `http://127.0.0.1:${site.port}`,
    "/var/cache/nginx/": `${folder}/cache-`,
    ...atLoopback("listen ", door.port),
  });
};

const cachingIf = (isCaching: boolean, printed: string): string =>
  isCaching ? printed.replaceAll(CACHE_LINES, "$1$2 ") : printed;

/** The text of an nginx that asks about each request. */
export const nginxAskingText = (before: BeforeServer, isCaching = false): Promise<string> =>
  adapted(before, cachingIf(isCaching, nginxAskingConfiguration(before.gate)));

/** The text of an nginx that verifies proofs itself; writes its script as well. */
export const nginxText = async (
  before: BeforeServer,
  isCaching = false,
  alterScript = (text: string): string => text,
): Promise<string> => {
  const { gate, folder } = before;
  const script = adapt(nginxScript(gate), { GATE_SECRET: gate.secret });
  const { "gate.js": path } = await writeFiles(folder, { "gate.js": alterScript(script) });
  const printed = cachingIf(isCaching, nginxConfiguration(gate));
  const { hostname } = new URL(gate.origin);
  return adapt(await adapted(before, printed), { [`/etc/nginx/lintel-${hostname}.js`]: path });
};

const startWith = async (
  stack: AsyncDisposableStack,
  { folder, door }: BeforeServer,
  text: string,
): Promise<Program & { config: string }> => {
  const { "nginx.conf": config } = await writeFiles(folder, { "nginx.conf": nginxAround(folder, text) });
  const program = await startProgram(stack, NGINX, ["-p", folder, "-c", config], { port: door.port });
  return { ...program, config };
};

/** Debian's nginx that verifies proofs itself, by njs. */
export const startNginx = async (
  stack: AsyncDisposableStack,
  before: BeforeServer,
  { isCaching = false, alter = (text) => text, alterScript }: Options = {},
): Promise<Program & { config: string }> =>
  startWith(stack, before, alter(await nginxText(before, isCaching, alterScript)));

/** Debian's nginx that asks the service about each request. */
export const startAskingNginx = async (
  stack: AsyncDisposableStack,
  before: BeforeServer,
  { isCaching = false, alter = (text) => text }: Options = {},
): Promise<Program & { config: string }> =>
  startWith(stack, before, alter(await nginxAskingText(before, isCaching)));
