import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { apacheConfiguration } from "#core/gates/configurations/apache.ts";
import { type AgeProvider, startAgeProvider } from "./age-provider.ts";
import { adapt, type Program, startProgram, writeFiles } from "./program.ts";
import { type GateWorld, newGateWorld } from "./world.ts";

const PROGRAM = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";

/** Why tests with Apache cannot run here; null when they can. */
export const apacheMissing: string | null =
  existsSync(PROGRAM) && existsSync(join(MODULES, "mod_auth_openidc.so"))
    ? null
    : "Apache with mod_auth_openidc is not installed (Debian: apt-get install apache2 libapache2-mod-auth-openidc)";

const LOADED = [
  "mpm_event",
  "authn_core",
  "authz_core",
  "authz_user",
  "auth_openidc",
  "headers",
  "proxy",
  "proxy_http",
]
  .concat("ssl", "socache_shmcb")
  .map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`)
  .join("\n");

export const apacheAround = (folder: string, port: number, configuration: string): string => `
ServerRoot "${folder}"
ServerName shop.test
Listen 127.0.0.1:${port}
PidFile "${folder}/apache.pid"
DefaultRuntimeDir "${folder}"
ErrorLog "${folder}/error.log"
${LOADED}
StartServers 1
ThreadsPerChild 8
MaxRequestWorkers 8
${process.getuid?.() === 0 ? "User www-data\nGroup www-data" : ""}
<VirtualHost 127.0.0.1:${port}>
ServerName shop.test
SSLEngine on
SSLCertificateFile "${folder}/site.crt"
SSLCertificateKeyFile "${folder}/site.key"
${configuration}
</VirtualHost>
`;

/**
 * Debian's Apache with the printed configuration, before the site.
 * @param shop another site
 */
export const startApache = async (
  stack: AsyncDisposableStack,
  alter: (configuration: string) => string = (text) => text,
  shop?: { port: number },
): Promise<GateWorld & { provider: AgeProvider; program: Program }> => {
  const world = await newGateWorld(stack, "apache");
  const { gate, site, certificate, folder, door } = world;
  const provider = await startAgeProvider(stack);
  await writeFiles(folder, { "site.crt": certificate.cert, "site.key": certificate.key });
  const { key } = await writeFiles(folder, { key: randomBytes(32).toString("base64") });
  const cache = join(folder, "cache");
  await mkdir(cache);
  await chmod(cache, 0o777); // Apache may be another user than the test
  const text = adapt(alter(apacheConfiguration(gate)), {
    '/etc/apache2/lintel.key"': `${key}"`,
    "OIDCCacheDir /var/cache/apache2/mod_auth_openidc": `OIDCCacheDir ${cache}`,
    [`${gate.publicUrl}/oidc`]: provider.issuer,
    CLIENT_ID: "cli_1",
    CLIENT_SECRET: "cs_1",
    "http://127.0.0.1:8080": `http://127.0.0.1:${(shop ?? site).port}`,
  });
  const files = await writeFiles(folder, { "apache.conf": apacheAround(folder, door.port, text) });
  const program = await startProgram(stack, PROGRAM, ["-D", "FOREGROUND", "-f", files["apache.conf"]], {
    port: door.port,
  });
  return { ...world, provider, program };
};
