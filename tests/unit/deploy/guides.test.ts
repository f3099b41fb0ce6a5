import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as deploy from "../../support/deploy/files.ts";
import { GUIDES, guideBlocks, printed } from "../../support/deploy/guide-blocks.ts";
import type { BlockId } from "../../support/deploy/guide-runs.ts";

// What the guides print is typed by operators in an empty folder, in this order.

const read = (path: string): string => readFileSync(path, "utf8");
const DEPLOYMENT = read("docs/deployment.md");

/** The text below a heading of the deployment guide, up to the next one of its kind. */
const sectionOf = (heading: string): string =>
  DEPLOYMENT.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";

const FIRST_BLOCKS: readonly [block: BlockId, steps: readonly string[]][] = [
  [
    "docs/deployment.md > Compose > 1",
    ["docker build -t lintel", "docker run --rm lintel settings", "> .env", "docker compose "],
  ],
  [
    "docs/deployment.md > Kubernetes > 1",
    [
      ...["docker build -t lintel", "docker push", "docker run --rm lintel settings", "> lintel.env"],
      ...["00-namespace.yaml", "--from-env-file=lintel.env", "kubectl apply -f deploy/kubernetes\n"],
    ],
  ],
  [
    "docs/deployment.md > systemd > 1",
    ["npm ci", "npm run build", "npm run --silent settings", "start lintel-migrate", "enable --now"],
  ],
];

/** Whether the steps stand in a block, each after the one before it. */
const expectInOrder = (block: string, steps: readonly string[]): void => {
  const places = steps.map((step) => block.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
};

describe("no printed command needs what a later one makes", () => {
  test.each(FIRST_BLOCKS)("in %s", (block, steps) => {
    expectInOrder(printed(block), steps);
  });

  test("by hand: what is installed makes the settings, and they are there before the first process", () => {
    expectInOrder(printed("README.md > Run it for real > 1"), [
      ...["npm ci", "npm run --silent settings", "npm run migrate", "npm run serve", "npm run worker"],
    ]);
  });

  test("Compose, which insists on values of .env, is asked for nothing before that file is there", () => {
    // `${X:?}` stops every command, `build` too.
    expect(read("compose.yaml")).toMatch(/\$\{\w+:\?/);
    const first = printed("docs/deployment.md > Compose > 1");
    expect(first.slice(0, first.indexOf("> .env"))).not.toContain("docker compose");
  });
});

test("a file of secrets that a printed command writes is its owner's alone", () => {
  const sources = [...GUIDES, "compose.yaml", "deploy/kubernetes/secret.yaml.example", "scripts/settings.ts"];
  const lines = sources.flatMap((path) =>
    read(path)
      .split("\n")
      .filter((line) => /\bsettings\b.*> ?\S*\.env\b/.test(line)),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !/\(umask 077; [^)]*\.env\)/.test(line))).toEqual([]);
  for (const path of GUIDES)
    expect([path, read(path).includes("cp .env.example .env")]).toEqual([path, false]);
});

test("an upgrade takes a release, and not what main happens to be", () => {
  expect(sectionOf("Compose")).toContain("git checkout v…");
  for (const path of GUIDES) expect([path, /git pull/.test(read(path))]).toEqual([path, false]);
});

test("Compose migrates nothing on the way to the doctor", () => {
  const told = GUIDES.flatMap((path) => read(path).match(/docker compose run [^`\n]*\bdoctor\b/g) ?? []);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((command) => !command.includes("--no-deps"))).toEqual([]);
});

test("a cloud's administrator, who is no superuser, may make the database of a role", () => {
  expectInOrder(printed("docs/managed-postgresql.md > A managed PostgreSQL > 1"), [
    "create role lintel",
    "grant lintel to current_user;",
    "create database lintel owner lintel",
  ]);
});

test("a roll-back to processes without /health/serving begins with the proxy", () => {
  const upgrade = read("docs/operations.md").split("\n## Upgrade\n")[1]?.split("\n## ")[0] ?? "";
  expect(upgrade).toMatch(/roll back to 0\.9\.1 or older, change the proxy first, back to `\/health\/ready`/);
  expect(sectionOf("Compose")).toMatch(
    /\[roll back\].* to 0\.9\.1 or older, let Caddy read the old file right after the checkout/,
  );
});

test("no printed proxy publishes the admin interface", () => {
  const proxies = guideBlocks().filter(({ text }) =>
    /(?:reverse_proxy|proxy_pass|\bserver) .*(?:127\.0\.0\.1|localhost|serve-a):30\d\d/.test(text),
  );
  expect(proxies.length).toBeGreaterThan(0);
  for (const { text } of proxies) {
    expect(text).toContain("location = /admin { return 404; }");
    expect(text).toContain("location /admin/ { return 404; }");
  }
});

test("the guide names every command of the image", () => {
  const image = sectionOf("The image");
  expect([...deploy.imageCommands.keys()].filter((name) => !image.includes(`\`${name}\``))).toEqual([]);
});

test("the guide has a row for every alert", () => {
  const rows = sectionOf("Monitoring")
    .split("\n")
    .filter((line) => line.startsWith("| Lintel"))
    .flatMap((line) => line.split("|")[1]?.trim().split(", ") ?? []);
  expect(rows.toSorted()).toEqual(deploy.alerts.map(({ alert }) => alert).toSorted());
});

test("what the rules of this tree watch has its threshold in the deployment guide alone", () => {
  const besides = read("docs/operations.md").split("\n## Alerts\n")[1] ?? "";
  expect(besides).toContain("(deployment.md#monitoring)");
  expect(besides.match(/\blintel_\w+/g)).toBeNull();
});

test("a proxy is sent to /health/serving, and never to what says no while the database is away", () => {
  for (const heading of ["systemd", "The proxy in front"])
    expect(sectionOf(heading)).toContain("/health/serving");
  const wrong = /prox(?:y|ies)[^.|]*(?:must|should) (?:ask|call) `\/health\/ready`/;
  for (const path of GUIDES) expect([path, wrong.exec(read(path))?.[0]]).toEqual([path, undefined]);
});
