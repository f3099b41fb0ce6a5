import { describe, expect, test } from "vitest";
import { curlLine, samplesFor } from "#console/quickstart/samples.ts";
import { readSamples } from "../../../scripts/lib/samples.ts";

// The console's quick start fills in the tenant's address and key and needs no package, so its calls are written in src. They
// ask the same of the service as the programs in sdk/samples, which the documentation shows and tests/sdk runs.

const PLACE = {
  baseUrl: "https://age.example.com",
  keyHint: "avk_test_…abcd",
  tenantId: "ten_1",
};
const [start, confirm] = samplesFor(PLACE);
const [, exchange] = samplesFor(PLACE, "code");
const OPERATIONS = { start, validate: confirm, exchange };

/** What a call in curl asks: where, with which headers, and with which fields. */
const asked = (curl: string) => ({
  path: /\/(?:verify|tokens)\/\w+/.exec(curl)?.[0],
  headers: [...curl.matchAll(/-H "([\w-]+): /g)].map(([, name]) => name).toSorted(),
  fields: [...curl.matchAll(/\\?"(\w+)\\?": ?/g)].map(([, name]) => name).toSorted(),
});

const programs = readSamples();

describe.each(Object.entries(OPERATIONS))("the quick start's %s", (operation, sample) => {
  const languages = new Map((sample?.languages ?? []).map(({ id, code }) => [id, code]));
  const call = asked(languages.get("curl") ?? "");

  test("asks the same as the program in sdk/samples", () => {
    expect(call.path).toMatch(/^\/\w+\/\w+$/);
    expect(call.fields.length).toBeGreaterThan(0);
    expect(call).toEqual(asked(programs[operation]?.curl ?? ""));
  });

  test("asks the same in each of its languages", () => {
    expect(languages.size).toBe(5);
    for (const [id, code] of languages) {
      expect(code, id).toContain(`${PLACE.baseUrl}${call.path}`);
      expect(code, id).toContain("x-tenant-api-key");
      for (const field of call.fields) expect(code, id).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });
});

test("the first steps' line is the same call with the key in it, and takes the key from the environment without one", () => {
  const line = curlLine(PLACE.baseUrl, null);
  expect(line).toBe(
    [
      "curl -X POST https://age.example.com/verify/start \\",
      '  -H "x-tenant-api-key: $LINTEL_API_KEY" \\',
      '  -H "content-type: application/json" \\',
      `  -d '{"metadata":{"order":"A-1001"}}'`,
    ].join("\n"),
  );
  expect(curlLine(PLACE.baseUrl, "avk_test_1")).toBe(line.replace("$LINTEL_API_KEY", "avk_test_1"));
  expect(start?.languages[0]?.code.split("\n").slice(0, 4)).toEqual([
    "# LINTEL_API_KEY: your key avk_test_…abcd",
    ...line.split("\n").slice(0, 3),
  ]);
});
