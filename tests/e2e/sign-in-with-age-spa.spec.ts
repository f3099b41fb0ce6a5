import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { anyPort, listenLocally } from "../../scripts/local/ports.ts";
import { type ConsoleTenant, callApi, expect, test } from "./support/console.ts";

// oidc-client-ts, as its package gives it to browsers: a public client, which has nothing but PKCE, on a page of another
// origin. Its own requests to the provider cross origins.

const LIBRARY = new URL(
  "../../node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js",
  import.meta.url,
);

const pageOf = (authority: string, clientId: string): string => `<!doctype html><html lang="en">
<title>Shop</title><h1>Shop</h1><button>Prove my age</button><p id="shown"></p>
<script src="/oidc-client-ts.js"></script>
<script>
  const manager = new oidc.UserManager({
    authority: "${authority}",
    client_id: "${clientId}",
    redirect_uri: location.origin + "/",
    scope: "openid age_over:18",
    loadUserInfo: true,
  });
  document.querySelector("button").onclick = () => manager.signinRedirect();
  if (location.search.includes("code=")) {
    manager.signinCallback().then(
      ({ profile }) => { document.querySelector("#shown").textContent = "over 18: " + profile.age_over_18; },
      (error) => { document.querySelector("#shown").textContent = "failed: " + error; },
    );
  }
</script></html>`;

/** Serves the page at a port of localhost, which is an origin by itself. */
const serveShop = async (port: number, html: string) => {
  const library = await readFile(LIBRARY);
  const server = createServer((request, response) => {
    const isLibrary = request.url === "/oidc-client-ts.js";
    response.setHeader("content-type", isLibrary ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isLibrary ? library : html);
  });
  const stop = await listenLocally(server, port);
  return { origin: `http://localhost:${port}`, [Symbol.asyncDispose]: stop };
};

const created = z.object({ client: z.object({ clientId: z.string() }), secret: z.null() });

const newShop = async (page: Page, tenant: ConsoleTenant, authority: string) => {
  const port = await anyPort();
  const { client } = created.parse(
    await callApi(page, tenant.id, "oidcClients.create", {
      name: "Shop",
      mode: "test",
      authMethod: "none",
      redirectUris: [`http://localhost:${port}/`],
    }),
  );
  const html = pageOf(authority, client.clientId);
  return { html, clientId: client.clientId, ...(await serveShop(port, html)) };
};

for (const { outcome, shown } of [
  { outcome: /approve/i, shown: "over 18: true" },
  { outcome: /under age/i, shown: "over 18: false" },
]) {
  test(`oidc-client-ts on a page of another origin reads "${shown}"`, async ({ page, tenant, demo }) => {
    await using shop = await newShop(page, tenant, `${demo.baseUrl}/oidc/test`);
    const asked: string[] = [];
    page.on("response", (response) => {
      const { pathname, origin } = new URL(response.url());
      if (origin === demo.baseUrl && response.request().resourceType() === "fetch") asked.push(pathname);
    });
    await page.goto(shop.origin);
    await page.getByRole("button", { name: "Prove my age" }).click();
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("button", { name: outcome }).click();
    await page.getByRole("link", { name: /back to|continue/i }).click();
    await expect(page.locator("#shown")).toHaveText(shown);
    expect(new URL(page.url()).origin).toBe(shop.origin);
    expect(asked).toEqual(
      expect.arrayContaining([
        "/oidc/test/.well-known/openid-configuration",
        "/oidc/test/token",
        "/oidc/test/userinfo",
      ]),
    );
  });
}

test("a page of an origin that the client does not name gets nothing for a code", async ({
  page,
  tenant,
  demo,
}) => {
  const authority = `${demo.baseUrl}/oidc/test`;
  await using shop = await newShop(page, tenant, authority);
  await using foreign = await serveShop(await anyPort(), shop.html);
  const spend = async (origin: string): Promise<string> => {
    await page.goto(origin);
    return page.evaluate(
      async ([url = "", clientId = "", redirect = ""]) => {
        const body = new URLSearchParams({
          grant_type: "authorization_code",
          code: "any",
          client_id: clientId,
          redirect_uri: redirect,
          code_verifier: "v".repeat(43),
        });
        const answered = fetch(url, { method: "POST", body }).then(
          async (answer) => (await answer.json()).error,
        );
        return answered.catch(() => "unreadable");
      },
      [`${authority}/token`, shop.clientId, `${shop.origin}/`],
    );
  };
  // The client's own page reads why a code is refused, so what keeps the other one out is its origin.
  expect(await spend(shop.origin)).toBe("invalid_grant");
  expect(await spend(foreign.origin)).toBe("unreadable");
});
