import { readFile } from "node:fs/promises";
import { heicOf } from "../../lab/documents/heic.ts";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { lose, scriptsOf } from "./support/late-scripts.ts";

test("an adult's licence is approved, and the shop confirms the token that the browser brings", async ({
  page,
  backend,
  shop,
}) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Corner Shop asks you to prove that you are 18 or over",
  );
  await hostedPage(page).send(sample("adult"));

  const outcome = page.getByRole("heading", { level: 1, name: "You have shown that you are 18 or over" });
  await expect(outcome).toBeFocused();
  await expect(page.getByText(/Returning by itself in \d+ seconds/)).toBeVisible();
  await page.waitForURL(/\/back\?/);

  const [visit] = shop.visits;
  expect(visit?.get("order")).toBe("A-1042");
  expect(visit?.get("verificationId")).toBe(verificationId);
  expect(visit?.get("status")).toBe("completed");
  expect(await backend.validate(visit?.get("token") ?? "")).toMatchObject({
    valid: true,
    over18: true,
    verificationId,
  });
  expect(await backend.status(verificationId)).toMatchObject({
    status: "completed",
    result: { verified: true },
  });
});

test("a minor's licence is rejected without a token, and says so with respect", async ({
  page,
  backend,
  shop,
}) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await hostedPage(page).send(sample("minor"));
  await expect(page.getByRole("heading", { name: "The check shows an age under 18" })).toBeFocused();
  await expect(
    page.getByText("its holder is under 18. Another photo of it will not change that."),
  ).toBeVisible();
  await expect(page.getByText("nothing is wrong with you or your document")).toBeVisible();
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await page.waitForURL(/\/back\?/);
  expect(shop.visits[0]?.get("status")).toBe("completed");
  expect(shop.visits[0]?.has("token")).toBe(false);
  expect(await backend.status(verificationId)).toMatchObject({ result: { verified: false } });
});

test("three poor photos end as failed; each says why and how many tries are left", async ({
  page,
  backend,
}) => {
  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  for (const left of ["You can try 2 more times.", "You can try one more time."]) {
    await hostedPage(page).send(sample("blurred"));
    await expect(page.getByText(left)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "The photo is blurred" })).toBeFocused();
  }
  await hostedPage(page).send(sample("blurred"));
  await expect(page.getByRole("heading", { name: "We could not check your age" })).toBeFocused();
  await expect(page.getByText("You can close this page and go back to Corner Shop.")).toBeVisible();
  const status = await backend.status(verificationId);
  expect(status.status).toBe("failed");
  expect(status.error?.code).toMatch(/^DOCUMENT_(QUALITY_LOW|UNREADABLE)$/);
  expect(status.result).toBeUndefined();
});

test("a poor photo is no end: the next one may be approved", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).send(sample("blurred"));
  await expect(page.getByText("You can try 2 more times.")).toBeVisible();
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
});

test("an expired licence says so", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).send(sample("expired"));
  await expect(page.getByRole("heading", { name: "This document is no longer valid" })).toBeFocused();
});

test("a phone's HEIC, which this browser cannot open, is sent as it is and approved", async ({
  page,
  backend,
}) => {
  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  const buffer = Buffer.from(await heicOf(await readFile(sample("adult"))));
  await hostedPage(page).send({ name: "IMG_0042.HEIC", mimeType: "image/heic", buffer });
  await expect(
    page.getByRole("heading", { level: 1, name: "You have shown that you are 18 or over" }),
  ).toBeFocused();
  expect(await backend.status(verificationId)).toMatchObject({
    status: "completed",
    result: { verified: true },
  });
});

test("a file that is no picture costs no attempt, however often it is sent, and the page says so", async ({
  page,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  const notes = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("hello") };
  const send = page.getByRole("button", { name: "Check my age" });
  await hostedPage(page).send(notes);
  for (let again = 0; again < 3; again += 1) {
    await expect(page.getByRole("heading", { name: "We could not open this file" })).toBeFocused();
    await expect(
      page.getByText("This does not count as an attempt. You can try 3 more times."),
    ).toBeVisible();
    await send.click();
  }
  await expect(page.getByRole("heading", { name: "We could not open this file" })).toBeFocused();
  await page.locator("form[enctype] input[type=file]").setInputFiles(sample("blurred"));
  await send.click();
  await expect(page.getByText("You can try 2 more times.")).toBeVisible();
  await expect(page.getByText("This does not count as an attempt.")).toBeHidden();
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
});

test("a double click sends one photo", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  await page.goto(sessionUrl);
  await hostedPage(page).choose(sample("blurred"));
  await page.getByRole("button", { name: "Check my age" }).dblclick();
  await expect(page.getByText("You can try 2 more times.")).toBeVisible();
  expect(sent).toBe(1);
});

test("a connection that breaks is told, costs no attempt, and the photo can be sent again", async ({
  page,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await page.route("**/document", (route) => route.abort(), { times: 1 });
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "The connection was lost" })).toBeFocused();
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
});

test("a reload after the outcome keeps it; who stays or comes back is not sent away again", async ({
  page,
  backend,
  shop,
}) => {
  const { sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await hostedPage(page).send(sample("adult"));
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue to Corner Shop" })).toBeVisible();
  await expect(page.getByText(/Returning by itself/)).toBeHidden();
  expect(shop.visits).toHaveLength(0);
});

test("when the shop's backend ends the verification, the open page shows it", async ({ page, backend }) => {
  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).begin();
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
  await backend.complete({ verificationId, verifiedAge: 30 });
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible({
    timeout: 10_000,
  });
});

test("a huge photo is made smaller before it is sent", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  const size = await hostedPage(page).sizeSentOf({ width: 5200, height: 3900 });
  expect(size).toEqual({ width: 2600, height: 1950, type: "image/jpeg" });
});

test("a camera whose script does not arrive says so, and opens at the next press", async ({
  page,
  backend,
}) => {
  const camera = page.getByRole("button", { name: "Take a photo" });
  const intro = page.getByRole("heading", { name: "Before the camera opens" });
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).begin();
  const files = await scriptsOf(page, async () => {
    await camera.click();
    await expect(intro).toBeVisible();
  });
  const find = await lose(page, files);
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).begin();
  await camera.click();
  await expect(
    page.getByText("The camera did not start. Try again, or choose a photo instead."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
  await find();
  await camera.click();
  await expect(intro).toBeVisible();
});
