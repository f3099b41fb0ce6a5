// The PHP SDK's array shapes and operations.
import { BY_HAND, type Field, type Model, type Operation, type Struct, type Type } from "./model.ts";
import { groupsOf, pascal, wrapped } from "./text.ts";

const typeOf = (type: Type, isInput: boolean): string => {
  switch (type.kind) {
    case "string":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "int|float";
    case "boolean":
      return "bool";
    case "any":
      return "mixed";
    case "enum":
      return isInput || type.isTag ? type.values.map((value) => `'${value}'`).join("|") : "string";
    case "array":
      return `list<${typeOf(type.of, isInput)}>`;
    case "map":
      return `array<string, ${typeOf(type.of, isInput)}>`;
    case "nullable":
      return `${typeOf(type.of, isInput)}|null`;
    case "named":
      return type.name;
  }
};

const shapeOf = ({ name, fields, isInput, description }: Struct): string[] => {
  const lines = fields.flatMap((field: Field) => {
    const values =
      !isInput && field.type.kind === "enum" && !field.type.isTag
        ? `${field.type.values.join(", ")} so far`
        : "";
    const about = [field.description, values].filter(Boolean).join(". ");
    return [
      ...wrapped(about, 112, " *   // "),
      ` *   ${field.name}${field.isOptional ? "?" : ""}: ${typeOf(field.type, isInput)},`,
    ];
  });
  // Answers may hold more than is listed.
  const open = isInput ? [] : [" *   ..."];
  return [
    ...wrapped(description, 116, " * "),
    ` * @phpstan-type ${name} array{`,
    ...lines,
    ...open,
    " * }",
    " *",
  ];
};

const HEADER = "// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.";

const head = (namespace: string): string[] => [
  "<?php",
  "",
  HEADER,
  "",
  "declare(strict_types=1);",
  "",
  `namespace ${namespace};`,
  "",
];

const isObject = ({ type }: Field): boolean => {
  const inner = type.kind === "nullable" ? type.of : type;
  return inner.kind === "map" || inner.kind === "named";
};

const typesFile = ({ structs }: Model): string => {
  const events = structs.map(({ name }) => name).filter((name) => name.endsWith("Event"));
  const objects = structs
    .filter(({ isInput }) => isInput)
    .flatMap(({ fields }) => fields.filter(isObject).map(({ name }) => name));
  const names = [...new Set(objects)].sort((a, b) => (a < b ? -1 : 1));
  return [
    ...head("Lintel"),
    "/**",
    " * The fields that the service takes and sends, as arrays.",
    " *",
    ...structs.flatMap(shapeOf),
    ` * @phpstan-type WebhookEvent ${events.join("|")}`,
    " */",
    "final class Types",
    "{",
    "    /** Fields whose empty array is an object in JSON. */",
    `    public const OBJECTS = [${names.map((name) => `'${name}'`).join(", ")}];`,
    "}",
    "",
  ].join("\n");
};

const namesIn = (type: Type): string[] => {
  if (type.kind === "named") return [type.name];
  return "of" in type ? namesIn(type.of) : [];
};

const methodOf = (operation: Operation): string => {
  const name = operation.name.split(".").at(-1) ?? "";
  const { input, lead, pathParams, method, page } = operation;
  const place = method === "GET" ? "query" : "body";
  const content = lead ? `['${lead}' => $${lead}]` : input ? "$fields" : null;
  const args = [
    ...[...pathParams, ...(lead ? [lead] : [])].map((id) => `string $${id}`),
    ...(input ? [`array $fields${input.isOptional ? " = []" : ""}`] : []),
    "array $options = []",
  ];
  const path =
    pathParams.length === 0
      ? `'${operation.path}'`
      : `Internal\\Core::path('${operation.path}', ${pathParams.map((id) => `$${id}`).join(", ")})`;
  const call = [
    `'${method}'`,
    path,
    `'${operation.credential}'`,
    "$options",
    ...(content ? [`${place}: ${content}`] : []),
    ...(page ? [`page: '${page}'`] : []),
  ];
  const shape =
    method === "POST"
      ? "idempotencyKey?: string, timeout?: float, deadline?: float"
      : "timeout?: float, deadline?: float";
  return [
    "    /**",
    ...wrapped(`${operation.summary}.`, 112, "     * "),
    "     *",
    ...wrapped(operation.description, 112, "     * "),
    "     *",
    ...(input ? [`     * @param ${input.struct} $fields`] : []),
    `     * @param array{${shape}} $options`,
    `     * @return ${typeOf(operation.response, false)}`,
    "     * @throws LintelError",
    "     */",
    `    public function ${name}(${args.join(", ")}): array`,
    "    {",
    `        return $this->core->call(${call.join(", ")});`,
    "    }",
  ].join("\n");
};

const importsOf = (operations: readonly Operation[]): string[] => {
  const names = operations.flatMap(({ input, response }) => [
    ...(input ? [input.struct] : []),
    ...namesIn(response),
  ]);
  return [...new Set(names)].map((name) => ` * @phpstan-import-type ${name} from Types`);
};

/** Path below sdk/php/src, and content. */
export const phpFiles = (model: Model): [path: string, text: string][] => {
  const groups = groupsOf(model.operations.filter(({ name }) => !BY_HAND.has(name)));
  const files = groups.map(({ group, path, children, operations }): [string, string] => {
    const isRoot = group === "";
    const links = children.map(({ name, group: linked }) => ({ name, type: linked }));
    const about = isRoot ? "The operations of a client." : `$client->${path.join("->")}`;
    const text = [
      ...head("Lintel"),
      "/**",
      ` * ${about}`,
      " *",
      ...importsOf(operations),
      " */",
      isRoot ? "abstract class Operations" : `final class ${group}`,
      "{",
      ...links.map(({ name, type }) => `    public readonly ${type} $${name};`),
      ...(links.length > 0 ? [""] : []),
      "    /** @internal */",
      `    public function __construct(${isRoot ? "protected" : "private"} readonly Internal\\Core $core)`,
      "    {",
      ...links.map(({ name, type }) => `        $this->${name} = new ${type}($core);`),
      "    }",
      ...operations.flatMap((operation) => ["", methodOf(operation)]),
      "}",
      "",
    ].join("\n");
    return [isRoot ? "Operations.php" : `${pascal(group)}.php`, text];
  });
  return [["Types.php", typesFile(model)], ...files];
};
