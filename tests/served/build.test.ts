import { globSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "../../scripts/lib/run.ts";

// Node loads the program before Next starts. With a copy in Next's chunks too, `instanceof`, caches and counters of one
// are unknown to the other, and what ships is not what the other tests have asked.

const map = z.object({ sources: z.array(z.string()) });
const sectioned = z.object({ sections: z.array(z.object({ map })) });

const SERVER = resolve(ROOT, ".next/server");

/** The files below src that a source map of the build names. */
const sourcesOf = (file: string): string[] => {
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  const sections = sectioned.safeParse(json);
  const maps = sections.success ? sections.data.sections.map((section) => section.map) : [map.parse(json)];
  return maps
    .flatMap(({ sources }) => sources)
    .map((source) => relative(resolve(ROOT, "src"), resolve(file, "..", source.replace("file://", ""))))
    .filter((source) => !source.startsWith(".."));
};

test("no chunk of Next's server holds a second copy of the program", () => {
  const maps = globSync("**/*.map", { cwd: SERVER }).map((file) => resolve(SERVER, file));
  const sources = new Set(maps.flatMap(sourcesOf));
  // It sees what is there: Next bundles the views.
  expect(sources).toContain("proxy.ts");
  expect(sources).toContain("hosted/screens/hosted-page.tsx");
  const isView = (source: string): boolean =>
    /^(app|hosted|console|kit|docs-page|landing|contracts|core)\/|^(proxy|instrumentation)\.ts$/.test(source);
  expect([...sources].filter((source) => !isView(source)).toSorted()).toEqual([
    "trpc/client.ts",
    "trpc/transformer.ts", // of the client's and the server's calls alike; it keeps nothing
  ]);
});
