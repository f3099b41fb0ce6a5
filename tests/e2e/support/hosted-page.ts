import type { Page } from "@playwright/test";

type Photo = string | { name: string; mimeType: string; buffer: Buffer };

/** What a person does on the hosted page. */
export const hostedPage = (page: Page) => {
  /** From the first screen of a way to its form, of a photo or of a code; nothing where the form is shown already. */
  const begin = async (name = "Start"): Promise<void> => {
    const start = page.getByRole("link", { name, exact: true });
    const form = page.locator("form[enctype]").or(page.getByLabel("Code", { exact: true }));
    await start.or(form).first().waitFor();
    if (await start.isVisible()) await start.click();
  };
  const choose = async (photo: Photo): Promise<void> => {
    await begin();
    // The button is there once scripts run; the file field is there in any case.
    await page.getByRole("button", { name: "Choose a photo" }).waitFor();
    await page.locator("form[enctype] input[type=file]").setInputFiles(photo);
  };
  return {
    begin,
    choose,
    send: async (photo: Photo): Promise<void> => {
      await choose(photo);
      await page.getByRole("button", { name: "Check my age" }).click();
    },
    /** Draws a picture of this size in the browser, sends it, and looks at what would have arrived. */
    sizeSentOf: async ({ width, height }: { width: number; height: number }) => {
      const png = await page.evaluate(
        async ([w, h]) => {
          const canvas = document.createElement("canvas");
          canvas.width = w ?? 0;
          canvas.height = h ?? 0;
          canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
          return canvas.toDataURL("image/png").split(",")[1] ?? "";
        },
        [width, height],
      );
      const request = page.waitForRequest((sent) => sent.method() === "POST");
      await page.route("**/document", (route) => route.abort());
      await choose({ name: "huge.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
      await page.getByRole("button", { name: "Check my age" }).click();
      const sent = await request;
      const type = (await sent.allHeaders())["content-type"];
      const body = sent.postDataBuffer();
      const seen = await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        return { width: bitmap.width, height: bitmap.height };
      }, body?.toString("base64") ?? "");
      return { ...seen, type };
    },
  };
};
