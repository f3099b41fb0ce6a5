// The Go SDK's types and operations.
import { BY_HAND, type Field, type Model, type Operation, type Struct, type Type } from "./model.ts";
import { groupsOf, pascal, wrapped } from "./text.ts";

// https://go.dev/wiki/CodeReviewComments#initialisms
const INITIALISMS = /(Id|Url|Ip|Api|Db|Vct|Pem)(?=[A-Z]|s?$)/g;

const exported = (name: string): string =>
  name
    .split(/[_.-]/)
    .map(pascal)
    .join("")
    .replace(INITIALISMS, (word) => word.toUpperCase());

const local = (name: string): string => name.replace(INITIALISMS, (word) => word.toUpperCase());

const plain = (type: Type, isInput: boolean): string => {
  switch (type.kind) {
    case "string":
    case "enum":
      return "string";
    case "integer":
      return "int64";
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "any":
      return "any";
    case "array":
      return `[]${plain(type.of, isInput)}`;
    case "map":
      return `map[string]${plain(type.of, isInput)}`;
    case "nullable":
      return plain(type.of, isInput) === "any" ? "any" : `*${plain(type.of, isInput)}`;
    case "named":
      return exported(type.name);
  }
};

/** Absent is nil, or an empty text where an empty one has no meaning. */
const fieldType = ({ type, isOptional }: Field, isInput: boolean): string => {
  if (isInput && isOptional && type.kind === "nullable") return `*Nullable[${plain(type.of, true)}]`;
  const own = plain(type, isInput);
  const hasNothing = /^(\[\]|map\[|\*|any$|string$)/.test(own);
  return isOptional && !hasNothing ? `*${own}` : own;
};

const aboutOf = (field: Field, isInput: boolean): string => {
  const values = field.type.kind === "enum" ? field.type.values.map((value) => `"${value}"`).join(", ") : "";
  const list = values === "" ? "" : isInput ? `One of ${values}` : `${values} so far`;
  return [field.description, list].filter(Boolean).join(". ");
};

type Line = { about: string[]; cells: string[] };

/** As gofmt aligns fields: a comment begins a new block. Go need not be here to make these files. */
const aligned = (lines: readonly Line[]): string[] => {
  const blocks: Line[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.about.length > 0 || last === undefined) blocks.push([line]);
    else last.push(line);
  }
  return blocks.flatMap((block) => {
    const width = (at: number) => Math.max(...block.map(({ cells }) => cells[at]?.length ?? 0));
    return block.flatMap(({ about, cells }) => [
      ...about,
      `\t${cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(width(at)))).join(" ")}`,
    ]);
  });
};

const structOf = ({ name, fields, isInput, description }: Struct, isAnswer: boolean): string => {
  const about = description || `${isInput ? "fields of a request" : "fields of an answer"}.`;
  const raw: Line = {
    about: ["\t// The answer as it came, with the fields that this release does not know."],
    cells: ["Raw", "json.RawMessage", '`json:"-"`'],
  };
  const lines = fields.map(
    (field): Line => ({
      about: wrapped(aboutOf(field, isInput), 106, "\t// "),
      cells: [
        exported(field.name),
        fieldType(field, isInput),
        `\`json:"${field.name}${field.isOptional ? ",omitempty" : ""}"\``,
      ],
    }),
  );
  const setRaw = `func (r *${exported(name)}) setRaw(raw json.RawMessage) { r.Raw = raw }`;
  return [
    ...wrapped(`${exported(name)}: ${about}`, 110, "// "),
    `type ${exported(name)} struct {`,
    ...aligned(isAnswer ? [...lines, raw] : lines),
    "}",
    ...(isAnswer ? ["", setRaw] : []),
  ].join("\n");
};

type Part = { event: string; struct: Struct };

/** `verification.*` where all of them are meant. */
const shortNames = (names: readonly string[], all: readonly string[]): string => {
  const familyOf = (name: string): string => `${name.split(".")[0]}.`;
  const short = names.map((name) => {
    const family = all.filter((each) => each.startsWith(familyOf(name)));
    return family.length > 1 && family.every((each) => names.includes(each)) ? `${familyOf(name)}*` : name;
  });
  return [...new Set(short)].join(", ");
};

/** What several structs say of one field. Where it is not the same, or not of all, each sentence names its events. */
const joinedAbout = (name: string, parts: readonly Part[]): string => {
  const said = new Map<string, string[]>();
  for (const { event, struct } of parts) {
    const description = struct.fields.find((field) => field.name === name)?.description ?? "";
    if (description !== "") said.set(description, [...(said.get(description) ?? []), event]);
  }
  const [[only = "", of = []] = []] = said;
  if (said.size === 1 && of.length === parts.length) return only;
  const all = parts.map(({ event }) => event);
  return [...said].map(([description, names]) => `${shortNames(names, all)}: ${description}`).join(". ");
};

/** One struct with the fields of several, and those that are structs themselves and differ, merged in the same way. */
const merged = (name: string, parts: readonly Part[], structs: readonly Struct[]): Struct[] => {
  const inner: Struct[] = [];
  const names = [...new Set(parts.flatMap(({ struct }) => struct.fields.map((field) => field.name)))];
  const fields = names.map((fieldName): Field => {
    const own = parts.flatMap(({ event, struct }) =>
      struct.fields.filter((field) => field.name === fieldName).map((field) => ({ event, field })),
    );
    const [{ field: first } = {}] = own;
    if (first === undefined) throw new Error(`${name} has no ${fieldName}`);
    const ofStructs = own.flatMap(({ event, field: { type } }) => {
      const struct = type.kind === "named" ? structs.find((one) => one.name === type.name) : undefined;
      return struct === undefined ? [] : [{ event, struct }];
    });
    let { type } = first;
    if (new Set(ofStructs.map(({ struct }) => struct.name)).size > 1) {
      const title = `${name}${exported(fieldName)}`;
      inner.push(...merged(title, ofStructs, structs));
      type = { kind: "named", name: title };
    }
    if (type.kind === "enum" && type.isTag) type = { kind: "string" };
    const isOptional = own.length < parts.length || own.some(({ field }) => field.isOptional);
    return { name: fieldName, type, isOptional, description: joinedAbout(fieldName, parts) };
  });
  return [...inner, { name, fields, isInput: false, description: "" }];
};

/** One type for every event: a receiver looks at Event and reads the fields that this one has. */
const eventOf = (events: readonly Struct[], structs: readonly Struct[]): Struct[] => {
  const parts = events.map((struct): Part => {
    const [first] = struct.fields;
    return { event: first?.type.kind === "enum" ? first.type.values.join(", ") : struct.name, struct };
  });
  const names = parts.map(({ event }) => event).join(", ");
  const description = `the body of a webhook. Event is ${names}, or one of a later release.`;
  return merged("WebhookEvent", parts, structs).map((struct) =>
    struct.name === "WebhookEvent"
      ? { ...struct, description }
      : { ...struct, description: "fields of several events." },
  );
};

/** Names of structs that nothing but the structs of single events holds: Go has one for all events. */
const onlyOfEvents = (events: readonly Struct[], kept: readonly Struct[]): ReadonlySet<string> => {
  const heldBy = (all: readonly Struct[]): Set<string> =>
    new Set(
      all.flatMap(({ fields }) => fields.flatMap(({ type }) => (type.kind === "named" ? [type.name] : []))),
    );
  const still = heldBy(kept);
  return new Set([...heldBy(events)].filter((name) => !still.has(name)));
};

const HEADER = "// Code generated by npm run sdk:types from the service's OpenAPI document. DO NOT EDIT.";

/** types.go */
export const goTypes = ({ structs, operations }: Model): string => {
  const answers = new Set(
    operations.flatMap(({ response }) => (response.kind === "named" ? [response.name] : [])),
  );
  const isEvent = ({ name }: Struct) => name.endsWith("Event");
  const events = structs.filter(isEvent);
  answers.add("WebhookEvent");
  const one = eventOf(events, structs);
  const others = structs.filter((struct) => !isEvent(struct));
  const gone = onlyOfEvents(events, [...others, ...one]);
  return [
    HEADER,
    "",
    "package lintel",
    "",
    'import "encoding/json"',
    "",
    [...others.filter(({ name }) => !gone.has(name)), ...one]
      .map((struct) => structOf(struct, answers.has(struct.name)))
      .join("\n\n"),
    "",
  ].join("\n");
};

const methodOf = (operation: Operation, receiver: string, core: string): string => {
  const name = exported(operation.name.split(".").at(-1) ?? "");
  const { input, lead, pathParams, method, page } = operation;
  const ids = pathParams.map(local);
  const answer = plain(operation.response, false);
  const isList = operation.response.kind === "array";
  const args = [
    "ctx context.Context",
    ...(ids.length > 0 ? [`${ids.join(", ")} string`] : []),
    ...(lead ? [`${local(lead)} string`] : []),
    ...(input ? [`fields ${exported(input.struct)}`] : []),
    "options ...CallOption",
  ];
  const content = lead ? `map[string]any{"${lead}": ${local(lead)}}` : input ? "fields" : null;
  const place = method === "GET" ? "query" : "body";
  const request = [
    `method: "${method}"`,
    `path: "${operation.path}"`,
    ...(ids.length > 0 ? [`ids: []string{${ids.join(", ")}}`] : []),
    `credential: ${operation.credential}Key`,
    ...(content ? [`${place}: ${content}`] : []),
    ...(page ? [`page: "${page}"`] : []),
  ].join(", ");
  const about = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  const lower = about.charAt(0).toLowerCase() + about.slice(1);
  return [
    ...wrapped(`${name}: ${lower}`, 110, "// "),
    `func (${receiver}) ${name}(${args.join(", ")}) (${isList ? answer : `*${answer}`}, error) {`,
    `\treturn ${isList ? "callForList" : "callFor"}[${isList ? answer.slice(2) : answer}](ctx, ${core}, request{${request}}, options)`,
    "}",
  ].join("\n");
};

/** operations.go */
export const goOperations = ({ operations }: Model): string => {
  const groups = groupsOf(operations.filter(({ name }) => !BY_HAND.has(name)));
  const parts = groups.map(({ group, path, children, operations: own }) => {
    const type = exported(group);
    const isRoot = group === "";
    const receiver = isRoot ? "c *Client" : `a *${type}`;
    const core = isRoot ? "c.core" : "a.core";
    const links = children.map((child) => [exported(child.name), exported(child.group)] as const);
    const head = isRoot
      ? []
      : [
          `// ${type} has the operations of Client.${path.map(exported).join(".")}.`,
          `type ${type} struct {`,
          ...aligned([
            { about: [], cells: ["core", "*core"] },
            ...links.map(([name, linked]) => ({ about: [], cells: [name, `*${linked}`] })),
          ]),
          "}",
          "",
          `func new${type}(core *core) *${type} {`,
          `\treturn &${type}{${["core: core", ...links.map(([name, linked]) => `${name}: new${linked}(core)`)].join(", ")}}`,
          "}",
          "",
        ];
    return [...head, own.map((operation) => methodOf(operation, receiver, core)).join("\n\n")].join("\n");
  });
  return [HEADER, "", "package lintel", "", 'import "context"', "", parts.join("\n\n"), ""].join("\n");
};
