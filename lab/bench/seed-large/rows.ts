import { type EventName, eventBody } from "../../../src/core/event.ts";
import { provesOver18, type Verification } from "../../../src/core/verification.ts";
import type { Chance } from "./chance.ts";
import type { CopyValue } from "./copy.ts";

export type Row = Record<string, CopyValue>;

const ASSURANCE: Record<string, string> = { tenant: "asserted_by_tenant" };
const TOKEN_TTL_MS = 86_400_000;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const columns = new Map<string, string>();

const columnOf = (field: string): string => {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
};

/** Its fields are the table's columns, but for what the service computes. */
export const verificationRow = (chance: Chance, v: Verification): Row => {
  const row: Row = {
    secret_hash: chance.bytes(32),
    assurance: v.method === null ? null : (ASSURANCE[v.method] ?? null),
  };
  for (const [field, value] of Object.entries(v)) row[columnOf(field)] = value;
  return row;
};

export const attemptRows = (chance: Chance, v: Verification): Row[] =>
  Array.from({ length: v.attempts }, (_, index) => {
    const at = later(v.openedAt ?? v.createdAt, (index + 1) * 1_000);
    const isLast = index + 1 === v.attempts && v.status === "completed";
    return {
      id: chance.id("attempt", at),
      verification_id: v.id,
      tenant_id: v.tenantId,
      number: index + 1,
      method: v.method ?? "document",
      finding: isLast ? "evidence" : "DOCUMENT_QUALITY_LOW",
      reason: isLast ? null : "blurred",
      duration_ms: 300 + chance.int(1_500),
      created_at: at,
    };
  });

export const tokenRows = (chance: Chance, v: Verification): Row[] => {
  if (!v.verified || !v.completedAt) return [];
  const issuedAt = new Date(Math.floor(v.completedAt.getTime() / 1_000) * 1_000);
  return [
    {
      id: chance.id("token", v.completedAt),
      tenant_id: v.tenantId,
      verification_id: v.id,
      minimum_age: v.minimumAge,
      verified_age: v.verifiedAge,
      over_18: provesOver18(v),
      method: v.method,
      issued_at: issuedAt,
      expires_at: later(issuedAt, TOKEN_TTL_MS),
      revoked_at: chance.below(0.005) ? later(issuedAt, 3_600_000) : null,
    },
  ];
};

const EVENTS: Partial<Record<string, EventName>> = {
  completed: "verification.completed",
  failed: "verification.failed",
  expired: "verification.expired",
};

type Told = Record<"event" | "webhook_delivery" | "webhook_attempt", Row[]>;

/** By table: the event of each verification, its delivery and that one's attempts; 1 in 100 deliveries failed permanently. */
export const toldOf = (chance: Chance, made: readonly Verification[], endpointId: string): Told => {
  const told: Told = { event: [], webhook_delivery: [], webhook_attempt: [] };
  for (const v of made) {
    const type = EVENTS[v.status];
    if (type === undefined) continue;
    const at = v.completedAt ?? v.expiresAt;
    const eventId = chance.id("event", at);
    const deliveryId = chance.id("delivery", at);
    const isFailed = chance.below(0.01);
    const tries = isFailed ? 7 : chance.below(0.04) ? 2 : 1;
    const endedAt = later(at, 50 + (tries - 1) * 60_000);
    for (let number = 1; number <= tries; number += 1) {
      const isWell = !isFailed && number === tries;
      told.webhook_attempt.push({
        delivery_id: deliveryId,
        number,
        is_manual: false,
        at: later(at, 50 + (number - 1) * 60_000),
        status: isWell ? 200 : 503,
        code: isWell ? null : "status",
        duration_ms: 20 + chance.int(200),
        response: isWell ? "ok" : "unavailable",
      });
    }
    told.event.push({
      id: eventId,
      tenant_id: v.tenantId,
      verification_id: v.id,
      request_id: v.requestId,
      type,
      mode: v.mode,
      body: eventBody(type, v, at),
      created_at: at,
    });
    told.webhook_delivery.push({
      id: deliveryId,
      tenant_id: v.tenantId,
      endpoint_id: endpointId,
      event_id: eventId,
      status: isFailed ? "failed" : "delivered",
      attempt: tries,
      scheduled: tries,
      first_attempt_at: later(at, 50),
      next_attempt_at: endedAt,
      last_status: isFailed ? 503 : 200,
      last_code: isFailed ? "status" : null,
      created_at: at,
      ended_at: endedAt,
    });
  }
  return told;
};

const logLine = (chance: Chance, v: Verification, time: Date, line: Partial<Row>): Row => ({
  id: chance.id("log", time),
  time,
  request_id: v.requestId,
  tenant_id: v.tenantId,
  method: "GET",
  url: "/verify/status?verificationId",
  status: 200,
  duration_ms: 2 + chance.int(3_000) / 100,
  event: "verify.status",
  code: null,
  verification_id: v.id,
  ...line,
});

/** The call that started it, and one that asked how it stands. */
export const logRows = (chance: Chance, v: Verification): Row[] => [
  logLine(chance, v, v.createdAt, {
    method: "POST",
    url: "/verify/start",
    status: 201,
    event: "verify.start",
  }),
  logLine(chance, v, later(v.createdAt, 900), {
    request_id: chance.id("request", v.createdAt),
    ...(chance.below(0.02) ? { status: 429, code: "RATE_LIMITED" } : {}),
  }),
];
