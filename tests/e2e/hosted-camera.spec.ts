import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, PHONE, test } from "./support/camera-browser.ts";
import { sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";

const UPRIGHT = { width: 720, height: 1280 };

const openCamera = async (page: Page): Promise<void> => {
  await hostedPage(page).begin();
  await page.getByRole("button", { name: "Take a photo" }).click();
  await expect(page.getByRole("heading", { name: "Before the camera opens" })).toBeFocused();
  await expect(page.getByText("Only that photo is sent")).toBeVisible();
  await page.getByRole("button", { name: "Open the camera" }).click();
};

/** Cameras that still run, of those that the page was ever given. */
const watchTracks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { liveTracks: () => tracks.filter((track) => track.readyState === "live").length });
    const devices = navigator.mediaDevices;
    const ask = devices?.getUserMedia.bind(devices);
    if (ask)
      devices.getUserMedia = async (wish) => {
        const stream = await ask(wish);
        tracks.push(...stream.getTracks());
        return stream;
      };
  });

const liveTracks = (page: Page): Promise<unknown> => page.evaluate("window.liveTracks()");

for (const [name, wish] of [
  ["a computer", {}],
  ["a phone", { context: PHONE, size: UPRIGHT }],
] as const) {
  test(`on ${name} a sharp passport takes its own picture, and the server approves it`, async ({
    withCamera,
    backend,
  }) => {
    const page = await withCamera(wish);
    await watchTracks(page);
    const { verificationId, sessionUrl } = await backend.start();
    await page.goto(sessionUrl);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await openCamera(page);
    const request = await sent;
    expect(await request.headerValue("content-type")).toBe("image/jpeg");
    await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeFocused();
    expect(await liveTracks(page)).toBe(0);
    expect(await backend.status(verificationId)).toMatchObject({ result: { verified: true } });
  });
}

test("a minor's passport is read as well, and the answer is the server's", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera({ scene: { birthYear: 2012 } });
  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await openCamera(page);
  await expect(page.getByRole("heading", { name: "The check shows an age under 18" })).toBeVisible();
  expect(await backend.status(verificationId)).toMatchObject({ result: { verified: false } });
});

for (const [what, scene, hint] of [
  ["in the dark", { light: 0.12 }, "Too dark: turn on a light"],
  ["far away", { share: 0.15 }, "Move closer"],
  ["out of focus", { blur: 9 }, "Blurred: hold still, a little further away"],
  [
    "half outside the picture",
    { centre: { x: 0.72, y: 0.5 } },
    "The lines are cut off: fit all of them into the frame",
  ],
] as const) {
  test(`a document ${what} is told so, and nothing is sent by itself`, async ({ withCamera, backend }) => {
    const page = await withCamera({ scene });
    await watchTracks(page);
    const { sessionUrl } = await backend.start();
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sent += 1;
    });
    await page.goto(sessionUrl);
    await openCamera(page);
    await expect(page.getByRole("status").filter({ hasText: hint })).toBeVisible();
    await page.getByRole("button", { name: "Close the camera" }).click();
    await expect(page.getByRole("button", { name: "Take a photo" })).toBeVisible();
    expect(await liveTracks(page)).toBe(0);
    expect(sent).toBe(0);
  });
}

test("the button takes a picture of whatever is there, to be looked at before it is sent", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera({ scene: { blur: 9 } });
  await page.goto((await backend.start()).sessionUrl);
  await openCamera(page);
  await expect(page.getByRole("status").filter({ hasText: "Blurred: hold still" })).toBeVisible();
  await page.getByRole("button", { name: "Take the photo now" }).click();
  await expect(page.getByText("Are the letters and fine lines sharp?")).toBeVisible();
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByText("You can try 2 more times.")).toBeVisible();
});

for (const [name, wish] of [
  ["a computer", { size: { width: 1920, height: 1080 } }],
  ["a phone of 720 pixels", { context: PHONE, size: UPRIGHT }],
] as const) {
  test(`on ${name} the back of a licence takes its own picture, to be looked at, and the server approves it`, async ({
    withCamera,
    backend,
  }) => {
    const page = await withCamera({ scene: { isLicence: true }, ...wish });
    await watchTracks(page);
    const { verificationId, sessionUrl } = await backend.start();
    await page.goto(sessionUrl);
    await openCamera(page);
    await expect(page.getByText("Are the letters and fine lines sharp?")).toBeVisible();
    expect(await liveTracks(page)).toBe(0);
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
    expect(await backend.status(verificationId)).toMatchObject({ result: { verified: true } });
  });
}

test("a licence that is far away is said to be a barcode, is not taken, and the button is named in the end", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera({
    scene: { isLicence: true, share: 0.25 },
    size: { width: 1920, height: 1080 },
  });
  await page.goto((await backend.start()).sessionUrl);
  await openCamera(page);
  await expect(page.getByRole("status").filter({ hasText: "Barcode found: fill the frame" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Press the button when" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText("Are the letters and fine lines sharp?")).toBeHidden();
});

for (const [answer, title] of [
  ["refused", "This page may not use the camera"],
  ["no camera", "We found no camera"],
] as const) {
  test(`${answer}: said plainly, and a file goes on`, async ({ withCamera, backend }) => {
    const page = await withCamera({ answer });
    await page.goto((await backend.start()).sessionUrl);
    await openCamera(page);
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a photo instead" }).click();
    await (await chooser).setFiles(sample("adult"));
    await page.getByRole("button", { name: "Check my age" }).click();
    await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  });
}

test("a camera that another program holds is said to be in use", async ({ withCamera, backend }) => {
  const page = await withCamera();
  // No file of Chromium's makes a camera busy: the browser's own error is thrown in its place.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("Could not start video source", "NotReadableError"));
  });
  await page.goto((await backend.start()).sessionUrl);
  await openCamera(page);
  await expect(page.getByRole("heading", { name: "The camera is in use" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a browser that never answers for the camera is not waited for without a word", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.goto((await backend.start()).sessionUrl);
  await openCamera(page);
  const status = page.getByRole("status");
  await expect(status.filter({ hasText: "The camera is starting" })).toBeVisible();
  await expect(status.filter({ hasText: "The camera has not started yet" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Choose a photo instead" })).toBeEnabled();
});

test("out of sight the camera goes off, and Escape closes it", async ({ withCamera, backend }) => {
  const page = await withCamera({ scene: { blur: 9 } });
  await watchTracks(page);
  await page.goto((await backend.start()).sessionUrl);
  await openCamera(page);
  await expect(page.getByRole("button", { name: "Take the photo now" })).toBeVisible();
  expect(await liveTracks(page)).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("heading", { name: "The camera is off" })).toBeFocused();
  expect(await liveTracks(page)).toBe(0);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "visibilityState");
  });
  await page.getByRole("button", { name: "Turn it on again" }).click();
  await expect(page.getByRole("button", { name: "Take the photo now" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await liveTracks(page)).toBe(0);
});

test("the first load is at most 150 kB of script, and the camera's code comes when it is chosen", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera({ scene: { blur: 9 } });
  const scripts = new Map<string, number>();
  page.on("requestfinished", async (request) => {
    if (!/\.js(\?|$)/.test(new URL(request.url()).pathname)) return;
    scripts.set(
      request.url(),
      Math.max((await request.sizes()).responseBodySize, scripts.get(request.url()) ?? 0),
    );
  });
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).begin();
  await page.getByRole("button", { name: "Take a photo" }).waitFor();
  await page.waitForLoadState("networkidle");
  const first = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThanOrEqual(150 * 1024);
  const before = scripts.size;
  await openCamera(page);
  await expect(page.getByRole("status").filter({ hasText: "Blurred: hold still" })).toBeVisible();
  // Whatever such a script is loaded as, a worker too, it reaches nobody.
  const [script = ""] = scripts.keys();
  expect((await page.request.get(script)).headers()["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'",
  );
  // The dialog, and the worker with the network's weights.
  expect(scripts.size).toBeGreaterThan(before);
});

test("axe finds nothing before the camera, in it, nor where it is refused, in light and dark", async ({
  withCamera,
  backend,
}) => {
  const page = await withCamera({ scene: { blur: 9 }, context: { reducedMotion: "reduce" } });
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).begin();
  await page.getByRole("button", { name: "Take a photo" }).click();
  await expect(page.getByRole("heading", { name: "Before the camera opens" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Open the camera" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Blurred: hold still" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const refused = await withCamera({ answer: "refused" });
  await refused.goto((await backend.start()).sessionUrl);
  await openCamera(refused);
  await expect(refused.getByRole("heading", { name: "This page may not use the camera" })).toBeFocused();
  expect(await violations(refused)).toEqual([]);
});
