import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConsoleBrowser, consoleResponse } from "../support/console/browser.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

// docs/console-api.md and examples/console-client.ts: another program, in a process of its own, over HTTP.

const service = consoleForFile();
// Three processes start one after the other, and a busy machine takes seconds for each.
vi.setConfig({ testTimeout: 90_000 });
const EXAMPLE = fileURLToPath(new URL("../../examples/console-client.ts", import.meta.url));
const run = promisify(execFile);
let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const body = new Uint8Array(await buffer(incoming));
    const { method = "GET" } = incoming;
    const request = new Request(BASE_URL + incoming.url, {
      method,
      headers,
      ...(method === "GET" ? {} : { body }),
    });
    const response = await consoleResponse(service.get().deps, request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const runExample = async (env: Record<string, string>) => {
  const { PATH = "" } = process.env;
  const given = { NODE_ENV: "test" as const, PATH, LINTEL_URL: url, ...env };
  try {
    const { stdout } = await run(process.execPath, [EXAMPLE], { env: given });
    return { code: 0, stdout, stderr: "" };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code: Number(code), stdout: String(stdout), stderr: String(stderr) };
  }
};

/** Through the provider's pages, as a person signs in; the access token is the provider's own. */
const accessTokenOf = async (subject: string): Promise<string> => {
  const browser = new ConsoleBrowser(service.get().deps);
  await browser.signIn(subject);
  const { accessToken } = await (await browser.token()).json();
  return accessToken;
};

test("the example lists the verifications of its tenant with a real provider's access token", async () => {
  const { call, tenant: newTenant } = service.get();
  const [mine, other] = [await newTenant({ name: "Mine" }), await newTenant({ name: "Another" })];
  const token = await accessTokenOf("ada");
  for (const { id } of [mine, other])
    await knownPerson(service.get(), "ada", { tenantId: id, role: "viewer" });
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await start(call, mine.liveKey)).verificationId);
  await complete(call, mine.liveKey, { verificationId: ids[0], verifiedAge: 30 });
  const foreign = await start(call, other.liveKey);

  const { code, stdout, stderr } = await runExample({ LINTEL_ACCESS_TOKEN: token, LINTEL_TENANT: mine.id });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Ada, member of Another, Mine$/m);
  for (const id of ids.slice(1)) expect(stdout).toMatch(new RegExp(`^${id}\\tpending\\t\\d{4}-.+Z$`, "m"));
  expect(stdout).toMatch(new RegExp(`^${ids[0]}\\tcompleted\\t`, "m"));
  expect(stdout).not.toContain(foreign.verificationId);
});

test("without a good token, and in a tenant of others, it names the catalogue's code", async () => {
  expect(await runExample({ LINTEL_ACCESS_TOKEN: "nonsense" })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^UNAUTHENTICATED_MEMBER: /),
  });
  const token = await accessTokenOf("ben");
  const { id } = await service.get().tenant();
  expect(await runExample({ LINTEL_ACCESS_TOKEN: token, LINTEL_TENANT: id })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^TENANT_NOT_FOUND: /),
  });
});

test("somebody whom the provider knows and the console does not is told to sign in first", async () => {
  const token = await service.get().identity.bearer("hal");
  expect(await runExample({ LINTEL_ACCESS_TOKEN: token })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Sign in to the console first"),
  });
});
