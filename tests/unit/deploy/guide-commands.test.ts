import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { CONFIG_KEYS, loadConfig } from "#config/config.ts";
import { newSecrets } from "../../../scripts/local/secrets.ts";
import * as deploy from "../../support/deploy/files.ts";
import { guideBlocks, printed, stepsOf } from "../../support/deploy/guide-blocks.ts";

// What the guides print for programs that no test can run, compared with the files that those programs would read.

const read = (path: string): string => readFileSync(path, "utf8");
const BLOCKS = guideBlocks();

test("every npm script that a guide names is one of package.json", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read("package.json")));
  const named = BLOCKS.flatMap(({ text }) =>
    [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short ?? "",
    ),
  );
  expect(named).toEqual(expect.arrayContaining(["migrate", "serve", "worker", "settings"]));
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(stepsOf(printed("README.md > (top) > 1"))).toEqual(["npm start", "npm run dev", "npm test"]);
  expect(stepsOf(printed("docs/operations.md > Rotating secrets > 1"))).toEqual(["npm run rotate"]);
});

test("the tree in the README is the one that is here", () => {
  let folder = "";
  const paths = printed("README.md > The tree > 1")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, indent = "", name = ""] = /^( *)(\S+)/.exec(line) ?? [];
      if (indent === "") folder = name;
      return indent === "" ? name : folder + name;
    });
  expect(paths.length).toBeGreaterThan(20);
  const isFolder = (path: string): boolean => statSync(path).isDirectory();
  const wrong = paths.filter((path) => !existsSync(path) || isFolder(path) !== path.endsWith("/"));
  expect(wrong).toEqual([]);
});

describe("Compose", () => {
  const { services, volumes } = deploy.compose;
  const steps = [
    ...stepsOf(printed("docs/deployment.md > Compose > 1")),
    ...stepsOf(printed("docs/deployment.md > Compose > 2")),
    ...stepsOf(printed("docs/deployment.md > Compose > 3")),
    ...stepsOf(printed("docs/hosts.md > Caddy: certificates by themselves > 1")).slice(1),
  ];
  /** What follows `docker compose <command>`, without the flags and what is behind `>` or `<`. */
  const argumentsOf = (command: string): string[][] =>
    steps
      .filter((step) => step.startsWith(`docker compose ${command}`))
      .map((step) =>
        step
          .replace(/ [<>] .*$/, "")
          .split(" ")
          .slice(3),
      )
      .map((words) => words.filter((word) => !word.startsWith("-")));

  test("what the guide does with Compose is in compose.yaml", () => {
    const named = [...argumentsOf("up").flat(), ...argumentsOf("stop").flat()];
    expect(named).toEqual(expect.arrayContaining(["serve-a", "serve-b", "worker", "postgres"]));
    expect(named.filter((name) => services[name] === undefined)).toEqual([]);
    const run = argumentsOf("run");
    expect(run.length).toBeGreaterThan(0);
    for (const [service = "", ...command] of run) {
      expect([service, services[service]?.image]).toEqual([service, "lintel"]);
      const first = command[0] ?? services[service]?.command?.[0];
      expect([...deploy.imageCommands.keys()]).toContain(first);
    }
    for (const [service = "", program = ""] of argumentsOf("exec"))
      expect([service, program]).toEqual(["postgres", expect.stringMatching(/^pg_(dump|restore)$/)]);
    const { name } = z.object({ name: z.string() }).parse(parse(read("compose.yaml"), { merge: true }));
    const removed = steps.filter((step) => step.startsWith("docker volume rm "));
    expect(removed.map((step) => step.split(" ")[3])).toEqual([`${name}_postgres`]);
    expect(Object.keys(volumes)).toContain("postgres");
  });

  test("each command is one of Docker's, git's or the shell's, in a form that is known here", () => {
    const forms = [
      /^docker build -t lintel \.$/,
      /^\(umask 077; docker run --rm lintel settings https:\/\/\S+ > \.env\)$/,
      /^docker compose (up --detach|build|run --rm|stop|exec|down)\b/,
      /^docker volume rm \S+$/,
      /^git (fetch --tags|tag --list 'v\*' --sort=-version:refname \| head -n 3|checkout v…)$/,
    ];
    expect(steps.filter((step) => !forms.some((form) => form.test(step)))).toEqual([]);
  });

  test("an upgrade stops one serve process at a time, after the migration, and both in all", () => {
    const order = stepsOf(printed("docs/deployment.md > Compose > 2"));
    const at = (text: string) => order.findIndex((step) => step.includes(text));
    const parts = ["git checkout", "compose build", "run --rm migrate", "serve-a", "serve-b", "worker"];
    const places = parts.map(at);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const serving = Object.entries(services).filter(([, { command }]) => command?.[0] === "serve");
    for (const [name] of serving)
      expect(order.filter((step) => step.includes(name))).toEqual([
        `docker compose up --detach --no-deps --wait ${name}`,
      ]);
  });

  test("what is moved into a new volume is written before the old one is removed, and read afterwards", () => {
    const order = stepsOf(printed("docs/deployment.md > Compose > 3"));
    const at = (text: string) => order.findIndex((step) => step.includes(text));
    expect(at("> lintel.dump")).toBeLessThan(at("volume rm"));
    expect(at("volume rm")).toBeLessThan(at("up --detach --wait postgres"));
    expect(at("up --detach --wait postgres")).toBeLessThan(at("< lintel.dump"));
    expect(at("compose stop")).toBe(0);
    expect(order.at(-1)).toBe("docker compose up --detach");
  });
});

describe("Kubernetes", () => {
  const steps = [
    ...stepsOf(printed("docs/deployment.md > Kubernetes > 1")),
    ...stepsOf(printed("docs/deployment.md > Kubernetes > 2")),
    ...stepsOf(printed("docs/deployment.md > Kubernetes > 3")),
    ...stepsOf(printed("docs/managed-postgresql.md > The authority's file > 2")),
  ].filter((step) => step.includes("kubectl"));

  test("what the guide does with kubectl is in the manifests", () => {
    const namespace = deploy.manifests.find(({ kind }) => kind === "Namespace")?.metadata.name;
    const names = deploy.workloads.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
    const found: string[] = [];
    for (const step of steps) {
      for (const [, path = ""] of step.matchAll(/\bapply -f (\S+)/g))
        expect(existsSync(path), path).toBe(true);
      for (const [, given] of step.matchAll(/ -n (\S+)/g)) expect([step, given]).toEqual([step, namespace]);
      found.push(...[...step.matchAll(/\b(?:deployment|job)\/[\w-]+/g)].map(([name = ""]) => name));
      found.push(...[...step.matchAll(/\bdelete job (\S+)/g)].map(([, name]) => `job/${name}`));
    }
    expect(found).toEqual(
      expect.arrayContaining(["deployment/lintel-serve", "deployment/lintel-worker", "job/lintel-migrate"]),
    );
    expect(found.filter((name) => !names.includes(name))).toEqual([]);
    // The Secret is no file of the folder: each workload would wait for it.
    const secrets = steps.filter((step) => step.includes("create secret generic"));
    expect(secrets.length).toBe(2);
    for (const step of secrets)
      expect(step).toMatch(/create secret generic lintel --from-env-file=lintel\.env/);
  });

  test("the namespace is there before the Secret, and the Secret before the workloads", () => {
    const first = stepsOf(printed("docs/deployment.md > Kubernetes > 1"));
    const at = (text: string) => first.findIndex((step) => step.includes(text));
    const order = [at("> lintel.env)"), at("00-namespace"), at("create secret"), first.length - 1];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(first.at(-1)).toBe("kubectl apply -f deploy/kubernetes");
  });

  test("has what Compose has: the same commands, with the same settings of proxies and stopping", () => {
    const ofCompose = Object.values(deploy.compose.services)
      .filter(({ image }) => image === "lintel")
      .map(({ command }) => command?.[0]);
    const ofPods = deploy.workloads.map(({ container }) => container.args[0]);
    expect([...new Set(ofCompose)].toSorted()).toEqual(ofPods.toSorted());
    const pods = deploy.manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
    const containers = deploy.compose.services["serve-a"]?.environment ?? {};
    const shared = Object.keys(containers).filter((name) => pods[name] !== undefined);
    expect(shared).toEqual(expect.arrayContaining(["SHUTDOWN_GRACE_SECONDS"]));
    expect(shared.map((name) => [name, pods[name]])).toEqual(shared.map((name) => [name, containers[name]]));
  });
});

test("the settings in the guides' blocks are settings, and valid", async () => {
  const address = parseEnv(printed("docs/managed-postgresql.md > The address > 1"));
  expect(Object.keys(address)).toEqual(["DATABASE_URL", "EXTRA_CA_FILE"]);
  const given = { ...(await newSecrets()), PUBLIC_URL: "https://age.example.com", ...address };
  expect(loadConfig(given)).toMatchObject(address);
  const assigned = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ text }) =>
    [...text.matchAll(/(?:^|\s)(?:export )?([A-Z][A-Z\d]*_[A-Z_\d]+)=/gm)].map(([, name = ""]) => name),
  );
  expect(assigned).toContain("REDIS_URL");
  expect(assigned.filter((name) => !CONFIG_KEYS.includes(name))).toEqual([]);
});

test("the override for Compose and the lines for the manifests fit the files that they change", () => {
  const service = z.looseObject({ volumes: z.array(z.string()).optional() });
  const shape = z.object({ services: z.record(z.string(), service) });
  const override = shape.parse(
    parse(printed("docs/managed-postgresql.md > The authority's file > 1"), { merge: true }),
  );
  const { services } = deploy.compose;
  expect(Object.keys(override.services).filter((name) => services[name] === undefined)).toEqual([]);
  const mounted = Object.entries(override.services).filter(([, { volumes }]) => volumes !== undefined);
  const ours = Object.entries(services).filter(([, { image }]) => image === "lintel");
  expect(mounted.map(([name]) => name).toSorted()).toEqual(ours.map(([name]) => name).toSorted());

  // The lines that stand at the same depth, behind those for tmp.
  const [, config = "", mounts = "", volumes = ""] =
    /^# 10-config\.yaml\n {2}(.*)\n#.*\n {10}volumeMounts:\n( {12}- .*)\n {6}volumes:\n( {8}- .*)\n$/.exec(
      printed("docs/managed-postgresql.md > The authority's file > 3"),
    ) ?? [];
  const named = z.record(z.string(), z.string()).parse(parse(config));
  expect(Object.keys(named).filter((name) => !CONFIG_KEYS.includes(name))).toEqual([]);
  const pods = z.looseObject({
    containers: z.tuple([z.looseObject({ volumeMounts: z.array(z.looseObject({ name: z.string() })) })]),
    volumes: z.array(z.looseObject({ name: z.string() })),
  });
  for (const file of ["20-migrate.yaml", "30-serve.yaml", "40-worker.yaml"]) {
    const [workload = ""] = read(`deploy/kubernetes/${file}`).split("\n---\n");
    const changed = workload
      .replace(/^ {12}- \{ name: tmp, .*$/m, (line) => `${line}\n${mounts}`)
      .replace(/^ {8}- \{ name: tmp, .*$/m, (line) => `${line}\n${volumes}`);
    const { spec } = z
      .looseObject({ spec: z.looseObject({ template: z.looseObject({ spec: pods }) }) })
      .parse(parse(changed));
    const [container] = spec.template.spec.containers;
    const there = spec.template.spec.volumes.map(({ name }) => name);
    expect([file, there]).toEqual([file, expect.arrayContaining(["tmp", "ca"])]);
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(there.toSorted());
  }
});

describe("systemd", () => {
  const serve = deploy.units.find(({ name }) => name === "lintel-serve@.service")?.options;

  test("what is left out after the build is what the image leaves out", () => {
    const [, ...steps] = stepsOf(printed("docs/deployment.md > systemd > 3"));
    const image = deploy.dockerfile.replaceAll(/ \\\n\s*/g, " ");
    expect(steps).toHaveLength(3);
    expect(steps.filter((step) => !image.includes(step))).toEqual([]);
  });

  test("the doctor is asked with the file of the units, and with what they set beside it", () => {
    const [, asked = ""] = stepsOf(printed("docs/deployment.md > systemd > 2"));
    const given = [...asked.matchAll(/\b[A-Z_]+=\S+/g)].map(([word = ""]) => word);
    expect(given).toHaveLength(2);
    expect(serve?.get("Environment")?.join(" ").split(" ")).toEqual(expect.arrayContaining(given));
    expect(asked.split(" ").at(-1)).toBe(serve?.get("EnvironmentFile")?.[0]);
  });

  test("every unit that is started is one of the folder that is copied", () => {
    const steps = [
      ...stepsOf(printed("docs/deployment.md > systemd > 1")),
      ...stepsOf(printed("docs/deployment.md > systemd > 4")),
    ];
    expect(steps).toContain("cp deploy/systemd/* /etc/systemd/system/");
    const named = steps
      .filter((step) => step.startsWith("systemctl "))
      .flatMap((step) => step.split(" ").filter((word) => word.startsWith("lintel-")));
    const files = named.map((name) => `${name.replace(/@\d+$/, "@")}.service`);
    expect([...new Set(files)].toSorted()).toEqual(deploy.units.map(({ name }) => name).toSorted());
  });
});
