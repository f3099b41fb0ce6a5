import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultsOf, findCycles, findKnots, measureShape, walkFaults } from "../../scripts/lib/shape.ts";
import { parseSource, type Rule, readPaths, readSdkSources, readSources } from "../../scripts/lib/source.ts";
import { WALKS } from "./walks.ts";

// Arrows point down only. A layer is a folder of src, or one of its few single files.
const LAYERS: Record<string, readonly string[]> = {
  core: [],
  contracts: ["core"],
  platform: ["core"],
  data: ["core"],
  methods: ["platform", "core"],
  // Of contracts, types: see "services take only types of contracts".
  services: ["contracts", "data", "methods", "platform", "core"],
  // The only reader of the environment.
  config: ["core"],
  // Where the parts are put together, and what every process asks of itself before and while it works.
  runtime: ["config", "services", "contracts", "data", "methods", "platform", "core"],
  http: ["services", "contracts", "core", "runtime"],
  // Both ride on HTTP and answer as it does: its request ids and its one mapper of errors.
  trpc: ["auth", "http", "services", "contracts", "core", "runtime"],
  auth: ["http", "services", "contracts", "core", "runtime"],
  // Its jobs are not use cases of anybody: they claim, settle and tidy rows by themselves.
  worker: ["services", "contracts", "core", "runtime", "config", "data", "platform"],
  // What browsers show. The console's screens know the types of the procedures that they call.
  kit: ["core"],
  hosted: ["kit", "contracts", "core"],
  console: ["kit", "landing", "trpc", "contracts", "core"],
  "docs-page": ["kit", "contracts", "core"],
  landing: ["kit", "contracts", "core"],
  // All that Next's files take of the layers below: those are loaded once, by Node.
  "program.ts": ["http", "trpc", "auth", "services", "runtime", "config"],
  // Types, where they are of the program or below it: see "Next bundles views only".
  app: [
    ...["hosted", "console", "docs-page", "landing", "kit"],
    ...["program.ts", "trpc", "contracts", "services", "core"],
  ],
  "proxy.ts": ["app", "core"],
  // Its type: Node loads it where Next runs alone.
  "instrumentation.ts": ["server"],
  server: ["config", "program.ts", "runtime", "http", "platform", "core"],
};

// Each is one import against the table, with the reason why it stays.
const EXCEPTIONS: Record<string, string> = {
  "http/idempotency.ts → data/service/client.ts": "the work and its kept answer are one transaction",
  "http/idempotency.ts → data/service/idempotency.ts":
    "replaying an answer is the pipeline's own work, no use case",
  "http/respond.ts → data/service/errors.ts": "the one mapper has to tell a database error from others",
  "http/respond.ts → platform/log.ts": "the logger's type",
  "http/request-line.ts → platform/redact.ts": "log lines hold no secrets, wherever they are made",
  "http/authenticate.ts → platform/secrets.ts": "constant-time comparison of admin keys",
  "http/upload.ts → methods/method.ts": "the type of what a person hands in",
};

// Within services, from the floor up: a folder imports those of lower floors and none of its own. So a method can be read
// without another, and the check without any (docs/adr/0040).
const FLOORS: readonly (readonly string[])[] = [
  ["sessions", "trust", "usage", "webhooks", "keys", "mail", "hosts"],
  // The engine: page, record, rule, start, end, and the methods offered.
  ["check", "members"],
  // An age key that is thrown away leaves a receipt, so erasure stands below the methods.
  ["audit", "erasure", "policies", "practice"],
  ["age-keys", "exports", "identity", "vendors", "vouchers", "wallet", "verifications"],
  ["gates", "hosted", "logs", "oidc", "overview", "tenants"],
  ["operator"],
  ["alerts"],
];

const BROWSER = ["kit", "hosted", "console", "docs-page", "landing"];

// What comes from outside has one home, where it can be replaced.
const PACKAGE_HOMES: Record<string, readonly string[]> = {
  "@lintel/age": ["core", "http"],
  "@lintel/document-reader": ["methods", "hosted", "runtime"],
  "@lintel/wallet-verifier": ["methods", "services", "runtime"],
  "@prisma/": ["data"],
  pg: ["data"],
  ioredis: ["platform"],
  "@opentelemetry/": ["platform"],
  "lru-cache": ["platform"],
  "@upstash/": ["platform"],
  undici: ["platform"],
  nodemailer: ["platform"],
  uqr: ["platform"],
  jose: ["platform", "methods"],
  // Wallets' bytes are read by the verifier alone.
  cborg: [],
  hpke: [],
  // Pictures are opened by the document reader alone.
  sharp: [],
  "libheif-js": [],
  "zxing-wasm": [],
  "next-auth": ["auth"],
  "oidc-provider": ["http"],
  "@trpc/": ["trpc", "app", "console"],
  superjson: ["trpc", "app", "console"],
  next: ["app", ...BROWSER, "server", "proxy.ts", "instrumentation.ts"],
  react: ["app", ...BROWSER],
  "react-dom": ["app", ...BROWSER],
  "node:child_process": ["platform"],
  // What belongs to one call is an argument, except where a package or a driver hands none on (docs/adr/0031, 0059).
  "node:async_hooks": ["platform", "data", "http"],
};

// Casts live only where a type cannot follow what the code knows; each file says so itself.
const CAST_HELPERS = [
  "auth/next-auth-call.ts",
  "contracts/public/common.ts",
  "data/service/client.ts",
  "data/service/columns.ts",
  "http/route.ts",
];
// Time, chance and network come in as arguments, except where they are made, and in the browser.
const AMBIENT_HOMES = ["runtime", "config", "proxy.ts", "platform", ...BROWSER];

const files = readSources();
const layerOf = (path: string): string => path.split("/")[0] ?? path;

const findings = (rule: Rule, isAllowed: (path: string) => boolean): string[] =>
  files
    .filter((file) => !isAllowed(file.path))
    .flatMap((file) =>
      file.findings
        .filter((found) => found.rule === rule)
        .map((found) => `${file.path}:${found.line} ${found.text}`),
    );

describe("layers", () => {
  test("every folder of src has its place in the table", () => {
    expect(
      [...new Set(files.map((file) => layerOf(file.path)))].filter((layer) => !(layer in LAYERS)),
    ).toEqual([]);
  });

  test("docs/architecture.md has the same table", () => {
    const page = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
    const namesIn = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const rows = [...page.matchAll(/^\| (`[^|]+) \|[^|]+\| ([^|]+) \|$/gm)];
    const table = rows.flatMap(([, layers, below]) =>
      namesIn(layers).map((layer) => [layer, namesIn(below).toSorted()]),
    );
    const expected = Object.entries(LAYERS).map(([layer, below]) => [layer, below.toSorted()]);
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(expected));
  });

  test("imports point down only", () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ isOurs, to }) =>
            isOurs && layerOf(to) !== layerOf(path) && !LAYERS[layerOf(path)]?.includes(layerOf(to)),
        )
        .map(({ to }) => `${path} → ${to}`)
        .filter((edge) => !(edge in EXCEPTIONS)),
    );
    expect(wrong).toEqual([]);
  });

  // What was parsed is not parsed twice: a use case knows the shape of its input, and no schema runs below its callers.
  test("services take only types of contracts", () => {
    const taken = files
      .filter(({ path }) => layerOf(path) === "services")
      .flatMap(({ path, imports }) => imports.map((found) => ({ ...found, path })))
      .filter(({ isOurs, to }) => isOurs && layerOf(to) === "contracts");
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter(({ isRuntime }) => isRuntime).map(({ path, to }) => `${path} → ${to}`)).toEqual([]);
  });

  test("within services, too: each folder has its floor, and imports lower ones only", () => {
    const unitIn = (path: string): string | null => /^services\/([^/]+)\//.exec(path)?.[1] ?? null;
    const floorOf = (path: string): number => FLOORS.findIndex((floor) => floor.includes(unitIn(path) ?? ""));
    const services = files.filter(({ path }) => layerOf(path) === "services");
    const folders = services.flatMap(({ path }) => unitIn(path) ?? []);
    expect([...new Set(folders)].toSorted()).toEqual(FLOORS.flat().toSorted());
    const wrong = services.flatMap(({ path, imports }) =>
      imports
        .filter(({ isOurs, to }) => isOurs && layerOf(to) === "services" && unitIn(to) !== unitIn(path))
        // A single file is below every folder: its floor is -1.
        .filter(({ to }) => unitIn(to) !== null && floorOf(to) >= floorOf(path))
        .map(({ to }) => `${path} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test("docs/architecture.md has the same floors", () => {
    const page = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| [1-9] \| ([^|]+) \|[^|]+\|$/gm)].map(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name).toSorted(),
    );
    expect(rows.toReversed()).toEqual(FLOORS.map((floor) => floor.toSorted()));
  });

  test("core imports nothing but core, and the package of what the engines share", () => {
    const isShared = (to: string): boolean => /^@lintel\/age(?:\/|$)/.test(to);
    const outside = files
      .filter(({ path }) => layerOf(path) === "core")
      .flatMap(({ imports }) => imports.filter(({ isOurs, to }) => !isOurs && !isShared(to)));
    expect(outside).toEqual([]);
  });

  test("nothing in src imports lab, scripts or tests", () => {
    const outside = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to.startsWith("../") || /^lintel-lab(\/|$)/.test(to))
        .map(({ to }) => `${path} → ${to}`),
    );
    expect(outside).toEqual([]);
  });

  // Node has loaded the program: with a second copy in Next's chunks, instanceof, caches and counters of one would be
  // unknown to the other. tests/served/build.test.ts asks the build itself.
  test("Next bundles views only: it takes no value from the layers of the program", () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const bundled = new Set(
      files.map(({ path }) => path).filter((path) => /^(app\/|proxy\.ts$|instrumentation\.ts$)/.test(path)),
    );
    for (const path of bundled)
      for (const { isOurs, isRuntime, to } of byPath.get(path)?.imports ?? [])
        if (isOurs && isRuntime) bundled.add(to);
    const isView = (path: string): boolean =>
      ["app", "proxy.ts", "instrumentation.ts", "contracts", "core", ...BROWSER].includes(layerOf(path));
    expect([...bundled].filter((path) => !isView(path)).toSorted()).toEqual([
      "trpc/client.ts",
      "trpc/transformer.ts",
    ]);
  });

  test("packages are imported at their homes only", () => {
    const isOf = (name: string, to: string) =>
      to === name || to.startsWith(name.endsWith("/") ? name : `${name}/`);
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ isOurs, to }) => {
          const home = isOurs
            ? undefined
            : Object.entries(PACKAGE_HOMES).find(([name]) => isOf(name, to))?.[1];
          return home !== undefined && !home.includes(layerOf(path));
        })
        .map(({ to }) => `${path} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test("folders of data import down: statements, connections, the service, people, tenants, what tenants do", () => {
    const floors = [
      "generated",
      "sql",
      "connection",
      "service",
      "members",
      "tenants",
      "verifications",
      "webhooks",
      "alerts",
      "operator",
    ];
    const floorOf = (path: string): number => floors.indexOf(path.split("/")[1] ?? "");
    const edges = files
      .filter(({ path }) => layerOf(path) === "data")
      .flatMap(({ path, imports }) =>
        imports.filter(({ isOurs }) => isOurs).map(({ to }) => [path, to] as const),
      )
      .filter(([, to]) => layerOf(to) === "data");
    expect(edges.length).toBeGreaterThan(50);
    expect(edges.filter(([path, to]) => floorOf(to) < 0 || floorOf(to) > floorOf(path))).toEqual([]);
  });

  test("only data speaks to PostgreSQL: others hand its client on", () => {
    const speaks =
      /\b(?:db|orm|tx|joined)\.\w+\.(?:find|create|update|delete|upsert|count|aggregate|groupBy)|\$(?:query|execute)Raw|\bpool\.query\(/;
    const speaking = files
      .filter(({ path }) => speaks.test(readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8")))
      .map(({ path }) => layerOf(path));
    expect([...new Set(speaking)]).toEqual(["data"]);
  });

  test("route files only wire: they hold no branch", () => {
    expect(findings("branch", (path) => !/^app\/.*route\.ts$/.test(path))).toEqual([]);
  });

  // React's server build turns every export of such a file into a reference: rendered it is the component, but a
  // constant or function is neither (it once stood in a page's inline script as the text of an error).
  test("what the server renders takes only components from files that say use client", () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const rendered = new Set(
      files.filter(({ path, isClient }) => path.startsWith("app/") && !isClient).map(({ path }) => path),
    );
    for (const path of rendered)
      for (const { to, isRuntime } of byPath.get(path)?.imports ?? [])
        if (isRuntime && byPath.get(to)?.isClient === false) rendered.add(to);
    const wrong = [...rendered].flatMap((path) =>
      (byPath.get(path)?.imports ?? [])
        .filter(({ to }) => byPath.get(to)?.isClient)
        .flatMap(({ to, names }) =>
          names.filter((name) => !/^[A-Z][a-z]/.test(name)).map((name) => `${path} → ${to} ${name}`),
        ),
    );
    expect(rendered).toContain("hosted/frame/page-parts.tsx");
    expect(wrong).toEqual([]);
  });

  test("no file is named after nothing", () => {
    expect(files.filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common-utils)\.tsx?$/.test(path))).toEqual(
      [],
    );
  });
});

describe("size and shape", () => {
  test("is within the bar: files, names, circles, the environment", () => {
    expect(faultsOf(measureShape(files, readPaths()))).toEqual([]);
  });

  test.each(WALKS.map((walk) => [walk.name, walk] as const))("the walk of %s", (_, walk) => {
    expect(walkFaults(walk, files)).toEqual([]);
  });
});

describe("habits", () => {
  test("no any", () => {
    expect(findings("any", () => false)).toEqual([]);
  });

  test("casts only in named helpers, and no helper is named in vain", () => {
    expect(findings("cast", (path) => CAST_HELPERS.includes(path))).toEqual([]);
    const casting = files
      .filter((file) => file.findings.some(({ rule }) => rule === "cast"))
      .map((file) => file.path);
    expect(CAST_HELPERS.filter((path) => !casting.includes(path))).toEqual([]);
  });

  test("time, chance and network are arguments", () => {
    expect(findings("ambient", (path) => AMBIENT_HOMES.includes(layerOf(path)))).toEqual([]);
  });
});

// What others install is no part of the service: it has its own packages, and works without the rest of this repository.
describe("the packages in sdk", () => {
  const packages = readSdkSources();

  test("import each other and Node alone", () => {
    const isAllowed = (to: string, isOurs: boolean): boolean => to.startsWith(isOurs ? "sdk/" : "node:");
    const wrong = packages.flatMap(({ path, imports }) =>
      imports.filter(({ to, isOurs }) => !isAllowed(to, isOurs)).map(({ to }) => `${path} → ${to}`),
    );
    expect(packages.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  test("keep the bar of src: sizes, circles, no any, no cast", () => {
    const { tooLong, cycles } = measureShape(
      packages,
      packages.map(({ path }) => path),
    );
    // Made from the contracts.
    const written = tooLong.filter((path) => path !== "sdk/typescript/src/types.ts");
    expect({ written, cycles }).toEqual({ written: [], cycles: [] });
    const banned = packages.flatMap(({ path, findings: found }) =>
      found
        .filter(({ rule }) => rule === "any" || rule === "cast")
        .map(({ rule, line }) => `${path}:${line} ${rule}`),
    );
    // The answers of the service, which are not checked: `answered`.
    expect(banned.filter((place) => !/^sdk\/typescript\/src\/client\.ts:\d+ cast$/.test(place))).toEqual([]);
    expect(banned.length).toBe(1);
  });
});

describe("the measure itself", () => {
  test("sees what it is there to see", () => {
    const text = [
      'import type { A } from "./a.ts";',
      'import { b } from "#core/b.ts";',
      'export * from "./c.ts";',
      'const d = await import("../d.ts");',
      "const e = d as any;",
      "const f = [1] as const;",
      "const g = e!;",
      "const h = process.env.H ?? fetch(Date.now(), new Date(), new Date(1));",
      "if (h) throw g;",
    ].join("\n");
    const { imports, findings: found, lines } = parseSource("http/x.ts", text);
    expect(lines).toBe(9);
    expect(imports.map(({ to, isRuntime }) => [to, isRuntime])).toEqual([
      ["http/a.ts", false],
      ["core/b.ts", true],
      ["http/c.ts", true],
      ["d.ts", true],
    ]);
    expect(found.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      "cast 5",
      "any 5",
      "cast 7",
      "process.env 8",
      "ambient 8",
      "ambient 8",
      "ambient 8",
      "branch 9",
    ]);
  });

  test("finds a circle of imports, types included", () => {
    const source = (path: string, to: string, type = "") =>
      parseSource(path, `import ${type} { x } from "./${to}";`);
    expect(
      findCycles([source("a.ts", "b.ts"), source("b.ts", "c.ts", "type"), source("c.ts", "a.ts")]),
    ).toEqual([["a.ts", "b.ts", "c.ts", "a.ts"]]);
    expect(findCycles([source("a.ts", "b.ts"), source("b.ts", "c.ts", "type")])).toEqual([]);
  });

  test("finds parts of a folder that import each other, though no file does", () => {
    const source = (path: string, to: string) => parseSource(path, `import type { x } from "#${to}";`);
    const tied = [
      source("services/a/one.ts", "services/b/two.ts"),
      source("services/b/three.ts", "services/a/four.ts"),
    ];
    expect(findCycles(tied)).toEqual([]);
    expect(findKnots(tied)).toEqual([["services/a", "services/b"]]);
    // Of another layer, or one way only.
    expect(
      findKnots([
        source("services/a/one.ts", "data/b/two.ts"),
        source("data/b/two.ts", "services/a/four.ts"),
      ]),
    ).toEqual([]);
    expect(findKnots(tied.slice(1))).toEqual([]);
    // At any depth, a file beside a folder among them.
    expect(
      findKnots([
        source("methods/a/one.ts", "methods/a/b/two.ts"),
        source("methods/a/b/three.ts", "methods/a/one.ts"),
        source("methods/a/b/c/four.ts", "methods/a/b/d/five.ts"),
        source("methods/a/b/d/six.ts", "methods/a/b/c/seven.ts"),
      ]),
    ).toEqual([
      ["methods/a/b", "methods/a/one.ts"],
      ["methods/a/b/c", "methods/a/b/d"],
    ]);
    expect(faultsOf(measureShape(tied, []))).toContain(
      "parts of one folder that import each other: services/a, services/b",
    );
  });

  test("finds files that are too long, too small, too many in a folder or of one name", () => {
    const lines = (count: number) => "const a = 1;\n".repeat(count);
    const from = (path: string) => `import "${path}";\n`;
    const long = parseSource("core/long.ts", lines(301));
    const small = parseSource("core/small.ts", lines(5));
    const shared = parseSource("core/shared.ts", lines(5));
    const users = ["core/a.ts", "core/b.ts"].map((path) =>
      parseSource(path, from("#core/shared.ts") + lines(70)),
    );
    const framework = parseSource("app/x/page.tsx", lines(5));
    const text = parseSource("hosted/texts/en.ts", lines(400));
    const paths = [
      ...Array.from({ length: 26 }, (_, index) => `core/${index}.ts`),
      ...["a", "b", "c", "d", "e", "f"].flatMap((folder) => [`${folder}/list.ts`, `app/${folder}/page.tsx`]),
    ];
    const shape = measureShape([long, small, shared, ...users, framework, text], paths);
    expect(shape).toMatchObject({ tooLong: ["core/long.ts"], crowded: ["core"], sameNames: ["list"] });
    expect(shape.tooSmall).toEqual(["core/small.ts"]);
  });

  test("finds a walk that is too long, whose file is gone, or that nobody would take", () => {
    const a = parseSource("a.ts", 'import "./b.ts";');
    const b = parseSource("b.ts", "export {};");
    const walk = (...paths: string[]) => walkFaults({ name: "w", most: 2, files: paths }, [a, b]);
    expect(walk("a.ts", "b.ts")).toEqual([]);
    expect(walk("b.ts", "a.ts")).toEqual(["w: no other file of the walk imports a.ts"]);
    expect(walk("a.ts", "gone.ts")).toEqual(["w: gone.ts is gone"]);
    expect(walk("a.ts", "b.ts", "b.ts")).toEqual(["w: 3 files, allowed 2"]);
  });
});
