import { afterEach, expect, test, vi } from "vitest";
import { behindHash } from "#console/sign-in/behind-hash.ts";

afterEach(() => vi.unstubAllGlobals());

/** A tab that opened this link: what its address and its storage hold. */
const tab = (hash: string) => {
  const held = new Map<string, string>();
  const location = { hash, pathname: "/console/invitation" };
  const replaceState = (_state: null, _title: string, address: string): void => {
    Object.assign(location, { hash: "", pathname: address });
  };
  const sessionStorage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => held.set(name, value),
    removeItem: (name: string) => held.delete(name),
  };
  vi.stubGlobal("window", { location, history: { replaceState }, sessionStorage });
  return { location, held };
};

test("what stands behind the # leaves the address at once, and stays in the tab until it is forgotten", () => {
  const { location, held } = tab("#ivt_secret");
  const secret = behindHash("lintel-invitation");
  expect(secret.take()).toBe("ivt_secret");
  expect(location).toEqual({ hash: "", pathname: "/console/invitation" });
  expect([secret.take(), secret.isKept(), [...held]]).toEqual([
    "ivt_secret",
    true,
    [["lintel-invitation", "ivt_secret"]],
  ]);
  secret.forget();
  expect([secret.take(), secret.isKept(), held.size]).toEqual([null, false, 0]);
});

test("no more than the characters asked for are kept, and a link without any keeps nothing", () => {
  tab(`#${"A".repeat(60)}`);
  expect(behindHash("lintel-device-code", 40).take()).toBe("A".repeat(40));
  const { held } = tab("#");
  expect([behindHash("lintel-device-code", 40).take(), held.size]).toEqual([null, 0]);
});
