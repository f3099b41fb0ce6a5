import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  effectiveStatus,
  isFinal,
  nextStatus,
  statesLeftBy,
  VERIFICATION_STATUSES,
  type VerificationStatus,
  type VerificationTransition,
} from "#core/verification.ts";

const MOVES: VerificationTransition[] = ["open", "complete", "fail", "expire"];
const statuses = fc.constantFrom(...VERIFICATION_STATUSES);
const moves = fc.constantFrom(...MOVES);
const instants = fc.date({ noInvalidDate: true });

describe("a verification's states", () => {
  test("move exactly as decided", () => {
    const table = VERIFICATION_STATUSES.map((from) => [from, ...MOVES.map((move) => nextStatus(from, move))]);
    expect(table).toEqual([
      ["pending", "in_progress", "completed", "failed", "expired"],
      ["in_progress", null, "completed", "failed", "expired"],
      ["completed", null, null, null, null],
      ["failed", null, null, null, null],
      ["expired", null, null, null, null],
    ]);
  });

  test("once final never change, whatever happens after", () => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 20 }), (happenings) => {
        let status: VerificationStatus = "pending";
        let end: VerificationStatus | null = null;
        for (const move of happenings) {
          status = nextStatus(status, move) ?? status;
          if (end !== null) expect(status).toBe(end);
          if (isFinal(status)) end = status;
        }
      }),
    );
  });

  test("that a move may leave are those from which the table has that move", () => {
    fc.assert(
      fc.property(statuses, moves, (status, move) => {
        expect(statesLeftBy(move).includes(status)).toBe(nextStatus(status, move) !== null);
      }),
    );
  });

  test("read as expired from the very instant on, unless they are final", () => {
    fc.assert(
      fc.property(statuses, instants, instants, (status, expiresAt, now) => {
        const isOver = expiresAt.getTime() <= now.getTime();
        const expected = isOver && !isFinal(status) ? "expired" : status;
        expect(effectiveStatus({ status, expiresAt }, now)).toBe(expected);
      }),
    );
    const now = new Date("2026-03-01T12:00:00Z");
    expect(effectiveStatus({ status: "pending", expiresAt: now }, now)).toBe("expired");
    expect(effectiveStatus({ status: "completed", expiresAt: now }, now)).toBe("completed");
  });
});
