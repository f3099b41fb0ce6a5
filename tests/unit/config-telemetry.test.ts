import { describe, expect, test } from "vitest";
import { resourceOf } from "#config/telemetry.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";

// OpenTelemetry, "Resource SDK", "Specifying resource information via an environment variable".

const read = (OTEL_RESOURCE_ATTRIBUTES?: string, OTEL_SERVICE_NAME?: string) => {
  const warned: string[] = [];
  const resource = resourceOf({ OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME }, (sentence) =>
    warned.push(sentence),
  );
  return { resource, warned };
};
const DEFAULT: Record<string, string> = { "service.name": "lintel", "service.version": SOFTWARE_VERSION };

describe("what says to the collector which service it is", () => {
  test.each([
    ["nothing was set", undefined, {}],
    ["one attribute", "a=b", { a: "b" }],
    ["several, with spaces around them", " a = b , c=d ", { a: "b", c: "d" }],
    ["a comma at the end", "a=b,", { a: "b" }],
    ["escapes, in names too", "a%2Eb=%C3%A4%20%3D%2C", { "a.b": "ä =," }],
    ["an empty value", "a=", { a: "" }],
    ["a name twice: the last", "a=b,a=c", { a: "c" }],
    ["a release of the operator's own", "service.version=7", { "service.version": "7" }],
    ["a name as of a prototype", "constructor=x", { constructor: "x" }],
  ])("%s", (_what, text, more) => {
    expect(read(text)).toEqual({ resource: { ...DEFAULT, ...more }, warned: [] });
  });

  test.each([
    ["no value", "a=b,hush"],
    ["no name", "a=b,=hush"],
    ["two signs of equality", "a=b,c=hush=e"],
    ["an escape that is none", "a=b,c=hush%2"],
    ["bytes that are no text", "a=b,c=hush%FF"],
  ])("all attributes are discarded for one with %s, and the warning does not quote them", (_what, text) => {
    const { resource, warned } = read(text);
    expect(resource).toEqual(DEFAULT);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain("OTEL_RESOURCE_ATTRIBUTES cannot be read");
    expect(warned[0]).not.toContain("hush");
  });

  test("OTEL_SERVICE_NAME goes before the attribute, and the attribute before the default", () => {
    expect(read("service.name=attribute", "name").resource["service.name"]).toBe("name");
    expect(read("service.name=attribute").resource["service.name"]).toBe("attribute");
    expect(read("service.name=attribute,broken", "name").resource["service.name"]).toBe("name");
    expect(read().resource["service.name"]).toBe("lintel");
  });
});
