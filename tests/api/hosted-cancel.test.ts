import { describe, expect, test } from "vitest";
import { complete, patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { hostedCancel } from "../support/http/handlers.ts";
import { approval, goBack, noDecision, play, slowMethod, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { BASE_URL } from "../support/world/service.ts";

const service = promisedServiceForFile();

const cancel = (secret: string, accept = "application/json"): Promise<Response> =>
  hostedCancel(
    service.get().deps,
    new Request(`${BASE_URL}/v/${secret}/cancel`, { method: "POST", headers: { accept } }),
    { secret },
  );

const newPage = async () => {
  const { call, deps, tenant } = service.get();
  const { testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key, { callback_url: "https://shop.example/back" });
  const { verificationId } = started;
  const events = () => deps.db.orm.event.findMany({ where: { verificationId }, select: { type: true } });
  return { call, deps, key, verificationId, secret: secretOf(started), events };
};

describe("a person who does not want to do this", () => {
  test("ends the verification as failed, told once, and the browser may go back", async () => {
    const { call, events, key, secret, verificationId } = await newPage();
    const view = await (await cancel(secret)).json();
    expect(view).toMatchObject({
      status: "failed",
      outcome: null,
      methods: [],
      problem: { code: "CANCELLED_BY_USER", reason: null },
    });
    expect(new URL(view.returnUrl).searchParams.get("status")).toBe("failed");
    expect(await statusOf(call, key, verificationId)).toMatchObject({
      status: "failed",
      error: { code: "CANCELLED_BY_USER" },
    });
    expect((await cancel(secret)).status).toBe(200);
    expect(await events()).toEqual([{ type: "verification.failed" }]);
  });

  test("goes back to cancel_url where the start gave one, which a decision never does", async () => {
    const { call, deps, tenant } = service.get();
    const { testKey: key } = await tenant({ plan: "scale" });
    const addresses = {
      callback_url: "https://shop.example/back?order=7",
      cancel_url: "https://shop.example/basket?order=7",
    };
    const returned = async (act: (secret: string) => Promise<unknown>, body: object = addresses) => {
      const page = await start(call, key, { ...body });
      await act(secretOf(page));
      const view = await viewPage(deps, secretOf(page));
      const url = view && view.returnUrl !== null ? new URL(view.returnUrl) : null;
      return url && [url.pathname, url.searchParams.get("order"), url.searchParams.get("status")];
    };
    expect(await returned(cancel)).toEqual(["/basket", "7", "failed"]);
    expect(await returned((secret) => play(deps, secret, "expire"))).toEqual(["/basket", "7", "expired"]);
    expect(await returned((secret) => play(deps, secret, "approve"))).toEqual(["/back", "7", "completed"]);
    expect(await returned((secret) => play(deps, secret, "under_age"))).toEqual(["/back", "7", "completed"]);
    const { cancel_url } = addresses;
    expect(await returned(cancel, { cancel_url })).toEqual(["/basket", "7", "failed"]);
    expect(await returned((secret) => play(deps, secret, "approve"), { cancel_url })).toBe(null);
  });

  test("brings neither code nor token to cancel_url, by the page's own way too", async () => {
    const { call, deps, tenant } = service.get();
    const { id, testKey: key } = await tenant({ plan: "scale" });
    await patchTenant(call, id, { returnWith: "code" });
    const page = await start(call, key, { cancel_url: "https://shop.example/basket" });
    await cancel(secretOf(page));
    const url = await goBack(deps, secretOf(page));
    expect(`${url}`).toBe(`https://shop.example/basket?verificationId=${page.verificationId}&status=failed`);
  });

  test("is sent back to the page when a form says so", async () => {
    const { secret } = await newPage();
    const response = await cancel(secret, "text/html");
    expect([response.status, response.headers.get("location")]).toEqual([303, `/v/${secret}`]);
  });

  test("comes too late after a decision: it stands", async () => {
    const { call, key, secret, verificationId, events } = await newPage();
    await complete(call, key, { verificationId, result: "approved" });
    expect(await (await cancel(secret)).json()).toMatchObject({ status: "completed", outcome: "approved" });
    expect(await events()).toEqual([{ type: "verification.completed" }]);
  });

  test.each([
    ["an approval", approval],
    ["a poor photo", noDecision],
  ])("goes before a check that still runs: %s changes nothing any more", async (_name, finding) => {
    const { call, deps, key, secret, verificationId, events } = await newPage();
    const slow = slowMethod();
    const running = play({ ...deps, methods: slow.methods }, secret, "anything");
    await slow.started;
    await cancel(secret);
    slow.finish(finding);
    expect((await running).view).toMatchObject({ problem: { code: "CANCELLED_BY_USER" } });
    expect((await statusOf(call, key, verificationId)).status).toBe("failed");
    expect(await events()).toEqual([{ type: "verification.failed" }]);
    expect(await deps.db.orm.token.count({ where: { verificationId } })).toBe(0);
  });

  test("at once with an approval leaves one end, told once", async () => {
    const { deps, secret, events } = await newPage();
    await Promise.all([cancel(secret), play(deps, secret, "approve"), cancel(secret)]);
    expect(await events()).toHaveLength(1);
  });

  test("of a page that there is not is VERIFICATION_NOT_FOUND", async () => {
    for (const secret of [`vs_${"A".repeat(43)}`, "x"]) expect((await cancel(secret)).status).toBe(404);
  });
});
