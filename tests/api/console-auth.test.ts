import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ConsoleBrowser } from "../support/console-browser.ts";
import { consoleForFile } from "../support/identity.ts";

const service = consoleForFile();
const answered = z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() });

describe("sign-in", () => {
  test("goes to the provider and comes back with a sealed cookie and a bearer for the page", async () => {
    const { deps } = service.get();
    const browser = new ConsoleBrowser(deps);
    const { url } = await browser.signIn("ada", "/console/keys");
    expect(url).toBe("https://age.test/console/keys");
    const response = await browser.token();
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { accessToken } = answered.parse(await response.json());
    expect(accessToken.split(".")).toHaveLength(3);
  });
});
