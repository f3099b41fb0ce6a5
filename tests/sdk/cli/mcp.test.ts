import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { SANDBOX_OUTCOMES } from "#core/verification.ts";
import { answerLine, linesOf } from "../../../sdk/cli/src/mcp/json-rpc.ts";
import { runCli, temporaryFolder } from "../../support/cli/run-cli.ts";
import { serveRest } from "../../support/cli/serve-rest.ts";
import { contractCodes } from "../../support/http/contract-codes.ts";
import { serviceForFile } from "../../support/world/service.ts";

const service = serviceForFile();

/** The error page in the form of a deployment's /docs/search.json. */
const SECTIONS = readFileSync("docs/errors.md", "utf8")
  .split(/^(?=#+ )/m)
  .map((part) => {
    const [title = "", ...lines] = part.split("\n");
    const heading = title.replace(/^#+ /, "");
    return {
      href: `/docs/errors#${heading.toLowerCase()}`,
      page: "Errors",
      heading,
      text: lines.join("\n").trim(),
    };
  });

const LINE = {
  id: "log_1",
  requestId: "req_known",
  url: "/verify/start",
  status: 400,
  code: "INVALID_REQUEST_BODY",
};

/** The official client of the protocol, with this command as its server. */
const connect = async ({ key }: { key?: string } = {}) => {
  const { deps, tenant } = service.get();
  const { testKey } = await tenant();
  const url = await serveRest(deps, {
    "/docs/search.json": SECTIONS,
    "/logs": { logs: [LINE], nextCursor: null },
  });
  const env = {
    LINTEL_URL: url,
    LINTEL_API_KEY: key ?? testKey,
    HOME: temporaryFolder(),
    PATH: process.env.PATH ?? "",
  };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["sdk/cli/bin/lintel.mjs", "mcp"],
    env,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const [part] = Array.isArray(result.content) ? result.content : [];
    return { text: String(part?.text), isError: result.isError === true };
  };
  return { client, call, testKey };
};

describe("lintel mcp, with the official client as its peer", () => {
  test("says who it is and lists its tools, each with a schema that the client accepts", async () => {
    const { client } = await connect();
    const { version } = JSON.parse(readFileSync("sdk/cli/package.json", "utf8"));
    expect(client.getServerVersion()).toMatchObject({ name: "lintel", version });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_docs",
      "explain_error",
      "start_test_verification",
      "read_verification",
      "simulate_outcome",
    ]);
    // The package imports nothing of the service.
    expect(tools.at(-1)?.inputSchema.properties).toMatchObject({ outcome: { enum: SANDBOX_OUTCOMES } });
    await expect(client.ping()).resolves.toEqual({});
  });

  test("starts a verification, simulates its outcome and reads the result", async () => {
    const { call } = await connect();
    const started = JSON.parse((await call("start_test_verification", { minimumAge: 21 })).text);
    expect(started).toMatchObject({ status: "pending", config: { mode: "test", minimumAge: 21 } });
    const { verificationId } = started;
    expect((await call("simulate_outcome", { verificationId, outcome: "under_age" })).isError).toBe(false);
    const read = JSON.parse((await call("read_verification", { verificationId })).text);
    expect(read).toMatchObject({ status: "completed", result: { verified: false } });
  });

  test("finds sections of the documentation by their words", async () => {
    const { call } = await connect();
    expect((await call("search_docs", { query: "interval seconds console" })).text).toContain(
      "AUTHORIZATION_PENDING",
    );
    expect((await call("search_docs", { query: "qwertzuiop" })).text).toContain("No section");
  });

  test("explains an error by its code, and a request by its id", async () => {
    const { call } = await connect();
    expect((await call("explain_error", { code: "AUTH_INVALID_KEY" })).text).toContain("x-tenant-api-key");
    expect((await call("explain_error", { code: "NO_SUCH_CODE" })).isError).toBe(true);
    const { text } = await call("explain_error", { requestId: "req_known" });
    expect(text).toContain('"url": "/verify/start"');
    expect(text).toContain("The body is not JSON");
    expect((await call("explain_error")).isError).toBe(true);
  });

  test("explains every code of the contract", async () => {
    const { call } = await connect();
    for (const code of contractCodes()) {
      const { text, isError } = await call("explain_error", { code });
      expect([code, isError]).toEqual([code, false]);
      expect(text).toContain(`/docs/errors#${code.toLowerCase()}`);
    }
  });

  test("a refusal of the service is a result with its code and request id, not a broken protocol", async () => {
    const { call, testKey } = await connect();
    const { text, isError } = await call("read_verification", { verificationId: "ver_unknown" });
    expect(isError).toBe(true);
    expect(text).toMatch(/^VERIFICATION_NOT_FOUND: .* \(request req_/);
    expect(text).not.toContain(testKey);
  });

  test.each([
    [
      "an unknown field",
      "read_verification",
      { verificationId: "ver_x", extra: 1 },
      /extra: there is no such field/,
    ],
    ["a missing field", "simulate_outcome", { verificationId: "ver_x" }, /outcome: missing/],
    [
      "an outcome that there is none",
      "simulate_outcome",
      { verificationId: "ver_x", outcome: "win" },
      /expected one of approve/,
    ],
    ["a number in place of a text", "search_docs", { query: 1 }, /query: expected a text/],
    ["an age that is too high", "start_test_verification", { minimumAge: 200 }, /from 13 to 99/],
    ["a text of 3 MB", "search_docs", { query: "x".repeat(3_000_000) }, /query: is too short or too long/],
  ])("refuses %s by its name, in a result that the model reads", async (_, name, input, message) => {
    const { call } = await connect();
    const { text, isError } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
    expect((await call("explain_error", { code: "NOT_FOUND" })).isError).toBe(false);
  });

  test("an unknown tool is an error of the protocol", async () => {
    const { call } = await connect();
    await expect(call("delete_everything")).rejects.toThrow(/no tool delete_everything/);
  });

  test("no answer of a tool holds metadata", async () => {
    const { call } = await connect();
    const started = await call("start_test_verification", { metadata: { order: "A-1042" } });
    const { verificationId } = JSON.parse(started.text);
    const simulated = await call("simulate_outcome", { verificationId, outcome: "approve" });
    const read = await call("read_verification", { verificationId });
    for (const { text } of [started, simulated, read]) expect(text).not.toContain("A-1042");
  });
});

test("a live key is refused at the start, and not shown", async () => {
  const { liveKey } = await service.get().tenant();
  const { exitCode, stdout, stderr } = await runCli(["mcp"], {
    env: { LINTEL_URL: "https://age.test", LINTEL_API_KEY: liveKey },
  });
  expect([exitCode, stdout]).toEqual([3, ""]);
  expect(stderr).toContain("test keys only");
  expect(stderr).not.toContain(liveKey);
});

describe("the lines", () => {
  const handlers = { echo: (params: unknown) => params };

  test.each([
    ["no JSON", "{", -32_700],
    ["a batch", "[]", -32_600],
    ["another protocol", '{"id":1,"method":"echo"}', -32_600],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"no"}', -32_601],
    ["a method of every object", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32_601],
  ])("%s gets its error", async (_, line, code) => {
    expect(JSON.parse((await answerLine(line, handlers)) ?? "")).toMatchObject({
      jsonrpc: "2.0",
      error: { code },
    });
  });

  test("a notification gets no answer", async () => {
    expect(await answerLine('{"jsonrpc":"2.0","method":"notifications/initialized"}', handlers)).toBeNull();
  });

  const linesIn = async (...chunks: string[]) => {
    const lines: (string | null)[] = [];
    for await (const line of linesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      lines.push(line);
    return lines;
  };

  test("one without end is dropped and answered, and the next is read", async () => {
    const piece = "x".repeat(1 << 20);
    const lines = await linesIn(
      '{"a":1}\n',
      ...Array.from({ length: 20 }, () => piece),
      'y"}\n{"b":2}\n',
      piece,
    );
    expect(lines).toEqual(['{"a":1}', null, '{"b":2}', piece]);
    expect(JSON.parse((await answerLine(null, handlers)) ?? "")).toMatchObject({
      id: null,
      error: { code: -32_600 },
    });
  });

  test("several in a chunk come one by one, without empty ones", async () => {
    expect(await linesIn("a\nb", "c\n\n  \nd")).toEqual(["a", "bc", "d"]);
  });

  test("come whole, wherever the chunks are cut, within a character too", async () => {
    const bytes = Buffer.from('{"a":"é"}\n\n{"b":"日本"}');
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    const lines: (string | null)[] = [];
    for await (const line of linesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      lines.push(line);
    expect(lines).toEqual(['{"a":"é"}', '{"b":"日本"}']);
  });
});
