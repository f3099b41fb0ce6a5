import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";
import type { Deps } from "#services/context.ts";
import { CONFORMANCE_CHECKS } from "../../../sdk/cli/src/conformance/checks.ts";
import { runCli } from "../../support/cli/run-cli.ts";
import { serveRest } from "../../support/cli/serve-rest.ts";
import { serviceForFile } from "../../support/world/service.ts";

const service = serviceForFile();

const run = async (deps: Deps, files: Record<string, unknown> = {}, key?: string) => {
  const { testKey } = await service.get().tenant();
  const env = { LINTEL_URL: await serveRest(deps, files), LINTEL_API_KEY: key ?? testKey };
  const { exitCode, stdout, stderr } = await runCli(["conformance", "--json"], { env });
  const results: { name: string; isKept: boolean }[] = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {
    exitCode,
    stderr,
    broken: results.filter(({ isKept }) => !isKept).map(({ name }) => name),
    results,
  };
};

test("this service keeps every promise", async () => {
  const { exitCode, broken, results } = await run(service.get().deps);
  expect([exitCode, broken, results.length]).toEqual([0, [], CONFORMANCE_CHECKS.length]);
});

test("a service that publishes other keys than it signs with is found", async () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const others = await (await loadSigningKeys(JSON.stringify([key]))).jwks();
  const { exitCode, broken } = await run(service.get().deps, { "/.well-known/jwks.json": others });
  expect([exitCode, broken]).toEqual([1, ["token-offline"]]);
});

test("a service that answers everything with 200 is found by nearly every check", async () => {
  const anything = Object.fromEntries(
    [
      "/verify/start",
      "/verify/status",
      "/verify/complete",
      "/tokens/validate",
      "/health",
      "/openapi.json",
    ].map((path) => [path, {}]),
  );
  const { exitCode, broken } = await run(service.get().deps, anything);
  expect([exitCode, broken]).toEqual([1, CONFORMANCE_CHECKS.map(({ name }) => name)]);
});

test("a live key is refused: its verification would count", async () => {
  const { liveKey } = await service.get().tenant();
  const { exitCode, results, stderr } = await run(service.get().deps, {}, liveKey);
  expect([exitCode, results]).toEqual([3, []]);
  expect(stderr).not.toContain(liveKey);
});
