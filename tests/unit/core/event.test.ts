import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { webhookPayloads } from "#contracts/public/webhooks.ts";
import { ALL_EVENT_NAMES, EVENT_NAMES, eventBody, isEventName } from "#core/event.ts";
import { NO_POLICY, NOTHING_GIVEN, type Verification } from "#core/verification.ts";

const AT = new Date("2026-03-01T12:05:00.123Z");

const verification = (more: Partial<Verification> = {}): Verification => ({
  id: "ver_1",
  tenantId: "ten_1",
  mode: "live",
  status: "completed",
  requestId: "req_start",
  minimumAge: 18,
  thresholds: [],
  disclosure: "age",
  ageAtLeast: null,
  ageBelow: null,
  methods: ["document"],
  locale: null,
  ...NOTHING_GIVEN,
  metadata: { user: "u1", count: 2, vip: true, none: null },
  maxAttempts: 3,
  ...NO_POLICY,
  attempts: 1,
  verified: true,
  verifiedAge: 34,
  confidence: 0.93,
  method: "document",
  documentType: "driving_licence",
  documentReused: null,
  reason: "internal note",
  errorCode: null,
  createdAt: new Date("2026-03-01T12:00:00.000Z"),
  openedAt: new Date("2026-03-01T12:04:58.500Z"),
  completedAt: new Date("2026-03-01T12:05:00.000Z"),
  expiresAt: new Date("2026-03-01T12:30:00.000Z"),
  ...more,
});

const common = {
  request_id: "req_start",
  timestamp: "2026-03-01T12:05:00.123Z",
  metadata: { user: "u1", count: 2, vip: true, none: null },
};

describe("the body of a webhook", () => {
  test("of a completed verification has exactly what the interface says", () => {
    expect(JSON.parse(eventBody("verification.completed", verification(), AT))).toEqual({
      event: "verification.completed",
      ...common,
      verification: {
        status: "verified",
        verified_age: 34,
        confidence_score: 0.93,
        document_type: "driving_licence",
        processing_time_ms: 1_500,
      },
    });
  });

  test("says rejected for somebody too young, and leaves out what nobody knows", () => {
    const unknown = {
      verified: false,
      verifiedAge: null,
      confidence: null,
      documentType: null,
      openedAt: null,
    };
    expect(JSON.parse(eventBody("verification.completed", verification(unknown), AT)).verification).toEqual({
      status: "rejected",
      processing_time_ms: 300_000, // nobody opened the page: since the start
    });
  });

  test("of a failed verification has the code and words for it", () => {
    const failed = verification({ status: "failed", verified: null, errorCode: "DOCUMENT_QUALITY_LOW" });
    expect(JSON.parse(eventBody("verification.failed", failed, AT))).toEqual({
      event: "verification.failed",
      ...common,
      error: { code: "DOCUMENT_QUALITY_LOW", message: expect.stringMatching(/\w{3}/) },
    });
  });

  test("of an expired verification has the time at which it ran out", () => {
    const expired = verification({ status: "expired", verified: null, completedAt: null });
    expect(JSON.parse(eventBody("verification.expired", expired, AT))).toEqual({
      event: "verification.expired",
      ...common,
      expired_at: "2026-03-01T12:30:00.000Z",
    });
  });

  test("of an appealed verification names the appeal", () => {
    expect(
      JSON.parse(eventBody("verification.appealed", verification({ verified: false }), AT, "ver_2")),
    ).toEqual({
      event: "verification.appealed",
      ...common,
      appeal: { verification_id: "ver_2" },
    });
  });

  test("has the tenant's reference, and no such field where none was given", () => {
    const bodyOf = (reference: string | null) =>
      JSON.parse(eventBody("verification.expired", verification({ reference }), AT));
    expect(bodyOf("ord-17").reference).toBe("ord-17");
    expect(bodyOf(null)).not.toHaveProperty("reference");
  });

  test("has an empty object for metadata that was not given", () => {
    const body = eventBody("verification.expired", verification({ metadata: null }), AT);
    expect(JSON.parse(body).metadata).toEqual({});
  });

  test("holds nothing of the service's own: no ids, no reason, no address", () => {
    for (const name of EVENT_NAMES) {
      expect(
        eventBody(name, verification({ callbackUrl: "https://shop.example/back" }), AT, "ver_2"),
      ).not.toMatch(/ver_1|ten_1|internal note|shop\.example/);
    }
  });
});

const metadata = fc.dictionary(
  // Refused where a verification is started: see http/body.ts.
  fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name !== "__proto__"),
  fc.oneof(fc.string({ unit: "binary" }), fc.double({ noDefaultInfinity: true, noNaN: true }), fc.boolean()),
);
const instant = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const anyVerification = fc
  .record({
    metadata: fc.option(metadata),
    verified: fc.boolean(),
    verifiedAge: fc.option(fc.nat({ max: 150 })),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    documentType: fc.option(fc.string()),
    errorCode: fc.option(fc.constantFrom("DOCUMENT_QUALITY_LOW", "METHOD_FAILED", "SOMETHING_NEW")),
    createdAt: instant,
    openedAt: fc.option(instant),
    completedAt: fc.option(instant),
  })
  .map(verification);

describe("whatever a verification is like", () => {
  test.each(EVENT_NAMES)("%s keeps to its published schema, and has nothing beyond it", (name) => {
    fc.assert(
      fc.property(anyVerification, instant, (one, at) => {
        const body = JSON.parse(eventBody(name, one, at, "ver_2"));
        expect(webhookPayloads[name].parse(body)).toEqual(body);
      }),
    );
  });

  test("the body has no white space between its tokens", () => {
    fc.assert(
      fc.property(anyVerification, instant, (one, at) => {
        const body = eventBody("verification.completed", one, at);
        expect(JSON.stringify(JSON.parse(body))).toBe(body);
      }),
    );
  });
});

test("events are told from other texts", () => {
  expect(ALL_EVENT_NAMES.every(isEventName)).toBe(true);
  expect(["", "verification", "verification.started", "toString"].some(isEventName)).toBe(false);
});
