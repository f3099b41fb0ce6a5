import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  isOver,
  KEPT_MS,
  keptForm,
  keptIn,
  keptText,
  keptTogether,
  READ,
  typedOver,
} from "#kit/kept/kept-fields.ts";
import { readSources } from "../../../scripts/lib/source.ts";

const NOW = Date.UTC(2026, 10, 28, 14, 2);

const GATE = keptForm("gate", {
  name: READ.text,
  decides: READ.oneOf(["age", "policy"]),
  paths: READ.listOf(READ.text),
  country: READ.orNull(READ.text),
});

const SAVED = { name: "Shop", decides: "age" as const, paths: ["/health"], country: null };

describe("what is kept of a form", () => {
  test("is what differs from what is saved, with what was saved there, and is read back as it was", () => {
    const now = { ...SAVED, name: "Wine shop", paths: ["/health", "/help"] };
    const typed = typedOver(GATE, now, SAVED);
    expect(typed).toEqual({
      typed: { name: "Wine shop", paths: ["/health", "/help"] },
      over: { name: "Shop", paths: ["/health"] },
    });
    expect(keptIn(GATE, keptText(GATE, { ...typed, at: NOW }), NOW)).toEqual({ ...typed, at: NOW });
  });

  test("has with a field those that mean something with it, with what was saved there, also where these are the same", () => {
    const form = keptTogether(GATE, ["decides", "country"]);
    expect(typedOver(form, { ...SAVED, decides: "policy" }, SAVED)).toEqual({
      typed: { decides: "policy", country: null },
      over: { decides: "age", country: null },
    });
    expect(typedOver(form, { ...SAVED, country: "FR" }, SAVED)).toEqual({
      typed: { decides: "age", country: "FR" },
      over: { decides: "age", country: null },
    });
    expect(typedOver(form, { ...SAVED, name: "Till" }, SAVED).typed).toEqual({ name: "Till" });
  });

  test("is nothing where nothing was changed", () => {
    expect(keptText(GATE, { ...typedOver(GATE, { ...SAVED }, SAVED), at: NOW })).toBeNull();
  });

  test("is only what the form lists: a secret beside it is left out", () => {
    const now = { ...SAVED, name: "Till", clientSecret: "a-secret" };
    expect(JSON.stringify(typedOver(GATE, now, SAVED))).not.toContain("a-secret");
    const typed = { name: "Till", clientSecret: "a-secret" };
    expect(keptText(GATE, { typed, over: {}, at: NOW })).not.toContain("a-secret");
  });

  test("ends after twelve hours, and is not of a time to come", () => {
    const text = keptText(GATE, { typed: { name: "Till" }, over: { name: "Shop" }, at: NOW });
    expect(keptIn(GATE, text, NOW + KEPT_MS - 1)?.typed).toEqual({ name: "Till" });
    expect(KEPT_MS).toBe(12 * 3_600_000);
    for (const now of [NOW + KEPT_MS, NOW - KEPT_MS]) {
      expect(keptIn(GATE, text, now)).toBeNull();
      expect(isOver(text, now)).toBe(true);
    }
    expect(isOver(text, NOW)).toBe(false);
  });

  test("is discarded by a build whose form has other fields, or other values of one", () => {
    const text = keptText(GATE, { typed: { decides: "policy" }, over: { decides: "age" }, at: NOW });
    const more = keptForm("gate", { ...GATE.read, colour: READ.text });
    expect(keptIn(more, text, NOW)).toBeNull();
    expect(keptIn(keptForm("gate", { ...GATE.read, decides: READ.text }), text, NOW)?.typed).toEqual({
      decides: "policy",
    });
    const other = keptForm("gate", { ...GATE.read, decides: READ.oneOf(["age", "nobody"]) });
    expect(keptIn(other, text, NOW)).toBeNull();
  });

  test.each([null, "", "{", "null", "[]", '{"at":1}', `{"word":"1: name","at":${NOW},"typed":{"name":1}}`])(
    "is nothing where %s is stored",
    (text) => {
      expect(keptIn(GATE, text, NOW)).toBeNull();
      expect(keptIn(keptForm("gate", { name: READ.text }), text, NOW)).toBeNull();
    },
  );
});

const TELLING =
  /secret|password|passphrase|apiKey|callbackKey|privateKey|accessToken|jwk|voucher|slack|mail|phone|search/i;

/** Its form lists the settings, whose names tests/unit/console/settings-fields.test.ts reads. */
const OF_SETTINGS = "console/settings/use-draft.ts";

test("a field that tells a secret, or is about a person, cannot be listed", () => {
  // @ts-expect-error: a secret
  keptForm("provider", { name: READ.text, clientSecret: READ.text });
  // @ts-expect-error: of a person
  keptForm("tenant", { ownerEmail: READ.text });
  // @ts-expect-error: where a private key may be pasted
  keptForm("site", { jwks: READ.text });
  // The names are read from the sources too: a type can be silenced.
  const sources = readSources()
    .filter(({ path }) => /^(?:console|kit)\/.*\.tsx?$/.test(path) && !path.startsWith("kit/kept/"))
    .map(({ path }) => ({
      path,
      text: readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8"),
    }));
  const callsIn = (text: string): number => [...text.matchAll(/keptForm(?:<[^>]*>)?\("/g)].length;
  const listed = sources.flatMap(({ path, text }) => {
    const found = [...text.matchAll(/keptForm\("([\w-]+)", \{([^;]*)\}\)/g)];
    const expected = path === OF_SETTINGS ? 1 : 0;
    expect(callsIn(text) - found.length, `${path}: each form is read here`).toBe(expected);
    return found;
  });
  expect(listed.length).toBeGreaterThan(8);
  const names = ["settings", ...listed.map(([, name = ""]) => name)];
  expect(names, "each form has a name of its own").toEqual([...new Set(names)]);
  for (const [, name, fields] of listed) expect(fields, name).not.toMatch(TELLING);
});

describe("in the tab's storage", () => {
  let held: Map<string, string>;

  const storage = () => ({
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  });

  /** A new document: a sign-out ends the keeping of its own alone. */
  const page = () => {
    vi.resetModules();
    return import("#kit/kept/kept-store.ts");
  };

  beforeEach(() => {
    held = new Map();
    vi.stubGlobal("window", { sessionStorage: storage() });
  });
  afterEach(() => vi.unstubAllGlobals());

  const ADA = { memberId: "mem_ada", tenantId: "ten_1", mode: null };
  const text = (at: number): string => JSON.stringify({ at });

  test("each member, tenant, mode, form and thing has a place of its own", async () => {
    const { keptKey } = await page();
    const keys = [
      keptKey(ADA, "gate", "site_1"),
      keptKey({ ...ADA, memberId: "mem_ben" }, "gate", "site_1"),
      keptKey({ ...ADA, tenantId: "ten_2" }, "gate", "site_1"),
      keptKey({ ...ADA, tenantId: null }, "gate", "site_1"),
      keptKey({ ...ADA, mode: "test" }, "gate", "site_1"),
      keptKey(ADA, "endpoint", "site_1"),
      keptKey(ADA, "gate", "site_2"),
      // A slash leads nowhere else.
      keptKey(ADA, "gate/site_1", ""),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("another member who signs in finds nothing, and what is over goes; the rest of the tab's stays", async () => {
    const { keptKey, store, tidyStored, readStored } = await page();
    const [ada, old, ben] = [
      keptKey(ADA, "gate", "new"),
      keptKey(ADA, "gate", "old"),
      keptKey({ ...ADA, memberId: "mem_adam" }, "gate", "new"),
    ];
    store(ada, text(NOW));
    store(old, text(NOW - KEPT_MS));
    store(ben, text(NOW));
    held.set("lintel-invitation", "other");
    tidyStored("mem_ada", NOW);
    expect([...held.keys()]).toEqual([ada, "lintel-invitation"]);
    tidyStored("mem_adam", NOW);
    expect(readStored(ada)).toBeNull();
  });

  test("a sign-out leaves nothing, and forms that are still open keep nothing more", async () => {
    const { keptKey, store, endKeeping } = await page();
    const key = keptKey(ADA, "gate", "new");
    store(key, text(NOW));
    endKeeping();
    store(key, text(NOW));
    expect([...held.keys()]).toEqual([]);
    const next = await page();
    next.store(key, text(NOW));
    expect(held.size).toBe(1);
    next.store(key, null);
    expect(held.size).toBe(0);
  });

  test("storage that is full or blocked breaks no form", async () => {
    const { store, readStored, tidyStored, endKeeping } = await page();
    const refuse = (): never => {
      throw new DOMException("no", "QuotaExceededError");
    };
    vi.stubGlobal("window", { sessionStorage: { ...storage(), setItem: refuse } });
    held.set("lintel-kept/a", "as it was before");
    expect(() => store("lintel-kept/a", "b")).not.toThrow();
    // Rather nothing than what has been typed over.
    expect(held.has("lintel-kept/a")).toBe(false);
    vi.stubGlobal("window", {
      get sessionStorage() {
        return refuse();
      },
    });
    expect(readStored("lintel-kept/a")).toBeNull();
    expect(() => {
      store("lintel-kept/a", "b");
      tidyStored("mem_ada", NOW);
      endKeeping();
    }).not.toThrow();
  });
});
