import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

// Dockerfile, compose.yaml, manifests, units and alert rules as data, for the tests that compare them with the sources.

const read = (path: string): string => readFileSync(path, "utf8");

const texts = z.record(z.string(), z.string());
const numberOfSeconds = z
  .string()
  .regex(/^\d+s$/)
  .transform(Number.parseFloat);

const service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: texts.default({}),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  ports: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: numberOfSeconds.optional(),
  healthcheck: z.looseObject({ disable: z.boolean().optional() }).optional(),
  networks: z.array(z.string()),
  volumes: z.array(z.string()).default([]),
});

export const compose = z
  .looseObject({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read("compose.yaml"), { merge: true }));

const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const labels = texts;
const container = z.looseObject({
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.looseObject({ name: z.string() })).default([]),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  securityContext: z.unknown(),
  resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const pod = z.looseObject({
  metadata: z.object({ labels }),
  spec: z.looseObject({
    containers: z.tuple([container]),
    volumes: z.array(
      z.looseObject({
        name: z.string(),
        emptyDir: z.looseObject({ medium: z.string().optional(), sizeLimit: z.string() }).optional(),
      }),
    ),
    terminationGracePeriodSeconds: z.number().default(30),
    securityContext: z.unknown(),
  }),
});
const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  data: texts.optional(),
  stringData: texts.optional(),
  spec: z
    .looseObject({
      template: pod.optional(),
      selector: z.union([z.object({ matchLabels: labels }), labels]).optional(),
    })
    .optional(),
});
export type Manifest = z.infer<typeof manifest>;

const FOLDER = "deploy/kubernetes";
/** Every manifest that `kubectl apply -f deploy/kubernetes` reads, and the example of the secret. */
export const manifests: readonly Manifest[] = readdirSync(FOLDER).flatMap((name) =>
  parseAllDocuments(read(`${FOLDER}/${name}`)).map((document) => manifest.parse(document.toJS())),
);

/** The manifests that make pods, with the single container of each. */
export const workloads = manifests.flatMap(({ kind, metadata, spec }) =>
  spec?.template === undefined
    ? []
    : [{ kind, name: metadata.name, pod: spec.template, container: spec.template.spec.containers[0] }],
);

export type Unit = { name: string; options: ReadonlyMap<string, readonly string[]> };

/** The systemd units in a folder; an option may stand several times. */
export const readUnits = (folder: string): Unit[] =>
  readdirSync(folder).map((name) => {
    const options = new Map<string, string[]>();
    for (const [, option = "", value = ""] of read(join(folder, name)).matchAll(/^(\w+)=(.*)$/gm))
      options.set(option, [...(options.get(option) ?? []), value]);
    return { name, options };
  });

export const units: readonly Unit[] = readUnits("deploy/systemd");

export const dockerfile = read("Dockerfile");
export const caddyfile = read("deploy/Caddyfile");
/** What compose's PostgreSQL runs in a new volume. */
export const databaseRole = read("deploy/postgres/10-role.sql");

/** What the image's entry point runs, by the name of the command. */
export const imageCommands: ReadonlyMap<string, string> = new Map(
  [
    ...read("deploy/image/lintel").matchAll(/^([\w-]+)\) exec node (\S.*?)(?: --processes 1)? "\$@" ;;$/gm),
  ].map(([, name = "", command = ""]) => [name, command]),
);

/** What an npm script gives to Node, but for the file of settings; undefined where there is no such script or file. */
export const commandOfScript = (name: string): string | undefined => {
  const { scripts } = z.object({ scripts: texts }).parse(JSON.parse(read("package.json")));
  const command = scripts[name]?.replace(/^(exec )?node /, "").replace("--env-file-if-exists=.env ", "");
  return command !== undefined && existsSync(command.split(" ").at(-1) ?? "") ? command : undefined;
};

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
export const alerts = rules
  .parse(parse(read("deploy/monitoring/lintel.rules.yml")))
  .groups.flatMap((group) => group.rules);

export const scrape = z
  .looseObject({
    scrape_configs: z.tuple([
      z.looseObject({ metrics_path: z.string(), http_headers: z.record(z.string(), z.unknown()) }),
    ]),
  })
  .parse(parse(read("deploy/monitoring/prometheus.yml"))).scrape_configs[0];

export const panels = z
  .looseObject({
    panels: z.array(
      z.looseObject({
        id: z.number(),
        title: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        targets: z.array(z.looseObject({ expr: z.string() })),
      }),
    ),
  })
  .parse(JSON.parse(read("deploy/monitoring/grafana-dashboard.json"))).panels;
