import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ERRORS } from "#core/errors.ts";
import { SIGNATURE_SAMPLE } from "#docs-page/guides.tsx";
import { curlOf, OPERATION_GROUPS, OPERATIONS, WEBHOOK_EVENTS } from "#docs-page/reference.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";

describe("docs/errors.md", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const paragraphs = new Map(
    [...page.matchAll(/^## (\w+)\n([^#]+)/gm)].map(([, code = "", text = ""]) => [code, text.trim()]),
  );

  test("has a paragraph for every code, and no paragraph without a code", () => {
    expect(new Set(paragraphs.keys())).toEqual(new Set(Object.keys(ERRORS)));
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
    ]);
    for (const { name, payload } of WEBHOOK_EVENTS)
      expect(payload).toContainEqual(expect.objectContaining({ name: "event", type: JSON.stringify(name) }));
  });
});

describe("the sample that checks a webhook's signature", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
  const body = JSON.stringify({ event: "verification.completed" });
  const nowSeconds = 1_795_240_797;
  const headerBy = (...secrets: string[]): string =>
    signatureHeaders({ id: "evt_1", timestampSeconds: nowSeconds, body, secrets })["X-Service-Signature"];
  type IsGenuine = (rawBody: string, header: string, secret: string, nowSeconds: number) => boolean;
  const load = async (): Promise<IsGenuine> => {
    const code = Buffer.from(SIGNATURE_SAMPLE).toString("base64");
    const sample: { isGenuine: IsGenuine } = await import(
      /* @vite-ignore */ `data:text/javascript;base64,${code}`
    );
    return sample.isGenuine;
  };

  test("takes what the service signs, also while a secret is being replaced", async () => {
    const isGenuine = await load();
    expect(isGenuine(body, headerBy(secret), secret, nowSeconds)).toBe(true);
    expect(isGenuine(body, headerBy(other, secret), secret, nowSeconds)).toBe(true);
  });

  test("refuses another secret, another body, an old time and garbage", async () => {
    const isGenuine = await load();
    expect(isGenuine(body, headerBy(other), secret, nowSeconds)).toBe(false);
    expect(isGenuine(`${body} `, headerBy(secret), secret, nowSeconds)).toBe(false);
    expect(isGenuine(body, headerBy(secret), secret, nowSeconds + 301)).toBe(false);
    const forged = createHmac("sha256", "").update(body).digest("hex");
    for (const header of ["", "t=,v1=", "v1=00", `t=${nowSeconds},v1=${forged}`, `t=${nowSeconds},v1=`]) {
      expect(isGenuine(body, header, secret, nowSeconds)).toBe(false);
    }
  });
});
