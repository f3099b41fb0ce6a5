import { exportJWK, type FlattenedJWSInput, type JWTHeaderParameters } from "jose";
import { describe, expect, test } from "vitest";
import { createKeySet } from "#platform/identity/discovery.ts";
import { type SigningKey, signingKey } from "../../support/sign-in/scripted-provider.ts";

const TOKEN: FlattenedJWSInput = { payload: "", signature: "" };
const headerOf = (kid: string): JWTHeaderParameters => ({ alg: "ES256", kid });

const publishing = (...first: SigningKey[]) => {
  const published = first;
  let lookUps = 0;
  const keySet = createKeySet({
    cooldownMs: 3_600_000,
    http: async () => {
      lookUps += 1;
      const keys = await Promise.all(
        published.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: "ES256" })),
      );
      return { status: 200, isOk: true, type: "application/json", text: JSON.stringify({ keys }) };
    },
  });
  const keyOf = keySet({ jwks_uri: "https://id.example.org/jwks" });
  return {
    published,
    lookUps: () => lookUps,
    find: async (kid: string) => {
      try {
        await keyOf(headerOf(kid), TOKEN);
        return "found";
      } catch {
        return "unknown";
      }
    },
  };
};

describe("a provider's keys, between two regular look-ups", () => {
  test("a key that was rotated in a moment ago is found at once", async () => {
    const provider = publishing(signingKey("ES256", "old"));
    expect(await provider.find("old")).toBe("found");
    provider.published.push(signingKey("ES256", "new"));
    expect(await provider.find("new")).toBe("found");
    expect(await provider.find("new")).toBe("found");
    expect(provider.lookUps()).toBe(2);
  });

  test("a key that nobody knows is looked up once, and only five of them", async () => {
    const provider = publishing(signingKey("ES256", "old"));
    await provider.find("old");
    for (const kid of ["a", "a", "a"]) expect(await provider.find(kid)).toBe("unknown");
    expect(provider.lookUps()).toBe(2);
    for (let at = 0; at < 20; at += 1) expect(await provider.find(`k${at}`)).toBe("unknown");
    expect(provider.lookUps()).toBe(6);
    expect(await provider.find("old")).toBe("found");
  });
});
