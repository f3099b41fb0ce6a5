import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { createWebhookSender, developmentNetwork } from "#platform/webhooks/sender.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { listen } from "../support/http/dispatch.ts";
import { play } from "../support/http/hosted.ts";
import { LOOPBACK_ENV } from "../support/webhooks/tls-world.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { eventually } from "../support/world/eventually.ts";
import { projectWithSdk } from "./support/installed.ts";

const isMissing = inject("noRuntimes") !== "";

let project: ReturnType<typeof projectWithSdk>;
beforeAll(() => {
  if (!isMissing) project = projectWithSdk();
});
afterAll(() => project?.[Symbol.dispose]());

/** A service whose worker sends webhooks over HTTP to this machine, and the tenant's endpoint at the given port. */
const serviceWithEndpoint = async (port: number) => {
  const world = await createWebhookWorld({ env: LOOPBACK_ENV, overrides: { now: () => new Date() } });
  const sender = createWebhookSender({ now: () => new Date(), ...developmentNetwork({}) });
  onTestFinished(() => sender.close());
  const shop = await world.tenant();
  const url = `http://localhost:${port}/hooks/age`;
  const { secret } = await createEndpoint(await ownerCtx(world.deps, shop.id), { url });
  const answers = async () => {
    const rows = await world.deps.db.orm.webhookAttempt.findMany({ orderBy: { deliveryId: "asc" } });
    return rows.map(({ status }) => status);
  };
  const send = async (): Promise<void> => {
    world.deliverer(sender);
    await world.events(shop, 2);
  };
  return { ...world, sender, shop, secret, send, answers };
};

/** Starts a receiver as its users do. */
const startReceiver = async (
  file: string,
  port: number,
  secret: string,
  env: Record<string, string> = {},
) => {
  const child: ChildProcess = spawn(process.execPath, [join(project.folder, file)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      PORT: String(port),
      LINTEL_WEBHOOK_SECRET: secret,
      ...env,
    },
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on("line", (line) => lines.push(line));
  await eventually(
    () => lines.some((line) => line.startsWith("ready")) || `not yet: ${lines.join("\n")}`,
  ).toBe(true);
  return lines;
};

/** What a browser does without a person: it keeps the cookie and follows nothing. */
const visit = async (address: string, method: "GET" | "POST", cookie = "") => {
  const answer = await fetch(address, { method, redirect: "manual", headers: { cookie } });
  return {
    text: await answer.text(),
    location: answer.headers.get("location") ?? "",
    cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "",
  };
};

const GOOD = [
  ["Next.js, a route handler", "receivers/next.mjs"],
  ["Express", "examples/express/receiver.mjs"],
  ["Fastify", "examples/fastify/receiver.mjs"],
  ["Hono", "examples/hono/receiver.mjs"],
  ["AWS Lambda, body in base64", "receivers/lambda.mjs"],
] as const;

const PARSED = [
  ["Express", "receivers/express-parsed.mjs", "express.raw("],
  ["Fastify", "receivers/fastify-parsed.mjs", 'parseAs: "buffer"'],
  ["Hono", "receivers/hono-parsed.mjs", "c.req.text()"],
] as const;

describe.skipIf(isMissing)(
  "complaints 9 and 11: an example for each framework, in a project that has installed the package",
  () => {
    test.each(GOOD)("%s takes the service's webhooks", async (_name, file) => {
      const port = await anyPort();
      const { answers, secret, send } = await serviceWithEndpoint(port);
      const lines = await startReceiver(file, port, secret);
      await send();
      await eventually(answers).toEqual([204, 204]);
      expect(lines.filter((line) => line === "verification.completed o1 verified")).toHaveLength(2);
    });

    test.each(GOOD)(
      "complaint 13: %s answers 401 to what another secret signed, and does nothing",
      async (_name, file) => {
        const port = await anyPort();
        const { answers, send } = await serviceWithEndpoint(port);
        const lines = await startReceiver(file, port, "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
        await send();
        await eventually(answers).toEqual([401, 401]);
        expect(lines.filter((line) => line.startsWith("verification."))).toEqual([]);
      },
    );

    test("docs/integrate-typescript.md: the shop sells to an adult, by the browser's return and by the webhook", async () => {
      const port = await anyPort();
      const { answers, deliverer, deps, secret, sender, shop } = await serviceWithEndpoint(port);
      deliverer(sender);
      const lines = await startReceiver("examples/shop/shop.mjs", port, secret, {
        LINTEL_URL: await listen(deps),
        LINTEL_API_KEY: shop.testKey,
      });
      const here = `http://localhost:${port}`;
      const { cookie, location } = await visit(`${here}/buy`, "POST");
      expect((await visit(`${here}/back`, "GET", cookie)).text).toContain("No wine today (pending)");
      await play(deps, new URL(location).pathname.split("/")[2] ?? "", "approve");
      await eventually(answers).toEqual([204]);
      expect(lines.join("\n")).toMatch(/^verification\.completed for order [0-9a-f-]{36}$/m);
      expect((await visit(`${here}/back`, "GET", cookie)).text).toContain("your wine is on its way");
      expect((await visit(`${here}/back`, "GET")).text).toContain("This browser has no order");
    });

    test.each(PARSED)("%s with a parsed body: 401, and the log names the fix", async (_name, file, fix) => {
      const port = await anyPort();
      const { answers, secret, send } = await serviceWithEndpoint(port);
      const lines = await startReceiver(file, port, secret);
      await send();
      await eventually(answers).toEqual([401, 401]);
      expect(lines.join("\n")).toContain(fix);
    });
  },
);
