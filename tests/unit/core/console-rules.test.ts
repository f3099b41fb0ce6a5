import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayDo, PERMISSIONS, permissionToMove, ROLE_PERMISSIONS, ROLES } from "#core/access/permissions.ts";
import { forecastMonth } from "#core/billing/quota.ts";
import { CONTRAST, checkBrandColour, contrastOf } from "#core/brand.ts";
import { isCallbackHost } from "#core/callback-hosts.ts";
import { dayOf, daysBetween, firstIdAt } from "#core/day.ts";
import { allowsCallbackTo } from "#core/hosts.ts";
import { createId } from "#core/ids.ts";
import { csvCell, csvLine } from "#core/text.ts";

describe("roles", () => {
  test("each has what the ones after it have", () => {
    for (const [index, role] of ROLES.entries()) {
      for (const lesser of ROLES.slice(index + 1)) {
        for (const permission of ROLE_PERMISSIONS[lesser]) expect(mayDo(role, permission)).toBe(true);
      }
    }
  });

  test("every permission is somebody's, and only owners touch ownership", () => {
    for (const permission of PERMISSIONS) expect(mayDo("owner", permission)).toBe(true);
    expect(ROLES.filter((role) => mayDo(role, "owners.write"))).toEqual(["owner"]);
    expect(ROLES.filter((role) => mayDo(role, "tenant.close"))).toEqual(["owner"]);
    expect(ROLES.filter((role) => mayDo(role, "tenant.export"))).toEqual(["owner"]);
    expect(permissionToMove("owner", "viewer")).toBe("owners.write");
    expect(permissionToMove(null, "owner")).toBe("owners.write");
    expect(permissionToMove("owner", null)).toBe("owners.write");
    expect(permissionToMove("admin", null)).toBe("members.write");
  });

  test("who may only look cannot change anything", () => {
    for (const permission of ROLE_PERMISSIONS.viewer) expect(permission).toMatch(/\.read$/);
  });
});

describe("colours", () => {
  // WCAG 2.2's definition: black on white is 21, and the order does not matter.
  test("contrast by known pairs", () => {
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(contrastOf("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
    expect(contrastOf("white", "#000000")).toBeNull();
  });

  const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

  test("what is accepted stands out from the page, and its text can be read", () => {
    fc.assert(
      fc.property(colour, (given) => {
        const check = checkBrandColour(given);
        const onPaper = contrastOf(given, "#ffffff") ?? 0;
        expect(check.ok).toBe(onPaper >= CONTRAST.control);
        if (check.ok) expect(contrastOf(given, check.textColour)).toBeGreaterThanOrEqual(CONTRAST.text);
      }),
    );
  });
});

describe("callback hosts", () => {
  const url = (text: string) => new URL(text);

  test.each([
    ["shop.example.com", "https://shop.example.com/x", true],
    ["shop.example.com", "https://shop.example.com:8443/x", true],
    ["shop.example.com", "https://a.shop.example.com/", false],
    ["shop.example.com", "https://evilshop.example.com/", false],
    ["*.example.com", "https://a.b.example.com/", true],
    ["*.example.com", "https://example.com/", false],
    ["*.example.com", "https://evilexample.com/", false],
    ["localhost:8080", "http://localhost:8080/", true],
    ["localhost:8080", "http://localhost:8081/", false],
  ])("%s and %s: %s", (pattern, address, isAllowed) => {
    expect(allowsCallbackTo([pattern], url(address))).toBe(isAllowed);
  });

  test("an empty list allows any", () =>
    expect(allowsCallbackTo([], url("https://any.example/"))).toBe(true));

  test.each(["", "*", "*.", "*.com", "a b", "https://a.b", "a.b/c", "-a.b", "a..b", "a.b:port"])(
    "%j is no host",
    (text) => expect(isCallbackHost(text)).toBe(false),
  );
});

describe("CSV", () => {
  test("no cell begins as a formula, and reading it back gives the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = csvCell(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read === text || read === `'${text}`).toBe(true);
        if (!/^-?\d+(\.\d+)?$/.test(read)) expect(read).not.toMatch(/^[=+\-@\t\r\n]/);
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/);
      }),
    );
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["＝1", "'＝1"],
    [-5, "-5"],
    ["-5.5", "-5.5"],
    ["-5+cmd", "'-5+cmd"],
    [null, ""],
  ])("%j is written as %s", (value, cell) => expect(csvCell(value)).toBe(cell));

  test("a line ends as RFC 4180 says", () => expect(csvLine(["a", 1, 'x"y'])).toBe('a,1,"x""y"\r\n'));
});

describe("days and ids", () => {
  const instant = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });

  test("an id is inside its instant's range, and outside the next one's", () => {
    fc.assert(
      fc.property(instant, fc.uint8Array({ minLength: 10, maxLength: 10 }), (at, random) => {
        const id = createId("verification", at, random);
        expect(id >= firstIdAt("verification", at)).toBe(true);
        expect(id < firstIdAt("verification", new Date(at.getTime() + 1))).toBe(true);
      }),
    );
  });

  test("days are UTC's", () => {
    expect(dayOf(new Date("2026-03-29T23:59:59.999Z")).toISOString()).toBe("2026-03-29T00:00:00.000Z");
    expect(daysBetween(new Date("2026-02-27T10:00Z"), new Date("2026-03-01T01:00Z"))).toHaveLength(3);
  });
});

describe("the forecast", () => {
  const noon = new Date("2026-11-11T00:00:00Z"); // a third of the month

  test("goes on at the month's own pace, or at that of the last days", () => {
    expect(forecastMonth(1_000, null, noon)).toBe(3_000);
    expect(forecastMonth(1_000, 10, noon)).toBe(1_200);
    expect(forecastMonth(1_000, 0, noon)).toBe(1_000);
  });

  test("is never less than what was used", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.option(fc.nat(1e6)), (used, perDay) => {
        expect(forecastMonth(used, perDay, noon)).toBeGreaterThanOrEqual(used);
      }),
    );
  });
});
