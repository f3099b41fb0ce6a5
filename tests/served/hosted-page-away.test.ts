import { afterAll, beforeAll, expect, test } from "vitest";
import { start } from "../support/http/actions.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { withoutDatabase } from "../support/world/database.ts";

let served: Served;
beforeAll(async () => {
  served = await serveBuild();
}, 300_000);
afterAll(() => served[Symbol.asyncDispose]());

/** What a person sees whose browser runs no scripts. */
const visibleText = (html: string): string =>
  html
    .replace(/^.*<body[^>]*>/s, "")
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]*hidden[^>]*>.*?<\/[^>]+>/gs, "")
    .replace(/<[^>]+>/g, " ");

test("while the database is away the hosted page says so without a script, in the person's language", async () => {
  const { service, port } = served;
  const tenant = await service.tenant();
  const { sessionUrl } = await start(service.call, tenant.testKey);
  const address = `http://127.0.0.1:${port}${new URL(String(sessionUrl)).pathname}`;
  const open = async () => {
    const response = await fetch(address, { headers: { "accept-language": "de" } });
    return { response, text: visibleText(await response.text()) };
  };
  expect((await open()).text).toContain("Sie um den Nachweis, dass Sie mindestens 18 Jahre alt sind");

  const { rows } = await service.deps.db.pool.query("select current_database() as name");
  await withoutDatabase(rows[0].name, async () => {
    const { response, text } = await open();
    expect(text).toContain("Diese Seite konnte nicht angezeigt werden");
    expect(text).toContain("Erneut versuchen");
    const id = /req_\w+/.exec(text)?.[0] ?? "no id on the page";
    await expect.poll(() => served.log()).toContain(id);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
  });

  await expect.poll(async () => (await open()).response.status, { timeout: 30_000 }).toBe(200);
});
