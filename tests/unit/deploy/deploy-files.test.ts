import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CONFIG_KEYS, loadConfig } from "#config/config.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { MAX_RESIDENT_BYTES } from "../../../packages/document-reader/src/process/scan-protocol.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import * as deploy from "../../support/deploy/files.ts";

// What an image reads besides our settings: Node, Next, the shell; and PostgreSQL's image.
const OF_IMAGES = ["NODE_ENV", "NEXT_TELEMETRY_DISABLED", "PATH"];
const OF_POSTGRES = ["POSTGRES_PASSWORD"];

const unknownTo = (known: readonly string[], names: Iterable<string>): string[] =>
  [...names].filter((name) => !known.includes(name));

const { services } = deploy.compose;
const ours = Object.entries(services).filter(([, { image }]) => image === "lintel");
const configOf = (kind: string) => deploy.manifests.find((manifest) => manifest.kind === kind);

const SECRETS = {
  DATABASE_URL: "postgresql://u:p@localhost/lintel",
  PUBLIC_URL: "https://age.example.com",
  SECRETS_KEY: randomBytes(32).toString("base64"),
  KEY_PEPPER: randomBytes(32).toString("base64"),
  ADMIN_KEYS: "k".repeat(32),
  TOKEN_SIGNING_KEYS: JSON.stringify([
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ]),
};
const filled = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")),
});
/** Seconds of the grace and of running requests together; src/server/main.ts has the second. */
const stopSeconds = (env: Readonly<Record<string, string>>): number =>
  loadConfig({ ...SECRETS, ...filled(env) }).SHUTDOWN_GRACE_SECONDS + 10;

describe("every environment variable is a setting of src/config/config.ts, or a known image's own", () => {
  test("in the Dockerfile", () => {
    const set = [...deploy.dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
      [...line.matchAll(/(\w+)=/g)].map(([, name = ""]) => name),
    );
    const asked = [...deploy.dockerfile.matchAll(/process\.env\.(\w+)/g)].map(([, name = ""]) => name);
    expect(set.length).toBeGreaterThan(0);
    expect(unknownTo([...CONFIG_KEYS, ...OF_IMAGES], [...set, ...asked])).toEqual([]);
  });

  test("in compose.yaml, and its values are valid", () => {
    expect(ours.length).toBeGreaterThanOrEqual(4);
    for (const [, { environment }] of ours) {
      expect(unknownTo([...CONFIG_KEYS, ...OF_POSTGRES], Object.keys(environment))).toEqual([]);
      // .env has it, for the container of PostgreSQL alone.
      expect(environment.POSTGRES_PASSWORD).toBe("");
      expect(loadConfig({ ...SECRETS, ...environment }).TRUSTED_PROXY_HOPS).toBe(1);
    }
    expect(unknownTo(OF_POSTGRES, Object.keys(services.postgres?.environment ?? {}))).toEqual([]);
    const interpolated = [...readFileSync("compose.yaml", "utf8").matchAll(/\$\{(\w+)/g)];
    expect(
      unknownTo(
        [...CONFIG_KEYS, ...OF_POSTGRES],
        interpolated.map(([, name = ""]) => name),
      ),
    ).toEqual([]);
    const placeholders = [...deploy.caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name = ""]) => name);
    expect(Object.keys(services.caddy?.environment ?? {})).toEqual(placeholders);
  });

  test("in the manifests, and a pod has all settings that it needs", () => {
    const [config, secret] = [configOf("ConfigMap")?.data ?? {}, configOf("Secret")?.stringData ?? {}];
    expect(unknownTo(CONFIG_KEYS, [...Object.keys(config), ...Object.keys(secret)])).toEqual([]);
    const env = { ...config, ...secret, ...SECRETS };
    for (const name of ["SECRETS_KEY", "KEY_PEPPER", "ADMIN_KEYS", "TOKEN_SIGNING_KEYS"])
      expect(secret).toHaveProperty(name);
    expect(() => loadConfig({ ...filled(env) })).not.toThrow();
    for (const { container } of deploy.workloads) {
      expect(container.env).toEqual([]);
      expect(container.envFrom).toEqual([
        { configMapRef: { name: "lintel" } },
        { secretRef: { name: "lintel" } },
      ]);
    }
  });

  test("in the units", () => {
    for (const { options } of deploy.units) {
      const names = (options.get("Environment") ?? []).flatMap((line) =>
        [...line.matchAll(/(\w+)=/g)].map(([, name = ""]) => name),
      );
      expect(names).toContain("NODE_ENV");
      expect(unknownTo([...CONFIG_KEYS, ...OF_IMAGES], names)).toEqual([]);
    }
  });
});

describe("every command is one of package.json, and its file exists", () => {
  test("in the image", () => {
    expect([...deploy.imageCommands.keys()]).toEqual(expect.arrayContaining(["serve", "worker", "migrate"]));
    for (const [name, command] of deploy.imageCommands) expect(deploy.commandOfScript(name)).toBe(command);
    const first = /^CMD \["(\w+)"\]$/m.exec(deploy.dockerfile)?.[1];
    expect([...deploy.imageCommands.keys()]).toContain(first);
    for (const [, source = ""] of deploy.dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const path of source.split(" ")) expect(existsSync(path), path).toBe(true);
  });

  test("in the guides: the image has each command that they tell an operator to run", () => {
    // What is for the tree alone, and never run where the service runs.
    const ofTheTree = ["build", "bench", "conformance", "test", "test:faults"];
    const told = ["docs/operations.md", "docs/deployment.md"].flatMap((guide) => {
      const text = readFileSync(guide, "utf8");
      const byNpm = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)];
      const byImage = [
        ...text.matchAll(
          /(?:docker run --rm|compose run --rm(?: --no-deps)? [\w-]+|-- lintel|`lintel) ([\w-]+)/g,
        ),
      ];
      return [...byNpm, ...byImage].map(([, name = ""]) => name).filter((name) => name !== "lintel");
    });
    expect(told).toEqual(expect.arrayContaining(["migrate", "reseal", "oidc-keys", "settings", "doctor"]));
    expect(unknownTo([...deploy.imageCommands.keys(), ...ofTheTree], new Set(told))).toEqual([]);
  });

  test("in compose.yaml and the manifests", () => {
    const called = [
      ...ours.map(([, { command }]) => command),
      ...deploy.workloads.map(({ container }) => container.args),
    ];
    for (const command of called) expect([...deploy.imageCommands.keys()]).toContain(command?.[0]);
  });

  test("in the units", () => {
    const commands = deploy.units.map(({ options }) => {
      const [node = "", ...command] = options.get("ExecStart")?.[0]?.split(" ") ?? [];
      expect(node).toBe("/opt/lintel/node_modules/.bin/node");
      return command.join(" ");
    });
    const expected = ["migrate", "serve", "worker"].map((name) => deploy.commandOfScript(name));
    expect(commands.map((command) => command.replace(/ --processes 1$/, "")).sort()).toEqual(expected.sort());
  });
});

describe("health", () => {
  const paths = ENDPOINTS.filter(({ method }) => method === "GET").map(({ path }) => path);
  const serve = deploy.workloads.find(({ name }) => name === "lintel-serve")?.container;

  test("every probe asks an address that there is; a database that goes away neither restarts a pod nor hides it", () => {
    expect(serve?.startupProbe?.httpGet.path).toBe("/health/ready");
    expect(serve?.readinessProbe?.httpGet.path).toBe("/health/serving");
    expect(serve?.livenessProbe?.httpGet.path).toBe("/health");
    const probes = [serve?.startupProbe, serve?.readinessProbe, serve?.livenessProbe];
    for (const probe of probes) {
      expect(paths).toContain(probe?.httpGet.path);
      expect(serve?.ports.map(({ name }) => name)).toContain(probe?.httpGet.port);
    }
    const inImage = /HEALTHCHECK[\s\S]*?\}(\/[\w/]+)`/.exec(deploy.dockerfile)?.[1];
    const inCaddy = /health_uri (\S+)/.exec(deploy.caddyfile)?.[1];
    expect([inImage, inCaddy]).toEqual(["/health/ready", "/health/serving"]);
    expect(deploy.scrape.metrics_path).toBe("/admin/metrics");
    expect(paths).toContain(deploy.scrape.metrics_path);
  });

  test("only what serves is asked, by its image's health check", () => {
    const asked = ours.filter(([, { healthcheck }]) => healthcheck?.disable !== true);
    expect(asked.map(([, { command }]) => command)).toEqual([["serve"], ["serve"]]);
    expect(ours.filter(([, { command }]) => command?.[0] !== "serve")).toHaveLength(2);
  });
});

describe("a stop loses nothing", () => {
  test("every supervisor waits for the grace and for running requests", () => {
    const config = configOf("ConfigMap")?.data ?? {};
    for (const [, { command, stop_grace_period: seconds, environment }] of ours)
      if (command?.[0] === "serve") expect(seconds).toBeGreaterThan(stopSeconds(environment));
    for (const { name, pod, container } of deploy.workloads.filter(({ name }) => name === "lintel-serve")) {
      const [program, seconds] = container.lifecycle?.preStop.exec.command ?? [];
      expect([name, program, seconds]).toEqual(["lintel-serve", "sleep", config.SHUTDOWN_GRACE_SECONDS]);
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + stopSeconds(config));
    }
    const unit = deploy.units.find(({ name }) => name === "lintel-serve@.service")?.options;
    expect(Number(unit?.get("TimeoutStopSec")?.[0])).toBeGreaterThan(stopSeconds({}));
    expect(unit?.get("KillMode")).toEqual(["mixed"]);
  });

  test("Caddy turns away within the grace, and keeps no connection longer than serve does", () => {
    const secondsOf = (name: string) =>
      Number(new RegExp(`^\\s*${name} (\\d+)s$`, "m").exec(deploy.caddyfile)?.[1]);
    expect(secondsOf("health_interval")).toBeLessThan(loadConfig(SECRETS).SHUTDOWN_GRACE_SECONDS);
    const { server } = createHttpServer(async () => {}, { proxyHops: 1, isHttps: true });
    expect(secondsOf("keepalive") * 1000).toBeLessThan(server.keepAliveTimeout);
    const behind = /reverse_proxy (.+) \{/.exec(deploy.caddyfile)?.[1]?.split(" ");
    const served = ours.filter(([, { command }]) => command?.[0] === "serve");
    expect(behind).toEqual(served.map(([name, { environment }]) => `${name}:${environment.PORT}`));
  });
});

const MIB = 1024 * 1024;
/** "2g" of compose and "2Gi" of Kubernetes are the same. */
const bytesOf = (text = ""): number => {
  const [, number = "", unit = ""] = /^(\d+)([mg])i?$/.exec(text.toLowerCase()) ?? [];
  return Number(number) * (unit === "g" ? 1024 : 1) * MIB;
};
/** What `serve` itself was seen to take under load: docs/operations.md, "Sizing". */
const SERVE_BYTES = 660_000_000;

describe("a photo ends its reader and not the service", () => {
  const needed = (env: Readonly<Record<string, string>>, inMemory: readonly string[]): number =>
    SERVE_BYTES +
    loadConfig({ ...SECRETS, ...filled(env) }).DOCUMENT_PROCESSES * MAX_RESIDENT_BYTES +
    inMemory.reduce((sum, size) => sum + bytesOf(size), 0);

  test("in compose.yaml, whatever serves has room for all readers at their limit, and for its folders in memory", () => {
    const serving = ours.filter(([, { command }]) => command?.[0] === "serve");
    expect(serving.length).toBeGreaterThan(0);
    for (const [name, { mem_limit: limit, environment, tmpfs }] of serving) {
      const inMemory = tmpfs.map((mount) => /size=(\w+)/.exec(mount)?.[1] ?? "");
      expect([name, bytesOf(limit) >= needed(environment, inMemory)]).toEqual([name, true]);
    }
  });

  test("in the manifests as well", () => {
    const serving = deploy.workloads.filter(({ container }) => container.args[0] === "serve");
    expect(serving.length).toBeGreaterThan(0);
    for (const { name, pod, container } of serving) {
      const inMemory = pod.spec.volumes.flatMap(({ emptyDir }) =>
        emptyDir?.medium === "Memory" ? [emptyDir.sizeLimit] : [],
      );
      const limit = bytesOf(container.resources.limits.memory);
      expect([name, limit >= needed(configOf("ConfigMap")?.data ?? {}, inMemory)]).toEqual([name, true]);
    }
  });

  test("and the units set no limit that would end the service first", () => {
    for (const { name, options } of deploy.units)
      for (const limit of ["MemoryMax", "MemoryHigh"])
        expect([name, options.get(limit)]).toEqual([name, undefined]);
  });
});

describe("least privilege", () => {
  test("the image runs as a user that is a number and not root, and takes only production packages along", () => {
    const last = deploy.dockerfile.slice(deploy.dockerfile.lastIndexOf("\nFROM "));
    expect(/^USER (\d+):(\d+)$/m.exec(last)?.slice(1).map(Number)).toEqual([10001, 10001]);
    expect([...last.matchAll(/^COPY --from=(\w+) \S*node_modules/gm)].map(([, stage]) => stage)).toEqual([
      "production",
    ]);
    expect(deploy.dockerfile).toMatch(
      /AS production\n(COPY .*\n)?(#.*\n)*RUN npm pkg delete devDependencies \\\n {2}&& npm ci --omit=dev --omit=peer/,
    );
    const ignored = readFileSync(".dockerignore", "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".env", ".env.*", ".git", ".local", "node_modules"]));
    // What the guides' commands write here: lintel.env, lintel.dump.
    for (const path of [".dockerignore", ".gitignore"])
      expect([path, readFileSync(path, "utf8").split("\n")]).toEqual([
        path,
        expect.arrayContaining(["*.env", "*.dump"]),
      ]);
  });

  test("containers have a read-only root, no capability, and a place for what they write", () => {
    const folders = ["/tmp", "/app/.next/cache"];
    for (const [name, service] of ours) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
      expect(service.security_opt).toContain("no-new-privileges:true");
      expect(service.tmpfs.map((mount) => mount.split(":")[0])).toEqual(folders);
    }
    for (const { name, pod, container } of deploy.workloads) {
      expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(mounts).toEqual(name === "lintel-serve" ? folders : ["/tmp"]);
      const volumes = pod.spec.volumes.map((volume) => volume.name);
      expect(container.volumeMounts.map((mount) => mount.name)).toEqual(volumes);
    }
  });

  test("every container of compose has no more than it needs, those of others too", () => {
    const added: Record<string, string[]> = {
      caddy: ["NET_BIND_SERVICE"],
      postgres: ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"],
    };
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
      expect([name, service.cap_add]).toEqual([name, added[name] ?? []]);
      expect([name, service.security_opt]).toEqual([name, ["no-new-privileges:true"]]);
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, service.pids_limit]).toEqual([name, expect.any(Number)]);
      // A major version alone would be another program one day.
      if (service.image !== "lintel") expect(service.image).toMatch(/:\d+\.\d/);
    }
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync("package.json", "utf8")));
    for (const { container } of deploy.workloads) expect(container.image).toBe(`lintel:${version}`);
  });

  test("the service's role in compose's database owns the database and nothing else", () => {
    expect(services.postgres?.volumes).toContain("./deploy/postgres:/docker-entrypoint-initdb.d:ro");
    expect(services.postgres?.environment).not.toHaveProperty("POSTGRES_USER"); // it would be the superuser
    expect(deploy.databaseRole).toMatch(
      /create role lintel login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';/,
    );
  });

  test("the admin interface is not published, and what publishes it for the machine is bound to loopback", () => {
    const [admin, proxied] = [/^\t@admin path (.+)$/m, /^\trespond @admin 404$/m].map((line) =>
      line.exec(deploy.caddyfile),
    );
    expect(admin?.[1]?.split(" ")).toEqual(["/admin", "/admin/*"]);
    expect(proxied).not.toBeNull();
    expect(
      ENDPOINTS.filter(({ auth }) => auth === "admin").every(({ path }) => path.startsWith("/admin/")),
    ).toBe(true);
    const published = Object.entries(services).flatMap(([name, { ports }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published.filter((port) => !port.startsWith("caddy "))).toEqual(["serve-a 127.0.0.1:3000:3000"]);
    const ingress = JSON.stringify(configOf("Ingress"));
    expect(ingress).toContain(
      '{"path":"/admin","pathType":"Prefix","backend":{"service":{"name":"lintel-closed"',
    );
    const closed = deploy.manifests.find(({ metadata }) => metadata.name === "lintel-closed");
    expect([closed?.kind, closed?.spec?.selector]).toEqual(["Service", undefined]);
  });

  test("the part for tenants' hosts serves them by the same lines, so that /admin is published at none", () => {
    const switchedOn = deploy.caddyfile.replaceAll(/^#~ ?/gm, "");
    const blocks = [...switchedOn.matchAll(/^(\S.*?|) ?\{\n([\s\S]*?)^\}$/gm)].map(
      ([, name = "", body = ""]) => ({ name, body }),
    );
    expect(blocks.map(({ name }) => name)).toEqual(["", "(lintel)", "{$PUBLIC_URL}", "https://"]);
    const [options, , ...sites] = blocks;
    const ask = /^\t\task http:\/\/([^/\s]+)(\/\S+)$/m.exec(options?.body ?? "");
    expect(ask?.slice(1)).toEqual(["serve-a:3000", "/hosts/ask"]);
    for (const { name, body } of sites) {
      expect([name, body.includes("reverse_proxy")]).toEqual([name, false]);
      expect([name, body.includes("\timport lintel\n")]).toEqual([name, true]);
    }
  });

  test("pods are reached at the service's port alone, and reach no address that gives out a machine's credentials", () => {
    const policies = deploy.manifests
      .filter(({ kind }) => kind === "NetworkPolicy")
      .map((one) => JSON.stringify(one));
    expect(policies).toHaveLength(2);
    expect(policies.join()).toContain('"podSelector":{},"policyTypes":["Ingress","Egress"]');
    expect(policies.join()).toContain('"except":["169.254.169.254/32"]');
    expect(policies.join()).toContain('"ports":[{"protocol":"TCP","port":"http"}]');
  });

  test("Prometheus reads metrics by a key that is good for nothing else", () => {
    expect(JSON.stringify(deploy.scrape.http_headers)).toContain("lintel-metrics-key");
  });

  test("units run as a user of their own, and close what the process does not need", () => {
    const needed = {
      DynamicUser: "yes",
      NoNewPrivileges: "yes",
      ProtectSystem: "strict",
      ProtectHome: "yes",
    };
    for (const { options } of deploy.units)
      for (const [option, value] of Object.entries({
        ...needed,
        CapabilityBoundingSet: "",
        PrivateTmp: "yes",
      }))
        expect([option, options.get(option)]).toEqual([option, [value]]);
  });

  test("database and cache are on a network without a way out", () => {
    for (const name of ["postgres", "redis"]) {
      expect(services[name]?.networks).toEqual(["data"]);
      expect(services[name]?.ports).toEqual([]);
    }
    expect(deploy.compose.networks.data?.internal).toBe(true);
  });
});

describe("the manifests fit together", () => {
  test("each selector finds pods, in the one namespace", () => {
    const selectors = deploy.manifests.flatMap(({ kind, metadata, spec }) => {
      const selector = spec?.selector;
      if (selector === undefined) return [];
      return [
        {
          what: `${kind} ${metadata.name}`,
          wanted: "matchLabels" in selector ? selector.matchLabels : selector,
        },
      ];
    });
    expect(selectors.length).toBeGreaterThanOrEqual(5);
    for (const { what, wanted } of selectors) {
      const found = deploy.workloads.filter(({ pod }) =>
        Object.entries(wanted).every(([label, value]) => pod.metadata.labels[label] === value),
      );
      expect([what, found.length]).toEqual([what, 1]);
    }
    const elsewhere = deploy.manifests.filter(({ metadata }) => metadata.namespace !== "lintel");
    expect(elsewhere.map(({ kind }) => kind)).toEqual(["Namespace"]);
  });

  test("there are two serve pods, two workers, one migration, and a budget for each kind of pod", () => {
    expect(deploy.workloads.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "Job lintel-migrate",
      "Deployment lintel-serve",
      "Deployment lintel-worker",
    ]);
    const kinds = Object.groupBy(deploy.manifests, ({ kind }) => kind);
    expect(kinds.PodDisruptionBudget).toHaveLength(2);
    expect(kinds.Deployment?.map(({ spec }) => spec?.replicas)).toEqual([2, 2]);
    expect(JSON.stringify(kinds.Ingress)).toContain('"service":{"name":"lintel","port":{"name":"http"}}');
  });
});
