import { CliError } from "../command.ts";
import type { Io } from "../io.ts";
import { callService, fieldIn, textIn } from "../request.ts";
import type { Service } from "../service.ts";
import { createDocumentation, requestById } from "./documentation.ts";

export type ToolResult = { content: { type: "text"; text: string }[]; isError?: true };

type Property = { type: "string" | "integer" | "object"; description: string; [more: string]: unknown };

/** A tool as the protocol lists it, and what it does. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: {
    type: "object";
    properties: Record<string, Property>;
    required: string[];
    additionalProperties: false;
  };
  annotations: { readOnlyHint: boolean; destructiveHint: false; openWorldHint: true };
  run(input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
};

const text = (description: string, more: Record<string, unknown> = {}): Property => ({
  type: "string",
  description,
  ...more,
});

const said = (value: unknown): ToolResult => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value, null, 2) }],
});

const failed = (message: string): ToolResult => ({ ...said(message), isError: true });

const OUTCOMES = ["approve", "under_age", "poor_document", "provider_error", "expire"];

/** The tools of one deployment, with a key of test mode: nothing that they do reaches a real person. */
export function createTools(io: Io, service: Service): readonly Tool[] {
  const { url, apiKey } = service;
  const headers = { "x-tenant-api-key": apiKey };
  const documentation = createDocumentation(io, url);
  const ask = async (path: string, json?: unknown): Promise<ToolResult> => {
    const answer = await callService(io, `${url}${path}`, {
      headers,
      ...(json === undefined ? {} : { json }),
    });
    if (answer.status === 200) return said(answer.body);
    const code = textIn(answer.body, "code") ?? `status ${answer.status}`;
    const message = textIn(answer.body, "message") ?? "The answer is not JSON of this service.";
    const requestId = textIn(answer.body, "requestId");
    return failed(`${code}: ${message}${requestId === undefined ? "" : ` (request ${requestId})`}`);
  };
  const tool = (
    name: string,
    [title, description]: readonly [string, string],
    properties: Record<string, Property>,
    required: string[],
    run: Tool["run"],
    readOnlyHint = true,
  ): Tool => ({
    name,
    title,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    annotations: { readOnlyHint, destructiveHint: false, openWorldHint: true },
    run,
  });
  return [
    tool(
      "search_docs",
      [
        "Search the documentation",
        "Finds sections of this deployment's documentation that hold the given words.",
      ],
      { query: text("A few words, an endpoint or a field", { minLength: 1, maxLength: 200 }) },
      ["query"],
      async ({ query }) => said(await documentation.search(String(query))),
    ),
    tool(
      "explain_error",
      [
        "Explain an error",
        "Explains an error code, or what happened to a request by its id (X-Request-Id, request_id).",
      ],
      {
        code: text("For example AUTH_INVALID_KEY", { pattern: "^[A-Z][A-Z0-9_]{2,60}$" }),
        requestId: text("For example req_01kax3v7k8e9f0m2n4p6r8t0vw", { maxLength: 100 }),
      },
      [],
      async ({ code, requestId }) => {
        if ((code === undefined) === (requestId === undefined))
          return failed("Give either code or requestId.");
        const line = requestId === undefined ? undefined : await requestById(io, service, String(requestId));
        if (line === null) return failed("The log that this key may read has no such request.");
        const wanted = line === undefined ? String(code) : textIn(line, "code");
        const paragraph = wanted === undefined ? null : await documentation.errorCode(wanted);
        if (line === undefined)
          return paragraph === null ? failed(`There is no error ${wanted}.`) : said(paragraph);
        return said(`${JSON.stringify(line, null, 2)}${paragraph === null ? "" : `\n\n${paragraph}`}`);
      },
    ),
    tool(
      "start_test_verification",
      [
        "Start a test verification",
        "Starts a verification in test mode. Answers with its id and its hosted page.",
      ],
      {
        minimumAge: {
          type: "integer",
          description: "13 to 99; the tenant's own by default",
          minimum: 13,
          maximum: 99,
        },
        callbackUrl: text("Where the browser returns to", { maxLength: 2_000 }),
        metadata: { type: "object", description: "The tenant's own entries: texts, numbers, true or false" },
      },
      [],
      ({ callbackUrl, ...fields }) =>
        ask("/verify/start", {
          ...fields,
          ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
        }),
      false,
    ),
    tool(
      "read_verification",
      ["Read a verification", "Reads the state and the result of a test verification."],
      { verificationId: text("ver_…", { minLength: 1, maxLength: 200 }) },
      ["verificationId"],
      ({ verificationId }) =>
        ask(`/verify/status?${new URLSearchParams({ verificationId: String(verificationId) })}`),
    ),
    tool(
      "simulate_outcome",
      [
        "Simulate an outcome",
        "Ends a test verification as its test page would: events and webhooks are sent as in live mode.",
      ],
      {
        verificationId: text("ver_…", { minLength: 1, maxLength: 200 }),
        outcome: text("", { enum: OUTCOMES }),
      },
      ["verificationId", "outcome"],
      (input) => ask("/verify/simulate", input),
      false,
    ),
  ];
}

/**
 * The arguments of a call, checked against the tool's schema. What does not fit is for the model to read and to correct
 * (revision 2025-11-25, "Tools", "Error Handling"): the caller makes a result of it, and no error of the protocol.
 * @throws CliError naming the field
 */
export function readInput({ inputSchema }: Tool, given: unknown): Readonly<Record<string, unknown>> {
  const { properties, required } = inputSchema;
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given)))
    throw new CliError("arguments: expected an object");
  const input = Object.fromEntries(Object.entries(given ?? {}));
  const refuse = (name: string, what: string): never => {
    throw new CliError(`${name.slice(0, 100)}: ${what}`);
  };
  for (const name of required) if (input[name] === undefined) refuse(name, "missing");
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const problem = property === undefined ? "there is no such field" : problemOf(property, value);
    if (problem !== null) refuse(name, problem);
  }
  return input;
}

function problemOf(property: Property, value: unknown): string | null {
  if (property.type === "object")
    return fieldIn({ value }, "value") instanceof Object ? null : "expected an object";
  if (property.type === "integer") {
    const { minimum, maximum } = property;
    const isWithin =
      Number.isInteger(value) &&
      Number(value) >= Number(minimum ?? value) &&
      Number(value) <= Number(maximum ?? value);
    return isWithin ? null : `expected a whole number from ${minimum} to ${maximum}`;
  }
  if (typeof value !== "string") return "expected a text";
  const { enum: choices, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = property;
  if (Array.isArray(choices) && !choices.includes(value)) return `expected one of ${choices.join(", ")}`;
  if (typeof pattern === "string" && !new RegExp(pattern).test(value))
    return "does not have the expected form";
  return value.length < Number(minLength) || value.length > Number(maxLength)
    ? "is too short or too long"
    : null;
}
