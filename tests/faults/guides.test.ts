import { existsSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { anyPort } from "../../scripts/local/ports.ts";
import { adapt, missing, ownFolder, startProgram, writeFiles } from "../gates/support/program.ts";
import { caddyfile as shipped } from "../support/deploy/files.ts";
import { asTyped, printed, stepsOf } from "../support/deploy/guide-blocks.ts";
import { databaseAsPrinted } from "../support/deploy/guide-database.ts";
import type { BlockId } from "../support/deploy/guide-runs.ts";
import { createWalker, type Step, type Walker, walkMissing } from "../support/deploy/guide-walk.ts";
import { startSystemd } from "../support/deploy/systemd.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { moreAnswers, startLoad } from "../support/faults/load.ts";
import { eventually } from "../support/world/eventually.ts";

// `npm run test:faults -- guides`: README and deployment guide, typed by a newcomer. It installs twice, from npm's registry.

const MINUTE = 60_000;
const CADDY = "/usr/bin/caddy";
const caddyMissing = missing(CADDY, "caddy");
const isMissing = walkMissing() + (caddyMissing === null ? "" : ` (not here: ${caddyMissing})`);

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const answers = z.object({
  apiKey: z.string().optional(),
  verificationId: z.string().optional(),
  token: z.string().optional(),
  valid: z.boolean().optional(),
});

/** A tenant of the service at this address, and one verification of it from start to confirmed token. */
const verifyOnce = async (url: string, settingsFile: string): Promise<{ liveKey: string }> => {
  const { ADMIN_KEYS: adminKey = "" } = parseEnv(readFileSync(settingsFile, "utf8"));
  const post = async (path: string, key: Record<string, string>, body: unknown) => {
    const headers = { "content-type": "application/json", ...key };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return answers.parse(await response.json());
  };
  const wide = { plan: "scale", overrides: { rateLimitPerMinute: 10_000_000 } };
  const tenant = await post("/admin/tenants", { "x-admin-key": adminKey }, { name: "Shop", ...wide });
  const liveKey = tenant.apiKey ?? "";
  const key = { "x-tenant-api-key": liveKey };
  const { verificationId } = await post("/verify/start", key, { minimumAge: 18 });
  const { token } = await post("/verify/complete", key, { verificationId, verifiedAge: 36 });
  expect(await post("/tokens/validate", key, { token })).toMatchObject({ valid: true, verificationId });
  return { liveKey };
};

const expectSecret = (settingsFile: string): void => {
  expect((statSync(settingsFile).mode & 0o777).toString(8)).toBe("600");
};

/** README, "Run it for real". */
const walkByHand = async (walker: Walker): Promise<readonly Step[]> => {
  await using database = await databaseAsPrinted();
  const tree = walker.clone("by-hand");
  const port = await anyPort();
  const block = asTyped(printed("README.md > Run it for real > 1"), {
    "postgresql://user:password@host:5432/lintel": database.url,
  });
  const env = { HOST: "127.0.0.1", PORT: String(port), SHUTDOWN_GRACE_SECONDS: "1" };
  const steps = await walker.type(stepsOf(block), { cwd: tree, env });
  const url = `http://127.0.0.1:${port}`;
  await eventually(() => isReady(url), 2 * MINUTE).toBe(true);
  await eventually(() => walker.outputOf("npm run worker"), MINUTE).toContain("the worker is running");
  expectSecret(join(tree, ".env"));
  await verifyOnce(url, join(tree, ".env"));
  walker.signal("SIGTERM");
  await eventually(() => isReady(url), MINUTE).toBe(false);
  walker.signal("SIGKILL");
  await rm(tree, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  return steps;
};

/** Caddy with the shipped file, changed as the guide says for a machine without containers. @returns its address */
const startCaddy = async (stack: AsyncDisposableStack, ports: readonly number[]): Promise<string> => {
  const door = await anyPort();
  const url = `http://localhost:${door}`;
  const folder = await ownFolder(stack, "guide-caddy");
  const text = adapt(shipped, {
    "serve-a:3000 serve-b:3000": ports.map((port) => `127.0.0.1:${port}`).join(" "),
    "{$PUBLIC_URL}": url,
  });
  const { Caddyfile } = await writeFiles(folder, { Caddyfile: `{\n\tadmin off\n}\n${text}` });
  await startProgram(stack, CADDY, ["run", "--config", Caddyfile, "--adapter", "caddyfile"], {
    port: door,
    env: { HOME: folder, XDG_DATA_HOME: join(folder, "data") },
  });
  return url;
};

/** The deployment guide, "systemd". */
const walkBySystemd = async (walker: Walker): Promise<{ steps: readonly Step[]; answered: number }> => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await databaseAsPrinted());
  const tree = walker.clone("opt-lintel");
  const settings = join(walker.home, "etc-lintel");
  const [bin, units] = [walker.folder("bin"), walker.folder("etc-systemd")];
  const places = { "/opt/lintel": tree, "/etc/lintel": settings };
  const systemd = stack.use(await startSystemd({ bin, units, places, account: walker.account }));
  const [one, two] = [await anyPort(), await anyPort()];
  const names = [`lintel-serve@${one}`, `lintel-serve@${two}`, "lintel-worker"] as const;
  const [first, second] = names;
  const serving = { "lintel-serve@3001": first, "lintel-serve@3002": second };
  const [atOne, atTwo] = [`http://127.0.0.1:${one}`, `http://127.0.0.1:${two}`];

  const stepsIn = (id: BlockId, own: Record<string, string>) => stepsOf(asTyped(printed(id), own));
  // The prompt stays where the commands before have led to.
  const at = (cwd: string) => ({ cwd, env: { PATH: `${bin}:${walker.path}` } });
  const expectServing = async (): Promise<void> => {
    for (const url of [atOne, atTwo]) await eventually(() => isReady(url), 2 * MINUTE).toBe(true);
    await eventually(() => systemd.output("lintel-worker"), MINUTE).toContain("the worker is running");
  };

  const install = stepsIn("docs/deployment.md > systemd > 1", {
    ...places,
    ...serving,
    "/etc/systemd/system": units,
    "postgresql://…": database.url,
  });
  const steps = [...(await walker.type(install, at(walker.home)))];
  await expectServing();
  expectSecret(join(settings, "lintel.env"));
  const { liveKey } = await verifyOnce(atOne, join(settings, "lintel.env"));

  // Warnings are left, such as that statements name no seller; so it ends with 1.
  const ask = stepsIn("docs/deployment.md > systemd > 2", places);
  const doctor = await walker.attempt(ask, at(tree));
  expect(doctor.output).toContain("operator.unnamed");
  expect(doctor.output).not.toContain("✗ error");

  await systemd.systemctl("stop", ...names);
  const prune = stepsIn("docs/deployment.md > systemd > 3", { "/opt/lintel": tree });
  steps.push(...(await walker.type(prune, at(tree))));
  for (const name of ["typescript", "prisma", "@playwright/test"])
    expect([name, existsSync(join(tree, "node_modules", name))]).toEqual([name, false]);
  await systemd.systemctl("start", ...names);
  await expectServing();

  const door = await startCaddy(stack, [one, two]);
  expect((await fetch(`${door}/admin/metrics`)).status).toBe(404);
  const load = startLoad({ url: () => door, tenant: { liveKey } });
  await moreAnswers(load, 150);
  const upgrade = stepsIn("docs/deployment.md > systemd > 4", {
    ...serving,
    "127.0.0.1:3001": `127.0.0.1:${one}`,
  });
  steps.push(...(await walker.type(upgrade, at(tree))));
  await expectServing();
  await moreAnswers(load, 150);
  await load.stop();
  expect([load.refused, load.wrong]).toEqual([[], []]);
  await systemd.systemctl("stop", ...names);
  expect(systemd.ends.filter((end) => !end.endsWith(" 0"))).toEqual([]);
  return { steps, answered: load.answers() };
};

const told = (steps: readonly Step[]): string => {
  const minutes = steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const longest = steps.toSorted((step, other) => other.seconds - step.seconds).slice(0, 2);
  const words = longest.map(({ command, seconds }) => `\`${command}\` ${Math.round(seconds)} s`);
  return `${minutes.toFixed(1)} minutes, of which ${words.join(" and ")}`;
};

test.skipIf(isMissing !== "")(
  `the guides, typed as printed in an empty folder, lead to a running service${isMissing}`,
  { timeout: 45 * MINUTE },
  async () => {
    await using walker = await createWalker();
    const byHand = await walkByHand(walker);
    const { steps, answered } = await walkBySystemd(walker);
    writeFaultRow(import.meta.filename, {
      fault: "A newcomer types what the guides print",
      done: "the README's *Run it for real* and the deployment guide's *systemd*, in empty folders, by a user without rights, on a database made by the printed SQL; the units by a stand-in for systemd; the upgrade under load behind the shipped Caddyfile",
      expected:
        "each command succeeds in its order, a verification ends in a valid token, the upgrade loses no request",
      got: `by hand ${told(byHand)}; by systemd ${told(steps)}; ${answered} requests around the upgrade, 0 failed`,
    });
  },
);
