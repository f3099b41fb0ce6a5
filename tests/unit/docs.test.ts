import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ERRORS, TOKEN_REASONS } from "#core/errors.ts";
import { ATTEMPT_CODES } from "#core/webhooks/webhook.ts";
import {
  curlOf,
  ERROR_FIELDS,
  OPERATION_GROUPS,
  OPERATIONS,
  WEBHOOK_EVENTS,
  WEBHOOK_FIELDS,
} from "#docs-page/reference.ts";
import { findSections } from "#docs-page/search/find-sections.ts";
import { readSections } from "../../scripts/lib/docs-site.ts";
import { contractCodes } from "../support/http/contract-codes.ts";

describe("docs/errors.md", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const paragraphs = new Map(
    [...page.matchAll(/^## (\w+)\n([^#]+)/gm)].map(([, code = "", text = ""]) => [code, text.trim()]),
  );

  test("has a paragraph for every code, and no paragraph without a code", () => {
    const codes = [...Object.keys(ERRORS), ...TOKEN_REASONS, ...ATTEMPT_CODES];
    expect([...paragraphs.keys()].toSorted()).toEqual(codes.toSorted());
  });

  test("has a paragraph for every code of the contract", () => {
    expect(contractCodes().filter((code) => !paragraphs.has(code))).toEqual([]);
  });

  test("has the paragraph that the search finds first for a code", () => {
    const sections = readSections();
    const first = (code: string) => findSections(sections, code)[0]?.section.href;
    for (const code of contractCodes()) expect(first(code), code).toBe(`/docs/errors#${code.toLowerCase()}`);
  });

  test("compares the paragraphs with the codes of every kind", () => {
    expect(contractCodes()).toEqual(expect.arrayContaining(["TOKEN_EXPIRED", "TIMEOUT", "NOT_FOUND"]));
  });

  // What happened, and what to do or where to look: two sentences at least, none of them the title over again.
  test.each(Object.entries(ERRORS))("%s says more than a title", (code, { title }) => {
    const sentences = paragraphs
      .get(code)
      ?.replace(/^\d{3}\.\s/, "")
      .split(/(?<=[.?!])\s+/)
      .filter((sentence) => sentence !== title);
    expect(sentences?.length).toBeGreaterThanOrEqual(2);
  });

  test.each(Object.entries(ERRORS).filter(([, { status }]) => status !== 422))(
    "%s is documented with its status",
    (code, { status }) => expect(paragraphs.get(code)).toMatch(new RegExp(`^${status}\\.`)),
  );
});

describe("the reference page's model", () => {
  test("has every endpoint in one group, with the header of its key", () => {
    const grouped = OPERATION_GROUPS.flatMap((group) => group.operations.map(({ id }) => id));
    expect(new Set(grouped)).toEqual(new Set(ENDPOINTS.map(({ id }) => id)));
    expect(grouped).toHaveLength(ENDPOINTS.length);
    expect(Object.fromEntries(OPERATIONS.map(({ id, key }) => [id, key?.header ?? null]))).toMatchObject({
      "verify.start": "x-tenant-api-key",
      "admin.logs": "x-admin-key",
      health: null,
    });
  });

  test("tells fields with type, limits and whether they are required", () => {
    const start = OPERATIONS.find(({ id }) => id === "verify.start");
    expect(start?.body).toContainEqual({
      name: "minimumAge",
      type: "integer",
      isRequired: false,
      about: "Whole years; the tenant's default (18) if absent",
      limits: "13 to 99",
    });
    expect(start?.answer.map(({ name }) => name)).toContain("config.expiresAt");
    const tenant = OPERATIONS.find(({ id }) => id === "admin.tenants.get");
    expect(tenant?.answer.map(({ name }) => name)).toContain("billing.plan");
    const status = OPERATIONS.find(({ id }) => id === "verify.status");
    expect(status?.parameters).toContainEqual(
      expect.objectContaining({ name: "verificationId", place: "query", isRequired: true }),
    );
  });

  test("names the errors of each endpoint, each known", () => {
    for (const { errors } of OPERATIONS) {
      expect(errors.length).toBeGreaterThan(0);
      for (const { code } of errors) expect(ERRORS).toHaveProperty(code);
    }
  });

  test("has a curl line for each endpoint that sends a body where one is wanted", () => {
    for (const operation of OPERATIONS) {
      const line = curlOf(operation, "https://age.example");
      expect(line).toContain(operation.path.replace(/\{id\}.*/, ""));
      if (!["GET", "DELETE"].includes(operation.method)) expect(line).toContain("-d '");
    }
  });

  test("has every webhook event with its payload", () => {
    expect(WEBHOOK_EVENTS.map(({ name }) => name)).toEqual([
      "verification.completed",
      "verification.failed",
      "verification.expired",
      "verification.appealed",
      "verification.redacted",
      "alert.raised",
      "alert.resolved",
      "endpoint.failing",
      "endpoint.disabled",
      "endpoint.recovered",
      "delivery.exhausted",
    ]);
    for (const { name, payload } of WEBHOOK_EVENTS)
      expect(payload).toContainEqual(expect.objectContaining({ name: "event", type: JSON.stringify(name) }));
  });

  test("tells how a webhook is signed and what an error's body has", () => {
    const signature = WEBHOOK_FIELDS.find(({ name }) => name === "X-Service-Signature");
    for (const word of ["HMAC-SHA-256", "whole secret", "a dot and the body", "constant time"])
      expect(signature?.about).toContain(word);
    expect(ERROR_FIELDS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["code", "message", "issues", "retryAfterSeconds", "error.code"]),
    );
  });
});
