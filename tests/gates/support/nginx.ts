import { nginxConfiguration } from "#core/gates/configurations/nginx.ts";
import { adapt, missing, type Program, startProgram, writeFiles } from "./program.ts";
import type { BeforeServer } from "./world.ts";

export const NGINX = "/usr/sbin/nginx";
export const nginxMissing = missing(NGINX, "nginx");

/** The comments that the text tells a site's owner to take away where nginx caches as well. */
const CACHE_LINES = /^( *)# (proxy_cache_path|proxy_cache|proxy_cache_key) /gm;

export const nginxAround = (folder: string, configuration: string): string => `
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

/** The configuration as it is printed; only addresses, certificates and folders are the test's. */
export const nginxText = async (
  { gate, site, folder, authority, certificate, door }: BeforeServer,
  isCaching = false,
): Promise<string> => {
  const { ca, cert, key } = await writeFiles(folder, {
    ...{ ca: authority, cert: certificate.cert, key: certificate.key },
  });
  const printed = nginxConfiguration(gate);
  return adapt(isCaching ? printed.replaceAll(CACHE_LINES, "$1$2 ") : printed, {
    ...(gate.origin.startsWith("https:") && {
      "/etc/ssl/shop.test/fullchain.pem": cert,
      "/etc/ssl/shop.test/privkey.pem": key,
    }),
    ...(gate.publicUrl.startsWith("https:") && { "/etc/ssl/certs/ca-certificates.crt": ca }),
    "http://127.0.0.1:8080": `http://127.0.0.1:${site.port}`,
    [`listen ${door.port}`]: `listen 127.0.0.1:${door.port}`,
    "/var/cache/nginx/": `${folder}/cache-`,
  });
};

/** Debian's nginx with that configuration. */
export const startNginx = async (
  stack: AsyncDisposableStack,
  before: BeforeServer,
  { isCaching = false, alter = (text: string) => text } = {},
): Promise<Program & { config: string }> => {
  const { folder, door } = before;
  const text = nginxAround(folder, alter(await nginxText(before, isCaching)));
  const { "nginx.conf": config } = await writeFiles(folder, { "nginx.conf": text });
  const program = await startProgram(stack, NGINX, ["-p", folder, "-c", config], { port: door.port });
  return { ...program, config };
};
