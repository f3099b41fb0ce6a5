import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { appRouter } from "#trpc/root.ts";
import { textPlaces, withValue } from "../../support/world/text-places.ts";

// What a contract lets pass reaches the database, by HTTP or from a page that is rendered here.

const declared = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });

// Each form of a choice is a contract of its own.
const formsOf = (schema: z.ZodType): z.ZodType[] =>
  schema instanceof z.ZodDiscriminatedUnion
    ? schema.options.flatMap((form) => (form instanceof z.ZodType ? [form] : []))
    : [schema];

const CONTRACTS: { name: string; schema: z.ZodType }[] = [
  ...Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) =>
    declared
      .parse(Reflect.get(procedure, "_def"))
      .inputs.flatMap(formsOf)
      .map((schema) => ({ name, schema })),
  ),
  // Not `params`: a malformed id in an address is answered as an unknown one.
  ...ENDPOINTS.flatMap(({ id, body, query }) =>
    Object.entries({ body, query }).flatMap(([part, schema]) =>
      schema ? formsOf(schema).map((form) => ({ name: `${id} ${part}`, schema: form })) : [],
    ),
  ),
];

const PLACES = CONTRACTS.flatMap(({ name, schema }) =>
  textPlaces(schema).map((place) => ({ name, place, schema, shown: place.join(".") })),
);

const problemsAt = (schema: z.ZodType, place: readonly (string | number)[], value: unknown): string[] => {
  const { error } = schema.safeParse(withValue({}, place, value));
  return (error?.issues ?? [])
    .filter(({ path }) => path.join(".").startsWith(place.join(".")) || path.length === 0)
    .map(({ message }) => message);
};

test("there are contracts, and texts in them", () => {
  expect(CONTRACTS.length).toBeGreaterThan(45);
  expect(PLACES.length).toBeGreaterThan(60);
});

describe.each(PLACES)("$name: $shown", ({ schema, place }) => {
  test.each([
    ["NUL", "a\u0000b"],
    ["a high surrogate alone", "a\ud800"],
    ["a low surrogate alone", "\udc00b"],
    ["a list", [["x"]]],
  ])("refuses %s", (_what, value) => {
    expect(problemsAt(schema, place, value)).not.toEqual([]);
  });

  test("says what is wrong in plain words", () => {
    for (const value of ["", "\u0000", "x".repeat(10_000_000), 7, null, {}]) {
      for (const message of problemsAt(schema, place, value)) {
        expect(message).not.toMatch(/Invalid|Too (small|big)|received|>=|<=|\bstring\b|undefined|NaN/);
        expect(message).toMatch(/^[a-z]/);
      }
    }
  });
});
