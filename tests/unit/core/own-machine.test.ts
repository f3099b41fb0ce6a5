import { describe, expect, test } from "vitest";
import { isClearOutside } from "#config/shapes.ts";
import { originFault } from "#core/gates/gate.ts";
import { mayEmbed } from "#core/hosts.ts";
import { isNativeApp, redirectUriFault } from "#core/oidc/age-request.ts";
import { isLocalhostName, isLoopbackRedirect, isOwnAddress, isOwnMachine } from "#core/own-machine.ts";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import { isLoopback } from "../../../sdk/cli/src/service.ts";
import { Lintel } from "../../../sdk/typescript/src/index.ts";
import worker from "../../../sdk/worker/worker.js";
import { readGateCookies, workerVariables } from "../../support/gates/cookie-vectors.ts";

/** Hosts as parsed URLs have them, and where an app on a device may be answered by http. */
const OWN: readonly (readonly [host: string, redirect: "any port" | "its port" | "none"])[] = [
  ["localhost", "its port"],
  ["127.0.0.1", "any port"],
  ["[::1]", "any port"],
  ["shop.localhost", "none"],
  ["a.b.localhost", "none"],
  ["127.0.0.2", "none"],
  ["127.255.255.254", "none"],
];

const OTHERS = [
  "shop.example",
  "localhost.example",
  "notlocalhost",
  "127.0.0.1.example",
  "128.0.0.1",
  "10.0.0.1",
  "0.0.0.0",
  "[::]",
  "[::2]",
  "[::7f00:1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
];

const HOSTS: readonly (readonly [host: string, isOwn: boolean])[] = [
  ...OWN.map(([host]) => [host, true] as const),
  ...OTHERS.map((host) => [host, false] as const),
];

const isTaken = (make: () => unknown): boolean => {
  try {
    make();
    return true;
  } catch {
    return false;
  }
};

const VARIABLES = workerVariables(readGateCookies());

describe("what this very machine is has one answer, wherever http depends on it", () => {
  test.each(HOSTS)("%s: %s", async (host, isOwn) => {
    const url = `http://${host}:8080`;
    expect(new URL(url).hostname).toBe(host);
    const atSite = await worker.fetch(new Request(url), { ...VARIABLES, GATE_ORIGIN: url });
    expect({
      core: isOwnMachine(host),
      frame: mayEmbed([`${host}:8080`], url),
      gate: originFault(url, "test") === null,
      config: !isClearOutside(url),
      webhook: checkWebhookUrl(url, { allowLoopback: true }).ok,
      sdk: isTaken(() => new Lintel({ baseUrl: url })),
      cli: isLoopback(host),
      worker: atSite.status !== 503,
    }).toEqual({
      core: isOwn,
      frame: isOwn,
      gate: isOwn,
      config: isOwn,
      webhook: isOwn,
      sdk: isOwn,
      cli: isOwn,
      worker: isOwn,
    });
  });

  test.each(HOSTS)("production sends no webhook to %s, and no live gate is there by http", (host) => {
    expect(checkWebhookUrl(`http://${host}:8080`).ok).toBe(false);
    expect(originFault(`http://${host}:8080`, "live")).not.toBeNull();
  });
});

describe("redirect addresses of live clients keep to RFC 8252's literals, and to localhost", () => {
  test.each([...OWN, ...OTHERS.map((host) => [host, "none"] as const)])("%s: %s", (host, redirect) => {
    const app = { authMethod: "none", redirectUris: [`http://${host}/age`] } as const;
    expect(isLoopbackRedirect(host)).toBe(redirect !== "none");
    expect(isNativeApp(app)).toBe(redirect === "any port");
    expect(redirectUriFault(`http://${host}:8080/age`, "live") === null).toBe(redirect !== "none");
  });
});

test("an address is 127.0.0.0/8 or ::1, in no disguise, and a name is no address", () => {
  for (const address of ["127.0.0.1", "127.0.0.0", "127.255.255.254", "127.199.200.249", "::1"])
    expect([address, isOwnAddress(address)]).toEqual([address, true]);
  for (const other of [
    ...["128.0.0.1", "0.0.0.0", "127.1", "127.0.0.256", "127.0.0.01", "127.0.0.1.", "127.0.0.1.1"],
    ...["1127.0.0.1", "127.0.0.1\n", " 127.0.0.1", "::", "::2", "::ffff:127.0.0.1", "::1%lo", "[::1]"],
    ...["localhost", ""],
  ])
    expect([other, isOwnAddress(other)]).toEqual([other, false]);
});

test("a name is localhost or below it, without the root's dot", () => {
  for (const name of ["localhost", "shop.localhost", "*.localhost"])
    expect([name, isLocalhostName(name)]).toEqual([name, true]);
  for (const name of [".localhost", "localhost.", "xlocalhost", "localhost.localdomain", "LOCALHOST", ""])
    expect([name, isLocalhostName(name)]).toEqual([name, false]);
});
