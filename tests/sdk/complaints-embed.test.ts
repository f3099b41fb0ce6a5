import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/run.ts";

// The fourteenth complaint. tests/e2e/embed.spec.ts asks the same of a browser, for an approval and for windows that a person closes.

const SERVICE = "https://age.example.com";
const SESSION_URL = `${SERVICE}/v/secret`;
const ID = "ver_1";

type Message = { source: unknown; origin: string; data: unknown };

/** A shop's page with public/embed.js, as little of a browser as the script asks for. */
const openShop = (mode: "popup" | "frame") => {
  const heard = new Set<(message: Message) => void>();
  const ticks: (() => void)[] = [];
  const popup = { closed: false, close: () => undefined };
  const contentWindow = {};
  const elements: Record<string, unknown>[] = [];
  const createElement = (tag: string): Record<string, unknown> => {
    const style = {};
    const nothing = () => undefined;
    const methods = { setAttribute: nothing, append: nothing, addEventListener: nothing, focus: nothing };
    const dialog = { showModal: nothing, close: nothing, remove: nothing };
    const element = { tag, style, contentWindow, ...methods, ...(tag === "dialog" ? dialog : {}) };
    elements.push(element);
    return element;
  };
  const window: Record<string, unknown> = {
    ...{ screenX: 0, screenY: 0, outerWidth: 1_200, outerHeight: 900 },
    open: () => popup,
    addEventListener: (_type: string, listener: (message: Message) => void) => heard.add(listener),
    removeEventListener: (_type: string, listener: (message: Message) => void) => heard.delete(listener),
  };
  const page = createContext({
    ...{ window, URL, location: { href: "https://shop.example/", origin: "https://shop.example" } },
    ...{ screen: { availWidth: 1_200, availHeight: 900 }, navigator: { language: "en" } },
    document: {
      createElement,
      documentElement: { lang: "en", style: {} },
      body: { append: () => undefined },
    },
    matchMedia: () => ({ matches: true }),
    setInterval: (tick: () => void) => ticks.push(tick),
    clearInterval: () => undefined,
    clearTimeout: () => undefined,
  });
  runInContext(readFileSync(join(ROOT, "public/embed.js"), "utf8"), page);
  const told: unknown[] = [];
  const noted = (name: string) => (what: unknown) => told.push([name, JSON.parse(JSON.stringify(what))]);
  const options = { url: SESSION_URL, mode, onResult: noted("result"), onClose: noted("close") };
  Object.assign(page, { options });
  runInContext("window.Lintel.open(options)", page);
  return {
    told,
    frame: elements.find(({ tag }) => tag === "iframe"),
    /** As src/hosted/frame/embedding.tsx posts it. */
    say: (type: "status" | "close", status: string): void => {
      const data = { lintel: 1, type, verificationId: ID, status };
      const source = mode === "popup" ? popup : contentWindow;
      for (const listener of [...heard]) listener({ source, origin: SERVICE, data });
    },
    closeWindow: (): void => {
      popup.closed = true;
      for (const tick of ticks) tick();
    },
  };
};

describe("14: the website's page is not told how it ended", () => {
  describe.each(["popup", "frame"] as const)("in a %s", (mode) => {
    test.each(["completed", "failed", "expired"])(
      "%s is told once, and closing after it is finished",
      (status) => {
        const { told, say } = openShop(mode);
        say("status", "in_progress");
        say("status", status);
        say("status", status);
        say("close", status);
        const last = { verificationId: ID, status };
        expect(told).toEqual([
          ["result", last],
          ["close", { ...last, reason: "finished" }],
        ]);
      },
    );
  });

  test("a window that the person closes says so, whether or not the page had said anything", () => {
    const silent = openShop("popup");
    silent.closeWindow();
    expect(silent.told).toEqual([["close", { verificationId: null, status: null, reason: "cancelled" }]]);
    const begun = openShop("popup");
    begun.say("status", "in_progress");
    begun.closeWindow();
    const last = { verificationId: ID, status: "in_progress" };
    expect(begun.told).toEqual([["close", { ...last, reason: "cancelled" }]]);
  });

  test("a frame gets the camera and digital credentials, for the service alone", () => {
    const { frame } = openShop("frame");
    expect(frame).toMatchObject({ allow: `camera ${SERVICE}; digital-credentials-get ${SERVICE}` });
  });
});
