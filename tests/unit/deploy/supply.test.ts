import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import slim from "../../../deploy/image/slim.json" with { type: "json" };
import { dockerfile } from "../../support/deploy/files.ts";

// What comes into a build from outside, and what the programs of others may do there.

const read = (path: string): string => readFileSync(path, "utf8");

test("the root's packages run no install script in the image's build, in CI, or in what is published", () => {
  const sources = [dockerfile, ...[".ci/run", ".github/workflows/publish.yml"].map(read)];
  const installs = sources.flatMap((text) => text.match(/^(?!\s*#).*\bnpm ci\b.*$/gm) ?? []);
  expect(installs.length).toBeGreaterThan(3);
  expect(installs.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
});

describe("the image does without", () => {
  test("what slim.json names, each with a reason", () => {
    expect(slim.filter(({ why }) => why.split(" ").length < 3)).toEqual([]);
    expect(new Set(slim.map(({ path }) => path)).size).toBe(slim.length);
    expect(dockerfile).toContain("&& node_modules/.bin/node deploy/image/slim.mjs\n");
  });

  test("other query compilers than the one that the generated client names", () => {
    const compilers = slim.filter(({ path }) => path.includes("query_compiler"));
    expect(compilers.map(({ path }) => path)).toEqual([
      "@prisma/client/runtime/query_compiler_*_bg.{cockroachdb,mysql,sqlite,sqlserver}.*",
      "@prisma/client/runtime/query_compiler_small_bg.*",
    ]);
    const client = read("src/data/generated/internal/class.ts");
    expect(new Set(client.match(/query_compiler_\w+_bg\.postgresql/g))).toEqual(
      new Set(["query_compiler_fast_bg.postgresql"]),
    );
  });
});

type Job = { permissions?: Record<string, string>; steps: { uses?: string; run?: string }[] };
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> };

test("no job that runs packages or our programs may write to the repository", () => {
  const writers = ["ci", "release", "publish"].flatMap((name) => {
    const { permissions, jobs }: Workflow = parse(read(`.github/workflows/${name}.yml`));
    return Object.entries(jobs)
      .map(([job, { permissions: own, steps }]) => ({ job, rights: own ?? permissions, steps }))
      .filter(({ rights }) => rights.contents === "write" || rights.actions === "write");
  });
  expect(writers.map(({ job }) => job)).toEqual(["release"]);
  const commands = writers.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands.filter((command) => /\b(npm|npx|node)\b|\.ci\/run|scripts\//.test(command))).toEqual([]);
  const actions = writers.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.map((name) => name.split("@")[0])).toEqual(["actions/checkout"]);
});
