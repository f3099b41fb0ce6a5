import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Sealed } from "#core/sealed.ts";
import { createLogger, type LogFields, type LogLevel } from "#platform/log.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

/** Logs one line at `info` and gives it back as text. */
const logged = (message: string, fields?: LogFields): string => {
  const lines: string[] = [];
  createLogger({ level: "debug", write: (line) => lines.push(line), now: () => NOW }).info(message, fields);
  return lines.join("");
};
const parsed = (message: string, fields?: LogFields): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(logged(message, fields)));

const base62 = fc.stringMatching(/^[0-9A-Za-z]{20,60}$/);
const base64url = fc.stringMatching(/^[0-9A-Za-z_-]{20,60}$/);

/** A secret as a whole, and the part of it that no line may hold. */
const secret = fc.oneof(
  fc.tuple(fc.constantFrom("avk_live_", "avk_test_"), base62),
  fc.tuple(fc.constantFrom("adm_", "vs_", "whsec_"), base64url),
  fc.tuple(
    fc.constant("eyJ"),
    fc.tuple(base64url, base64url, base64url).map((parts) => parts.join(".")),
  ),
);

describe("secrets", () => {
  it("of every known form are taken out, wherever they stand", () => {
    fc.assert(
      fc.property(
        secret,
        fc.string(),
        fc.string(),
        fc.constantFrom("", " ", "%2F", "x", "/v/"),
        ([kind, body], a, b, glue) => {
          const text = `${a}${glue}${kind}${body}`;
          const line = logged(`${text} ${b}`, {
            url: `https://x.example/v/${kind}${body}?a=1`,
            nested: [{ text }],
            [text]: true,
            error: new Error(text, { cause: new Error(text) }),
          });
          expect(line).not.toContain(body);
        },
      ),
    );
  });

  it("are taken out of texts that are cut", () => {
    for (let before = 3_940; before <= 4_060; before += 1) {
      for (const secretText of ["avk_live_SECRETSECRETSECRET", "postgres://app:SECRETSECRETSECRET@db"]) {
        expect(logged("cut", { text: `${"x".repeat(before)} ${secretText}` })).not.toContain("SECRET");
      }
    }
  });

  it("are never logged under a name that says so, whatever they look like", () => {
    const names = [
      "x-admin-key",
      "X-API-Key",
      "Authorization",
      "dateOfBirth",
      "date_of_birth",
      "password",
      "token",
    ];
    for (const name of names)
      expect(logged("m", { headers: { [name]: "hunter2" } })).not.toContain("hunter2");
  });

  it("in a connection's address are taken out", () => {
    const line = logged("connecting to postgres://app:hunter2@db.example:5432/lintel");
    expect(line).toContain("postgres://app:[redacted]@db.example:5432/lintel");
  });
});

describe("values", () => {
  it("sealed, bytes and addresses show that they are there, not what they hold", () => {
    const line = parsed("m", {
      person: new Sealed("2001-02-03"),
      image: new Uint8Array(2_048),
      callback: new URL("https://user:pw@shop.example/back?session=abc#x"),
    });
    expect(line).toMatchObject({
      person: "[sealed]",
      image: "[2048 bytes]",
      callback: "https://shop.example/back",
    });
  });

  it("of any kind make one line of JSON", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          const line = logged("m", { value });
          expect(line.endsWith("\n")).toBe(true);
          expect(line.slice(0, -1)).not.toContain("\n");
          expect(JSON.parse(line)).toMatchObject({ level: "info", message: "m", time: NOW.toISOString() });
        },
      ),
    );
  });

  it("that are circular, deep, long or wide stay small", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]));
    expect(logged("m", { circle, wide, long: "x".repeat(1e6) }).length).toBeLessThan(10_000);
  });

  it("cannot pretend to be another time or level", () => {
    expect(parsed("m", { level: "debug", time: "never", message: "other" })).toMatchObject({
      level: "info",
      time: NOW.toISOString(),
      message: "m",
    });
  });

  it("whose getters throw do not stop the caller", () => {
    const trap = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(() => logged("m", { trap })).not.toThrow();
  });
});

describe("errors", () => {
  it("of PostgreSQL name what broke and quote no value", () => {
    const error = Object.assign(
      new Error('duplicate key value violates unique constraint "tenant_email_key"'),
      {
        name: "error",
        severity: "ERROR",
        code: "23505",
        detail: "Key (email)=(ann@example.org) already exists.",
        table: "tenant",
        constraint: "tenant_email_key",
        where: "ann@example.org",
        parameters: ["ann@example.org"],
      },
    );
    const line = logged("m", { error });
    expect(line).not.toContain("ann@");
    expect(parsed("m", { error }).error).toMatchObject({
      code: "23505",
      table: "tenant",
      constraint: "tenant_email_key",
    });
  });

  it("about a value's form withhold the message that repeats it", () => {
    const error = Object.assign(new Error('invalid input syntax for type date: "2001-02-03"'), {
      severity: "ERROR",
      code: "22007",
    });
    expect(logged("m", { error })).not.toContain("2001");
    expect(logged("m", { error })).toContain("22007");
  });

  it("of Prisma withhold the call's arguments", () => {
    const error = Object.assign(new Error('Invalid `create()` invocation: { data: { name: "Ann" } }'), {
      name: "PrismaClientValidationError",
      meta: { target: "Ann" },
    });
    expect(logged("m", { error })).not.toContain("Ann");
  });

  it("of Redis do not repeat the command", () => {
    const error = Object.assign(new Error("ERR wrong"), {
      name: "ReplyError",
      command: { name: "set", args: ["k", "Ann"] },
    });
    expect(logged("m", { error })).not.toContain("Ann");
  });

  it("keep their causes, and stop at a circle of causes", () => {
    const error = new Error("outer");
    error.cause = new Error("inner", { cause: error });
    expect(parsed("m", { error }).error).toMatchObject({ message: "outer", cause: { message: "inner" } });
  });

  it("that are none tell only their type", () => {
    expect(logged("m", { error: new Error("x", { cause: "hunter2" }) })).not.toContain("hunter2");
  });
});

describe("levels", () => {
  it("below the chosen one write nothing", () => {
    const levels: LogLevel[] = ["debug", "info", "warn", "error", "silent"];
    const counts = levels.map((level) => {
      const lines: string[] = [];
      const log = createLogger({ level, write: (line) => lines.push(line), now: () => NOW }).with({
        part: "x",
      });
      log.debug("m");
      log.info("m");
      log.warn("m");
      log.error("m");
      return lines.length;
    });
    expect(counts).toEqual([4, 3, 2, 1, 0]);
  });

  it("child loggers add their fields to every line", () => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", write: (line) => lines.push(line), now: () => NOW });
    log.with({ requestId: "req_1" }).with({ tenantId: "ten_1" }).info("m", { n: 1 });
    expect(JSON.parse(lines.join(""))).toMatchObject({ requestId: "req_1", tenantId: "ten_1", n: 1 });
  });
});
