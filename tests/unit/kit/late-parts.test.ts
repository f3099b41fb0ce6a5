import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isGone, loadAgain } from "#kit/late/load-again.ts";
import { readSources } from "../../../scripts/lib/source.ts";

afterEach(() => vi.unstubAllGlobals());

/** Fails as often as it should, then comes. */
const failing = (times: number) => {
  let calls = 0;
  return {
    calls: () => calls,
    load: async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return "the part";
    },
  };
};

describe("a file of script", () => {
  test("that fails comes at a later try", async () => {
    const { load, calls } = failing(2);
    expect(await loadAgain(load, [0, 0])).toBe("the part");
    expect(calls()).toBe(3);
  });

  test("that never comes is asked for once more than it is waited for, and its last failure is thrown", async () => {
    const { load, calls } = failing(9);
    await expect(loadAgain(load, [0, 0])).rejects.toThrow("failure 3");
    expect(calls()).toBe(3);
  });

  test("that comes at once is asked for once", async () => {
    const { load, calls } = failing(0);
    expect(await loadAgain(load)).toBe("the part");
    expect(calls()).toBe(1);
  });
});

describe("a newer build", () => {
  const failure = new Error("Failed to load chunk /_next/static/chunks/0a.js from module 12");
  const answers = (status: number): string[] => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (file: string) => {
      asked.push(file);
      return new Response(null, { status });
    });
    return asked;
  };

  test("is known by the file that the service no longer has", async () => {
    const asked = answers(404);
    expect(await isGone(failure)).toBe(true);
    expect(asked).toEqual(["/_next/static/chunks/0a.js"]);
  });

  test("is not guessed from a file that is there, a network that is away or an error without a file", async () => {
    answers(200);
    expect(await isGone(failure)).toBe(false);
    const asked = answers(404);
    expect(await isGone(new Error("no file"))).toBe(false);
    expect(asked).toEqual([]);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    expect(await isGone(failure)).toBe(false);
  });
});

// React's lazy() keeps a failure as long as the page is open, and its only boundary is the page's.
describe("the parts that pages load late", () => {
  const BROWSER = /^(?:kit|console|hosted|landing|docs-page)\//;
  const sources = readSources()
    .filter(({ path }) => BROWSER.test(path))
    .map(({ path }) => {
      const text = readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
      return { path, code: text.replace(/\/\*[\s\S]*?\*\//g, "") };
    });

  test("use neither lazy() nor next/dynamic", () => {
    const keepsFailures = /\blazy\b[^;]*from "react"|\blazy\(|from "next\/dynamic"/;
    expect(sources.filter(({ code }) => keepsFailures.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test("are imported by late() or loadAgain(), which repeat", () => {
    const counts = sources.map(({ path, code }) => ({
      path,
      imports: code.match(/(?<![\w.])import\(/g)?.length ?? 0,
      repeated: code.match(/\b(?:late|loadAgain)\(\s*\(\) => import\(/g)?.length ?? 0,
    }));
    expect(counts.filter(({ imports }) => imports > 0).length).toBeGreaterThan(5);
    // The hosted page has a budget: the bundler's own repetition is enough where the page goes on without the part, or a press
    // is another try.
    expect(counts.filter(({ imports, repeated }) => imports !== repeated).map(({ path }) => path)).toEqual([
      "hosted/age-key/age-key.tsx",
      "hosted/document/photo-ways.tsx",
      "hosted/wallet/lazy-wallet.tsx",
    ]);
  });
});
