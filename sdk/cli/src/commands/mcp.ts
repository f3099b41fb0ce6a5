import { readArguments } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import { answerLine, type Handlers, linesOf, PROTOCOL_VERSIONS, RPC, RpcError } from "../mcp/json-rpc.ts";
import { createTools, readInput, type Tool } from "../mcp/tools.ts";
import { redact } from "../redact.ts";
import { fieldIn, textIn, VERSION } from "../request.ts";
import { isTestKey, requireService } from "../service.ts";

const INSTRUCTIONS = `Tools for integrating Lintel, an age verification service. Everything runs in test mode: no real person is
involved and nothing is billed. Search the documentation before you write code against an endpoint.`;

/** Serves the Model Context Protocol on stdin and stdout, for coding assistants. */
export const mcp: Command = {
  name: "mcp",
  summary: "Serve documentation and test verifications to a coding assistant (MCP)",
  usage: `Usage: lintel mcp [--url <address>]

Speaks the Model Context Protocol on stdin and stdout; a coding assistant starts it. It takes test keys only.
docs/mcp.md says how to set it up.`,
  async run(args, io) {
    const { values } = readArguments(mcp, args, { url: { type: "string" } });
    const service = requireService(io, values.url);
    if (!isTestKey(service.apiKey))
      throw new CliError(
        "lintel mcp takes test keys only, so that an assistant cannot start live verifications. Set LINTEL_API_KEY to a test key, or run lintel login.",
        EXIT.refused,
      );
    const handlers = handlersFor(createTools(io, service));
    for await (const line of linesOf(io.stdin)) {
      const answer = await answerLine(line, handlers);
      if (answer !== null) io.print(answer);
    }
    return EXIT.ok;
  },
};

function handlersFor(tools: readonly Tool[]): Handlers {
  return {
    initialize: (params) => {
      const wanted = textIn(params, "protocolVersion");
      const [newest] = PROTOCOL_VERSIONS;
      return {
        protocolVersion: PROTOCOL_VERSIONS.find((version) => version === wanted) ?? newest,
        capabilities: { tools: {} },
        serverInfo: { name: "lintel", title: "Lintel age verification", version: VERSION },
        instructions: INSTRUCTIONS,
      };
    },
    ping: () => ({}),
    "tools/list": () => ({ tools: tools.map(({ run: _run, ...listed }) => listed) }),
    "tools/call": async (params) => {
      const name = textIn(params, "name");
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined)
        throw new RpcError(RPC.invalidParams, `There is no tool ${name?.slice(0, 100) ?? ""}.`);
      try {
        return await tool.run(readInput(tool, fieldIn(params, "arguments")));
      } catch (error) {
        // The model reads it and can try again; the assistant's own user need not.
        return { content: [{ type: "text", text: redact(messageOf(error)) }], isError: true };
      }
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
