import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apacheConfiguration } from "#core/gates/configurations/apache.ts";
import { caddyConfiguration } from "#core/gates/configurations/caddy.ts";
import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";
import { haproxyConfiguration } from "#core/gates/configurations/haproxy.ts";
import {
  nginxAskingConfiguration,
  nginxConfiguration,
  nginxScriptFile,
} from "#core/gates/configurations/nginx.ts";
import { nginxScript } from "#core/gates/configurations/nginx-script.ts";
import { GATES } from "#core/gates/gate.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { apacheAround, apacheMissing } from "./support/apache.ts";
import { caddyMissing } from "./support/caddy.ts";
import { haproxyMissing } from "./support/haproxy.ts";
import { NGINX, nginxAround, nginxMissing, njsMissing } from "./support/nginx.ts";
import { ownFolder, writeFiles } from "./support/program.ts";
import { newTestGate } from "./support/test-gate.ts";

// Each program's own word about the printed text, for every kind of gate that the console takes. What the texts do is asked
// elsewhere, of one gate.

/** As long as the console takes them, exact ones and prefixes in turn. */
const manyPaths = (characters: number): string[] =>
  Array.from({ length: GATES.openPaths }, (_, i) => {
    const end = i % 2 === 0 ? "/" : ".x";
    return `/${i}${"/abc.def-".repeat(30)}`.slice(0, characters - end.length) + end;
  });

// An address instead of a name, because a checker looks names up.
const HERE = { publicUrl: "https://127.0.0.1:9443" };
const local = (origin: string): Partial<GateToConfigure> => ({
  ...{ origin, host: new URL(origin).host, cookieName: "lintel_gate_18", publicUrl: "http://localhost:3000" },
});

const KINDS: Record<string, Partial<GateToConfigure>> = {
  "for an age": {},
  "by policy": { threshold: "policy", cookieName: "__Host-lintel_gate_policy" },
  "with nothing open": { openPaths: [] },
  "with as many open paths as there can be": { openPaths: manyPaths(40) },
  "with as many and as long open paths as there can be": { openPaths: manyPaths(GATES.pathCharacters) },
  "with a port": { origin: "https://shop.test:8443", host: "shop.test:8443" },
  "with a long name": {
    origin: `https://${"a".repeat(60)}.${"b".repeat(60)}.test`,
    host: `${"a".repeat(60)}.${"b".repeat(60)}.test`,
  },
  "on this machine": local("http://localhost:3001"),
  "on this machine by its address": local("http://127.0.0.1"),
  "on this machine by its other address": local("http://[::1]:3001"),
  "before a service on this machine": { publicUrl: "http://localhost:3000" },
};

type Checked = { folder: string; files: Record<"cert" | "key" | "pem", string> };

const check = (program: string, args: readonly string[], folder: string): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, "data") },
  });
  return status === 0 ? "accepted" : `${stdout}${stderr}`;
};

const checkNginx = async (printed: string, { folder, files }: Checked): Promise<string> => {
  const text = printed
    .replace(/(?<=ssl_certificate )[^;]+/, files.cert)
    .replace(/(?<=ssl_certificate_key )[^;]+/, files.key);
  const { "nginx.conf": config } = await writeFiles(folder, { "nginx.conf": nginxAround(folder, text) });
  return check(NGINX, ["-t", "-p", folder, "-c", config], folder);
};

const CHECKERS: {
  name: string;
  lacks: string | null;
  accepts: (gate: GateToConfigure, about: Checked) => Promise<string>;
}[] = [
  {
    name: "nginx",
    lacks: njsMissing,
    accepts: async (gate, about) => {
      const { "gate.js": script } = await writeFiles(about.folder, { "gate.js": nginxScript(gate) });
      const file = nginxScriptFile(new URL(gate.origin).hostname);
      return checkNginx(nginxConfiguration(gate).replaceAll(file, script), about);
    },
  },
  {
    name: "nginx without njs",
    lacks: nginxMissing,
    accepts: async (gate, about) => checkNginx(nginxAskingConfiguration(gate), about),
  },
  {
    name: "haproxy",
    lacks: haproxyMissing,
    accepts: async (gate, { folder, files }) => {
      const text = haproxyConfiguration(gate).replaceAll(/(?<= crt )\S+/g, files.pem);
      const { "haproxy.cfg": config } = await writeFiles(folder, { "haproxy.cfg": text });
      return check("/usr/sbin/haproxy", ["-c", "-f", config], folder);
    },
  },
  {
    name: "caddy",
    lacks: caddyMissing,
    accepts: async (gate, { folder }) => {
      const { Caddyfile } = await writeFiles(folder, { Caddyfile: caddyConfiguration(gate) });
      return check("/usr/bin/caddy", ["validate", "--config", Caddyfile, "--adapter", "caddyfile"], folder);
    },
  },
  {
    name: "apache",
    lacks: apacheMissing,
    accepts: async (gate, { folder, files }) => {
      const own = { "site.crt": files.cert, "site.key": files.key, "lintel.key": "a passphrase" };
      const paths = await writeFiles(folder, own);
      const printed = apacheConfiguration(gate)
        .replace('/etc/apache2/lintel.key"', `${paths["lintel.key"]}"`)
        .replace("OIDCCacheDir /var/cache/apache2/mod_auth_openidc", `OIDCCacheDir ${folder}`);
      const text = apacheAround(folder, 8443, printed);
      const { "apache.conf": config } = await writeFiles(folder, { "apache.conf": text });
      return check("/usr/sbin/apache2", ["-t", "-f", config], folder);
    },
  },
];

describe.each(CHECKERS)("$name", ({ name, lacks, accepts }) => {
  test.skipIf(lacks !== null).each(Object.entries(KINDS))(
    "accepts the text of a gate %s",
    async (_, more) => {
      await using stack = new AsyncDisposableStack();
      const folder = await ownFolder(stack, `${name.replaceAll(" ", "-")}-checked`);
      const { cert, key } = createAuthority().issue(["shop.test"]);
      const files = await writeFiles(folder, { cert, key, pem: cert + key });
      const gate = newTestGate(443, { origin: "https://shop.test", ...HERE, ...more });
      expect(await accepts(gate, { folder, files })).toBe("accepted");
    },
  );
});
