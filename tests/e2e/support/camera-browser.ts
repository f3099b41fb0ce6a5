import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../../scripts/lib/chromium.ts";
import { type Scene, writeVideo } from "./camera-video.ts";
import { test as base, expect } from "./fixtures.ts";

/** Whether the person, or the browser for them, lets the page have the camera. */
type Answer = "allowed" | "refused" | "no camera";

type Wish = {
  scene?: Scene;
  answer?: Answer;
  context?: BrowserContextOptions;
  /** The camera's own picture; upright for a phone. */
  size?: { width: number; height: number };
};

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};

const FLAGS: Record<Answer, (video: string) => string[]> = {
  allowed: (video) => [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${video}`,
  ],
  refused: (video) => [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream=deny",
    `--use-file-for-fake-video-capture=${video}`,
  ],
  "no camera": () => ["--use-fake-ui-for-media-stream"],
};

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** A browser whose camera shows a generated film: `withCamera({ scene })` gives its page. */
export const test = base.extend<{ withCamera: (wish?: Wish) => Promise<Page> }>({
  withCamera: async ({ baseURL }, use) => {
    await using stack = new AsyncDisposableStack();
    await use(
      async ({ scene = {}, answer = "allowed", context = {}, size = { width: 1280, height: 720 } } = {}) => {
        const folder = await mkdtemp(join(tmpdir(), "lintel-camera-"));
        stack.defer(() => rm(folder, { recursive: true, force: true }));
        const video = join(folder, "film.y4m");
        await writeVideo(video, size, [{ scene, frames: 4 }]);
        const { path, env } = findChromium();
        const browser = await chromium.launch({
          executablePath: path,
          args: ["--no-sandbox", ...FLAGS[answer](video)],
          env: { ...environment(), ...env },
        });
        stack.defer(() => browser.close());
        const page = await (
          await browser.newContext({ locale: "en-GB", ...context, ...(baseURL ? { baseURL } : {}) })
        ).newPage();
        return page;
      },
    );
  },
});

export { expect };
