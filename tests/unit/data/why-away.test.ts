import { describe, expect, test } from "vitest";
import { isUnchecked, plainAddress } from "#data/connection/sslmode.ts";
import { whyAway } from "#data/connection/why-away.ts";

const failure = (code: string | undefined, message = "connect", more: object = {}): Error =>
  Object.assign(new Error(message), { ...(code !== undefined && { code }), ...more });

// PostgreSQL 18, src/backend/libpq/auth.c; PostgreSQL 13 wrote "SSL off".
const HBA = 'for host "10.0.0.7", user "lintel", database "lintel"';

describe("why a database does not answer", () => {
  test.each([
    [
      failure("SELF_SIGNED_CERT_IN_CHAIN"),
      /EXTRA_CA_FILE, or as sslrootcert in DATABASE_URL.*only that file counts: put the authority there$/,
    ],
    [failure("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), /authority that is not known here.*no-verify/],
    [failure("CERT_HAS_EXPIRED"), /has expired; renew it/],
    [failure("CERT_NOT_YET_VALID"), /compare the clocks/],
    [failure("ERR_TLS_CERT_ALTNAME_INVALID"), /for another name/],
    [
      failure("28000", `no pg_hba.conf entry ${HBA}, no encryption`),
      /^it takes encrypted connections only: add sslmode=verify-full/,
    ],
    [failure("28000", `pg_hba.conf rejects connection ${HBA}, SSL off`), /sslmode=verify-full/],
    [failure("08P01", "SSL required"), /sslmode=verify-full/],
    [
      failure("28000", `no pg_hba.conf entry ${HBA}, SSL encryption`),
      /does not let the user of DATABASE_URL in$/,
    ],
    [failure("EHOSTUNREACH"), /network and its firewalls/],
    [failure("EAI_AGAIN"), /not known at the moment/],
    [failure("53300", "sorry, too many clients already"), /max_connections/],
    [failure("08P01", "unsupported startup parameter: options"), /PgBouncer/],
    [
      failure("ENOENT", "open", { syscall: "open", path: "/etc/lintel/ca.pem" }),
      /\(\/etc\/lintel\/ca\.pem\) is not there$/,
    ],
    [
      failure("EACCES", "open", { syscall: "open", path: "/etc/lintel/ca.pem" }),
      /may not be read by this user$/,
    ],
    [failure("ENOENT", "open", { syscall: "open", path: "system" }), /sslrootcert=system.*leave it out/],
    [
      failure("42501", "permission denied for table secret_in_use"),
      /^the user of DATABASE_URL may not read secret_in_use: as the role that ran the migrations, grant/,
    ],
    [
      failure("42501", "keine Berechtigung für Schema public"),
      /may not create tables there, or not read them: make it the database's owner/,
    ],
    [failure("42P01", 'relation "secret_in_use" does not exist'), /npm run migrate/],
    [failure("ENOENT", "connect", { syscall: "connect", address: "/run/x/.s.PGSQL.5432" }), /no socket/],
  ])("%s says what to do", (error, expected) => {
    expect(whyAway(error).why).toMatch(expected);
  });

  test("a server without TLS has a word in place of a code", () => {
    expect(whyAway(failure(undefined, "The server does not support SSL connections"))).toEqual({
      code: "no TLS",
      why: expect.stringContaining("take sslmode out of DATABASE_URL"),
    });
  });

  // node-postgres' and pg-connection-string's own words.
  test.each([
    [
      "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
      { code: "no password", why: "the database asks for a password, and DATABASE_URL has none" },
    ],
    [
      "SASL: Only mechanism(s) SCRAM-SHA-256 are supported",
      { code: "SASL", why: expect.stringContaining("authentication method") },
    ],
    [
      "SECURITY WARNING: Using sslmode=verify-ca requires specifying a CA with sslrootcert. If a public CA",
      { code: "no authority", why: expect.stringContaining("EXTRA_CA_FILE does not count there") },
    ],
    [
      "timeout exceeded when trying to connect",
      { code: "no answer in time", why: expect.stringMatching(/three seconds: look at firewalls/) },
    ],
    [
      "Connection terminated unexpectedly",
      { code: "connection closed", why: expect.stringMatching(/did not answer in time \(a firewall\)$/) },
    ],
  ])("%s has a word in place of a code", (message, expected) => {
    expect(whyAway(new Error(message))).toEqual(expected);
  });

  test("another setting with an address is named in its place", () => {
    expect(whyAway(failure("ECONNREFUSED"), "DATABASE_REPLICA_URL").why).toBe(
      "nothing listens at the host and port of DATABASE_REPLICA_URL",
    );
  });

  test("what the operator pasted in a file's place is not repeated", () => {
    const path = "-----BEGIN PRIVATE KEY-----MIIE";
    expect(whyAway(failure("ENOENT", "open", { syscall: "open", path })).why).toBe(
      "a file that DATABASE_URL names is not there",
    );
  });

  test("an unknown error has its code and no advice", () => {
    expect(whyAway(failure("XX000"))).toEqual({ code: "XX000", why: undefined });
    expect(whyAway("hunter2")).toEqual({ code: "unknown", why: undefined });
    expect(whyAway(new Error("hunter2"))).toEqual({ code: "unknown", why: undefined });
    expect(whyAway(new Error("Query read timeout")).code).toBe("no answer in time");
  });
});

describe("sslmode", () => {
  const url = (query: string) => `postgresql://u:p%3Fsslmode@db.example:5432/lintel${query}`;

  test.each(["prefer", "require", "verify-ca"])("%s is verify-full to node-postgres", (mode) => {
    expect(plainAddress(url(`?sslmode=${mode}`))).toBe(url("?sslmode=verify-full"));
    expect(plainAddress(url(`?a=b&sslmode=${mode}&sslrootcert=/ca.pem`))).toBe(
      url("?a=b&sslmode=verify-full&sslrootcert=/ca.pem"),
    );
  });

  test("all others stay as they are written", () => {
    const others = ["", "?sslmode=disable", "?sslmode=no-verify", "?sslmode=require&uselibpqcompat=true"];
    for (const query of others) expect(plainAddress(url(query))).toBe(url(query));
  });

  test("an address that takes any certificate is known", () => {
    const libpq = "?uselibpqcompat=true&sslmode=";
    const unchecked = ["?sslmode=no-verify", `${libpq}require`, `${libpq}prefer`];
    const others = ["", "?sslmode=require", `${libpq}require&sslrootcert=/ca.pem`];
    expect(unchecked.map((query) => isUnchecked(url(query)))).toEqual([true, true, true]);
    expect(others.map((query) => isUnchecked(url(query)))).toEqual([false, false, false]);
  });
});
