import { z } from "zod";

/** A way into an input: names of fields, and 0 for a list's first item. */
export type Place = readonly (string | number)[];

const node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
});

const RECORD_KEY = "someKey";

const placesIn = (given: unknown, place: Place, definitions: Record<string, unknown>): Place[] => {
  const parsed = node.safeParse(given);
  if (!parsed.success) return [];
  const { type, properties = {}, additionalProperties, items, anyOf = [], oneOf = [], $ref } = parsed.data;
  const referred = $ref === undefined ? [] : [definitions[$ref.split("/").at(-1) ?? ""]];
  return [
    ...([type].flat().includes("string") ? [place] : []),
    ...Object.entries(properties).flatMap(([name, below]) => placesIn(below, [...place, name], definitions)),
    ...(typeof additionalProperties === "object"
      ? placesIn(additionalProperties, [...place, RECORD_KEY], definitions)
      : []),
    ...placesIn(items, [...place, 0], definitions),
    ...[...anyOf, ...oneOf, ...referred].flatMap((below) => placesIn(below, place, definitions)),
  ];
};

/** Every place of a contract's input that takes a text, also those that no example fills in. */
export const textPlaces = (schema: z.ZodType): Place[] => {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const places = placesIn(json, [], { ...json.$defs });
  return [...new Map(places.map((place) => [place.join("."), place])).values()];
};

/** The input with this value at this place, and with what is needed on the way to it. */
export const withValue = (input: unknown, [name, ...rest]: Place, value: unknown): unknown => {
  if (name === undefined) return value;
  if (typeof name === "number") return [withValue(Array.isArray(input) ? input[0] : undefined, rest, value)];
  const fields = typeof input === "object" && input !== null ? { ...input } : {};
  return { ...fields, [name]: withValue(Reflect.get(fields, name), rest, value) };
};
