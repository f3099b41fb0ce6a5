import { haproxyConfiguration } from "#core/gates/configurations/haproxy.ts";
import { adapt, atLoopback, missing, type Program, startProgram, writeFiles } from "./program.ts";
import type { BeforeServer } from "./world.ts";

const HAPROXY = "/usr/sbin/haproxy";
export const haproxyMissing = missing(HAPROXY, "haproxy");

/** Debian's HAProxy with the configuration as it is printed; only addresses, certificates and the secret are the test's. */
export const startHaproxy = async (
  stack: AsyncDisposableStack,
  { gate, site, folder, authority, certificate, door }: BeforeServer,
  { alter = (text: string) => text } = {},
): Promise<Program & { config: string }> => {
  const { ca, pem } = await writeFiles(folder, {
    ...{ ca: authority, pem: certificate.cert + certificate.key },
  });
  const text = adapt(haproxyConfiguration(gate), {
    ...(gate.origin.startsWith("https:") && { "/etc/haproxy/shop.test.pem": pem }),
    ...(gate.publicUrl.startsWith("https:") && { "/etc/ssl/certs/ca-certificates.crt": ca }),
    "127.0.0.1:8080": `127.0.0.1:${site.port}`,
    ...atLoopback("bind :", door.port),
    GATE_SECRET: gate.secret,
  });
  const { "haproxy.cfg": config } = await writeFiles(folder, { "haproxy.cfg": alter(text) });
  const program = await startProgram(stack, HAPROXY, ["-db", "-f", config], { port: door.port });
  return { ...program, config };
};
