import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { json as jsonOf, text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { z } from "zod";
import { billOfMaterials, DPKG_FORMAT, imagePackages, withDebian } from "../../scripts/lib/bill.ts";
import type { LockFile } from "../../scripts/lib/lock-file.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { newSecrets } from "../../scripts/local/secrets.ts";
import { buildImage, type Image, imageMissing, type Running } from "../support/deploy/image.ts";
import { packagesIn, sizesIn } from "../support/deploy/image-content.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";

// `npm run test:faults -- image`: builds the image of the Dockerfile and runs each of its commands.

const MINUTE = 60_000;
const body = z.looseObject({});

if (imageMissing !== null) console.info(`The image is not built: ${imageMissing}.`);

const says = (running: Running, words: string) => eventually(() => running.output(), MINUTE).toContain(words);

/** Starts the image's service for whoever asks, each with the settings that they send. */
const launcherOf = async (image: Image): Promise<AsyncDisposable & { url: string; started(): number }> => {
  const running = new Map<string, Running>();
  let started = 0;
  const launch = async (env: Record<string, string>): Promise<string> => {
    const port = await anyPort();
    const own = { HOST: "127.0.0.1", PORT: `${port}`, TRUSTED_PROXY_HOPS: "1", SHUTDOWN_GRACE_SECONDS: "1" };
    const serve = image.command(["serve"], { ...env, LOG_LEVEL: "info", ...own });
    await says(serve, "listening on");
    running.set(`http://127.0.0.1:${port}`, serve);
    started += 1;
    return `http://127.0.0.1:${port}`;
  };
  const end = async (origin: string): Promise<string> => {
    running.get(origin)?.kill("SIGTERM");
    await running.get(origin)?.ended;
    return "";
  };
  const server = createServer(async (request, response) => {
    const answering =
      request.method === "DELETE"
        ? textOf(request).then(end)
        : jsonOf(request).then((env) => launch(z.record(z.string(), z.string()).parse(env)));
    await answering.then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    started: () => started,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running.keys()].map(end));
      server.close();
    },
  };
};

// Where a test brings a part, such as a clock, the service is in its own process, and not in the image.
const BRINGS_A_PART = /overrides|testClock|createService\(|console-|route-files/;

// A key that the test revokes beside the service is good there for up to ten seconds more.
const SEEN_ELSEWHERE_LATER = "^(?!.*revoked keys get the same words)";

/** Runs the files of the interface's suite that bring no part, over programs of the image. */
const runApiSuite = async (image: Image): Promise<{ passed: number; started: number }> => {
  await using launcher = await launcherOf(image);
  const files = readdirSync("tests/api")
    .filter((name) => name.endsWith(".test.ts") && !BRINGS_A_PART.test(name))
    .map((name) => join("tests/api", name))
    .filter((path) => !BRINGS_A_PART.test(readFileSync(path, "utf8")));
  const child = spawn(
    "npx",
    ["--no-install", "vitest", "run", "--project", "api", "-t", SEEN_ELSEWHERE_LATER, ...files],
    {
      env: { ...process.env, INTERFACE_LAUNCHER: launcher.url, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [output] = await Promise.all([textOf(child.stdout), once(child, "close")]);
  expect(child.exitCode, output).toBe(0);
  const [, passed = "0"] = /Tests +(\d+) passed/.exec(output) ?? [];
  return { passed: Number(passed), started: launcher.started() };
};

const MOST_MEGABYTES = 600;

/**
 * Holds the bill of materials against the packages that are in the image, and the image against its size. The bill, with
 * Debian's packages, is left in .local/image.cdx.json.
 * @returns megabytes
 */
const checkContent = async (image: Image, lock: LockFile): Promise<number> => {
  const machine = { os: "linux", cpu: process.arch, libc: "glibc" };
  const found = packagesIn(join(image.folder, "app/node_modules"));
  expect(found).toEqual(imagePackages(lock, machine));
  const bill = billOfMaterials("lintel", machine);
  const listed = bill.components.map(({ purl }) => /^pkg:npm\/(.*)/.exec(decodeURIComponent(purl))?.[1]);
  expect(listed.filter((name) => name !== undefined).toSorted()).toEqual(found);
  const query = `. /etc/os-release && echo "$ID-$VERSION_ID" && dpkg-query --show --showformat='${DPKG_FORMAT}'`;
  const [release = "", packages = ""] = (await image.sh(query)).split(/\n(.*)/s, 2);
  expect([release, packages]).toEqual(["debian-12", expect.stringMatching(/^libc6 \S+ \w+$/m)]);
  mkdirSync(".local", { recursive: true });
  const whole = withDebian(bill, packages, release);
  writeFileSync(".local/image.cdx.json", `${JSON.stringify(whole, null, 2)}\n`);

  const { total, table } = sizesIn(image.folder);
  console.info(table);
  expect(total, table).toBeLessThanOrEqual(MOST_MEGABYTES);
  return Math.round(total);
};

test.skipIf(imageMissing !== null)(
  "the image builds, and migrate, serve and worker do their work as a user without rights on a read-only root",
  { timeout: 40 * MINUTE },
  async () => {
    await using database = await createEmptyDatabase();
    await using image = await buildImage();
    const port = await anyPort();
    const env: Record<string, string> = {
      ...(await newSecrets()),
      LINTEL_ENV: "development", // so that the sample photo counts
      DATABASE_URL: database.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      HOST: "127.0.0.1",
      PORT: `${port}`,
      SHUTDOWN_GRACE_SECONDS: "1",
    };

    // What is in it.
    expect(image.config).toMatchObject({ User: "10001:10001", WorkingDir: "/app", Cmd: ["serve"] });
    const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const size = await checkContent(image, lock);
    for (const path of [".env", ".git", "tests", "docs", "lab"])
      expect(existsSync(join(image.folder, "app", path)), path).toBe(false);
    expect(await image.sh("id -u; find /app -writable -not -type l; node --version")).toBe(
      `10001\n/app/.next/cache\nv${lock.packages[`node_modules/node-linux-${process.arch}`]?.version}`,
    );

    // migrate, twice.
    const first = image.command(["migrate"], env);
    expect([await first.ended, first.output()]).toEqual([0, expect.stringMatching(/\d+ applied\.\n$/)]);
    const second = image.command(["migrate", "status"], env);
    expect([await second.ended, second.output()]).toEqual([0, "The database is up to date.\n"]);

    // serve.
    expect(await image.isHealthy(env)).toBe(false);
    const serve = image.command(image.config.Cmd, env);
    await says(serve, "listening on");
    expect(await image.isHealthy(env)).toBe(true);
    const call = async (path: string, headers: Record<string, string> = {}, sent?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { "content-type": "application/json", ...headers },
        ...(sent === undefined ? {} : { method: "POST", body: JSON.stringify(sent) }),
      });
      return body.parse(await response.json());
    };
    const operator = { "x-admin-key": String(env.ADMIN_KEYS) };
    expect(await call("/health")).toMatchObject({ status: "ok", database: "connected" });
    const tenant = await call("/admin/tenants", operator, { name: "Shop" });
    const key = { "x-tenant-api-key": String(tenant.apiKey) };
    const started = await call("/verify/start", key, { minimumAge: 18 });
    const { verificationId } = started;
    expect(await call(`/verify/status?verificationId=${verificationId}`, key)).toMatchObject({
      status: "pending",
    });
    const completed = await call("/verify/complete", key, { verificationId, verifiedAge: 36 });
    expect(await call("/tokens/validate", key, { token: completed.token })).toMatchObject({
      valid: true,
      over18: true,
      verificationId,
    });

    // Next's page, a file of its build, and a photo that a process of its own reads.
    const { sessionUrl } = await call("/verify/start", key, { minimumAge: 18 });
    const page = await fetch(String(sessionUrl));
    const html = await page.text();
    expect([page.status, html]).toEqual([200, expect.stringContaining("Shop")]);
    const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200);
    const photo = await fetch(`${sessionUrl}/document`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "image/jpeg" },
      body: readFileSync("public/samples/licence-adult.jpg"),
    });
    expect(await photo.json()).toMatchObject({ status: "completed", outcome: "approved" });

    // worker, beside it; then both end by SIGTERM, with nothing left to say.
    const worker = image.command(["worker"], env);
    await says(worker, "the worker is running");
    for (const running of [worker, serve]) running.kill("SIGTERM");
    expect([await worker.ended, await serve.ended]).toEqual([0, 0]);
    for (const running of [worker, serve])
      expect(running.output()).not.toMatch(/EROFS|EACCES|"level":"error"/);

    // Many processes of it, each with its tests' own database.
    const suite = await runApiSuite(image);
    expect(suite.passed).toBeGreaterThan(100);
    expect(suite.started).toBeGreaterThan(5);

    // A setting that is missing ends it with a word.
    const { SECRETS_KEY: _, ...incomplete } = env;
    const refused = image.command(["serve"], incomplete);
    expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining("SECRETS_KEY")]);
    writeFaultRow(import.meta.filename, {
      fault: "A container without rights",
      done: "the image is built by buildah, and migrate, serve and worker run as user 10001 on a read-only root",
      expected: "each does its work, ends by SIGTERM, and names a setting that is missing",
      got: `as expected; a photo was read and a verification decided in it, and it takes ${size} MB; ${suite.passed} tests of the interface's suite passed over ${suite.started} containers`,
    });
  },
);
