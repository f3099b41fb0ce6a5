import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/world/eventually.ts";
import {
  NGINX,
  nginxAskingText,
  nginxMissing,
  nginxText,
  njsMissing,
  startAskingNginx,
  startNginx,
} from "./support/nginx.ts";
import { adapt, writeFiles } from "./support/program.ts";
import { ask } from "./support/raw.ts";
import { goodCookie } from "./support/test-gate.ts";
import { type GateWorld, newGateWorld } from "./support/world.ts";

// What an owner does with their nginx, whichever of the two texts it has.

const CLOSE = "Connection: close";
const proofOf = ({ gate }: GateWorld): string => `Cookie: ${goodCookie(gate)}`;

describe.each([
  { name: "with njs", lacks: njsMissing, start: startNginx, textOf: nginxText },
  { name: "without njs", lacks: nginxMissing, start: startAskingNginx, textOf: nginxAskingText },
])("nginx $name", ({ lacks, start, textOf }) => {
  test.skipIf(lacks !== null)(
    "asks for a site's own password, too, and leads nobody in circles",
    async () => {
      await using stack = new AsyncDisposableStack();
      const world = await newGateWorld(stack, "nginx");
      const { door, site } = world;
      const { passwords } = await writeFiles(world.folder, { passwords: "ann:{PLAIN}open sesame\n" });
      await start(stack, world, {
        alter: (text) =>
          adapt(text, {
            "    location / {\n": `    location / {\n        auth_basic "Staff"; auth_basic_user_file ${passwords};\n`,
          }),
      });
      const password = `Authorization: Basic ${Buffer.from("ann:open sesame").toString("base64")}`;
      const get = (headers: string[]) => ask(door, { headers: ["Accept: text/html", ...headers, CLOSE] });
      const withProof = await get([proofOf(world)]);
      expect([withProof.status, withProof.headers.get("www-authenticate")]).toEqual([
        401,
        'Basic realm="Staff"',
      ]);
      expect([withProof.headers.get("location"), withProof.headers.get("lintel-gate")]).toEqual([
        undefined,
        undefined,
      ]);
      const withPassword = await get([password]);
      expect([withPassword.status, withPassword.headers.get("location")]).toEqual([
        302,
        expect.stringContaining("/start?return=/secret.bin"),
      ]);
      expect(site.requests).toEqual([]);
      expect((await get([proofOf(world), password])).status).toBe(200);
    },
  );

  test.skipIf(lacks !== null)(
    "keeps two sites apart that it serves with one configuration each",
    async () => {
      await using stack = new AsyncDisposableStack();
      const one = await newGateWorld(stack, "nginx", { openPaths: ["/health"] });
      const other = await newGateWorld(stack, "nginx", { openPaths: ["/secret.bin"], threshold: "21" });
      const text = await textOf(other);
      await start(stack, one, { alter: (own) => own + text });
      for (const path of ["/secret.bin", "/assets/app.css"])
        expect((await ask(one.door, { target: path, headers: [CLOSE] })).status).toBe(401);
      expect((await ask(other.door, { headers: [CLOSE] })).status).toBe(200);
      expect((await ask(other.door, { target: "/health", headers: [CLOSE] })).status).toBe(401);
      for (const { door, gate } of [one, other]) {
        const target = "/page";
        expect((await ask(door, { target, headers: [`Cookie: ${goodCookie(gate)}`, CLOSE] })).status).toBe(
          200,
        );
      }
      expect((await ask(one.door, { headers: [proofOf(other), CLOSE] })).status).toBe(401);
    },
  );

  test.skipIf(lacks !== null)("stays closed while it reads its configuration again", async () => {
    await using stack = new AsyncDisposableStack();
    const world = await newGateWorld(stack, "nginx");
    const { child, output, config } = await start(stack, world);
    const { door, site } = world;
    for (let reloads = 1; reloads <= 3; reloads += 1) {
      execFileSync(NGINX, ["-p", world.folder, "-c", config, "-s", "reload"], { stdio: "pipe" });
      for (let asked = 0; asked < 20; asked += 1)
        expect((await ask(door, { headers: [CLOSE] })).status).toBe(401);
    }
    expect(site.requests).toEqual([]);
    await eventually(async () => (await ask(door, { headers: [proofOf(world), CLOSE] })).status).toBe(200);
    expect([child.exitCode, output()]).toEqual([null, expect.not.stringContaining("[emerg]")]);
  });
});
