// The Python SDK's types and operations.
import { BY_HAND, type Field, type Model, type Operation, type Struct, type Type } from "./model.ts";
import { groupsOf, wrapped } from "./text.ts";

const KEYWORDS = new Set(["from", "import", "class", "global", "in", "is", "not", "or", "and", "if", "for"]);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const identifier = (name: string): string => {
  const plain = snake(name);
  return KEYWORDS.has(plain) ? `${plain}_` : plain;
};

const typeOf = (type: Type, isInput: boolean, quote: (name: string) => string): string => {
  switch (type.kind) {
    case "string":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "any":
      return "Any";
    case "enum":
      return isInput || type.isTag
        ? `Literal[${type.values.map((value) => JSON.stringify(value)).join(", ")}]`
        : "str";
    case "array":
      return `${isInput ? "Sequence" : "List"}[${typeOf(type.of, isInput, quote)}]`;
    case "map":
      return `${isInput ? "Mapping" : "Dict"}[str, ${typeOf(type.of, isInput, quote)}]`;
    case "nullable":
      return `Optional[${typeOf(type.of, isInput, quote)}]`;
    case "named":
      return quote(type.name);
  }
};

const inQuotes = (name: string): string => JSON.stringify(name);

/** An answer's values are those known today; others arrive as they are. */
const known = (type: Type): string =>
  type.kind === "enum" && !type.isTag
    ? `One of ${type.values.map((value) => `\`\`${value}\`\``).join(", ")} so far.`
    : "";

const aboutOf = (field: Field, isInput: boolean): string =>
  [field.description.replaceAll("`", "``"), isInput ? "" : known(field.type)].filter(Boolean).join(". ");

const classOf = (name: string, base: string, fields: Field[], isInput: boolean, about: string): string => {
  const lines = fields.flatMap((field) => [
    ...wrapped(aboutOf(field, isInput), 110, "    # "),
    `    ${field.name}: ${typeOf(field.type, isInput, inQuotes)}`,
  ]);
  const doc = about === "" ? [] : [`    """${about}"""`, ""];
  return [`class ${name}(${base}):`, ...doc, ...lines].join("\n");
};

/** For names that Python keeps for itself. */
const functional = (name: string, fields: Field[], isInput: boolean): string => {
  const lines = fields.flatMap((field) => [
    ...wrapped(aboutOf(field, isInput), 110, "        # "),
    `        "${field.name}": ${typeOf(field.type, isInput, inQuotes)},`,
  ]);
  return [
    `${name} = TypedDict(`,
    `    "${name}",`,
    "    {",
    ...lines,
    "    },",
    "    total=False,",
    ")",
  ].join("\n");
};

const structOf = ({ name, fields, isInput, description }: Struct): string => {
  const required = fields.filter((field) => !field.isOptional);
  const optional = fields.filter((field) => field.isOptional);
  const about = description.replaceAll("`", "``");
  if (optional.some((field) => KEYWORDS.has(field.name))) return functional(name, fields, isInput);
  if (optional.length === 0) return classOf(name, "TypedDict", required, isInput, about);
  if (required.length === 0) return classOf(name, "TypedDict, total=False", optional, isInput, about);
  // NotRequired came with Python 3.11.
  const base = classOf(`_${name}`, "TypedDict", required, isInput, "");
  return `${base}\n\n\n${classOf(name, `_${name}, total=False`, optional, isInput, about)}`;
};

const HEADER = "# Made by npm run sdk:types from the service's OpenAPI document. Do not edit.";

/** src/lintel/types.py */
export const pythonTypes = ({ structs }: Model): string => {
  const events = structs.map(({ name }) => name).filter((name) => name.endsWith("Event"));
  const names = structs.map(({ name }) => name);
  return [
    HEADER,
    '"""The fields that the service takes and sends, as dictionaries. It may send more fields and values than these."""',
    "",
    "from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union",
    "",
    "__all__ = [",
    ...[...names, "WebhookEvent"].sort((a, b) => (a < b ? -1 : 1)).map((name) => `    "${name}",`),
    "]",
    "",
    "",
    structs.map(structOf).join("\n\n\n"),
    "",
    "",
    `WebhookEvent = Union[${events.join(", ")}]`,
    "",
  ].join("\n");
};

const methodOf = (operation: Operation, isAsync: boolean, owner: string): string => {
  const own = operation.name.split(".").at(-1) ?? "";
  const { input, lead, pathParams, method, page } = operation;
  const ids = pathParams.map(snake);
  const answer = typeOf(operation.response, false, (name) => `types.${name}`);
  const fields = input && `types.${input.struct}`;
  const hasKey = method === "POST";
  const args = [
    "self",
    ...ids.map((id) => `${id}: str`),
    ...(lead ? [`${snake(lead)}: str`] : []),
    ...(fields ? [input.isOptional ? `fields: Optional[${fields}] = None` : `fields: ${fields}`] : []),
    "*",
    ...(hasKey ? ["idempotency_key: Optional[str] = None"] : []),
    "timeout: Optional[float] = None",
    "deadline: Optional[float] = None",
  ];
  const path =
    ids.length === 0
      ? JSON.stringify(operation.path)
      : `path_of(${[JSON.stringify(operation.path), ...ids].join(", ")})`;
  const place = method === "GET" ? "query" : "body";
  const content = lead ? `{"${lead}": ${snake(lead)}}` : input ? "fields" : null;
  const options = `Options(${[hasKey ? "idempotency_key" : "None", "timeout", "deadline"].join(", ")})`;
  const call = [
    JSON.stringify(method),
    path,
    JSON.stringify(operation.credential),
    options,
    ...(content ? [`${place}=${content}`] : []),
    ...(page ? [`page="${page}"`] : []),
  ];
  return [
    `    ${isAsync ? "async " : ""}def ${identifier(own)}(`,
    ...args.map((arg) => `        ${arg},`),
    `    ) -> ${answer}:`,
    `        """${operation.summary}.`,
    "",
    ...wrapped(operation.description.replaceAll("`", "``"), 110, "        "),
    '        """',
    `        call = ${owner}._request(`,
    ...call.map((arg) => `            ${arg},`),
    "        )",
    `        return cast(${JSON.stringify(answer)}, ${isAsync ? "await " : ""}${owner}._run(call))`,
  ].join("\n");
};

/** src/lintel/_operations.py, or its asynchronous twin. */
export const pythonOperations = ({ operations }: Model, isAsync: boolean): string => {
  const prefix = isAsync ? "Async" : "";
  const groups = groupsOf(operations.filter(({ name }) => !BY_HAND.has(name)));
  const title = (group: string) => `${prefix}${group === "" ? "Operations" : group}`;
  const classes = groups.map(({ group, path, children, operations: own }) => {
    const links = children.map((child) => [identifier(child.name), title(child.group)] as const);
    const isRoot = group === "";
    const owner = isRoot ? "self" : "self._client";
    const head = isRoot
      ? ["    _request: Any", "    _run: Any", "", "    def _link(self) -> None:"]
      : ["    def __init__(self, client: Any) -> None:", "        self._client = client"];
    const about = isRoot ? "The operations of a client." : `\`\`client.${path.map(identifier).join(".")}\`\``;
    return [
      `class ${title(group)}:`,
      `    """${about}"""`,
      "",
      ...head,
      ...links.map(([name, type]) => `        self.${name} = ${type}(${isRoot ? "self" : "client"})`),
      ...own.flatMap((operation) => ["", methodOf(operation, isAsync, owner)]),
    ].join("\n");
  });
  return [
    HEADER,
    "",
    "from typing import Any, List, Optional, cast",
    "",
    "from . import types",
    "from ._core import Options, path_of",
    "",
    "",
    // A method called `list` hides the type inside its class, so List is used throughout.
    classes.reverse().join("\n\n\n"),
    "",
  ].join("\n");
};
