import { expect, test } from "vitest";
import { retryRefusal } from "#console/webhooks/delivery-screen.tsx";
import {
  countText,
  isSinceChoice,
  queuedWords,
  resendLabel,
  resendQuestion,
  resendRefusal,
  SINCE,
  sinceOf,
} from "#console/webhooks/resend-card.tsx";

const NOW_MS = Date.parse("2026-03-08T12:00:00Z");

test("a choice is an instant, but for everything", () => {
  expect(SINCE.map(({ value }) => sinceOf(value, NOW_MS))).toEqual([
    undefined,
    "2026-03-08T11:00:00.000Z",
    "2026-03-07T12:00:00.000Z",
    "2026-03-01T12:00:00.000Z",
  ]);
  expect(isSinceChoice("day")).toBe(true);
  expect(isSinceChoice("decade")).toBe(false);
});

test("why nothing can be sent again is said: the plan, the endpoint, nothing there", () => {
  expect(resendRefusal(true, 3, "growth", true)).toBeNull();
  expect(resendRefusal(true, 3, undefined, undefined)).toBeNull(); // the plan is not known yet; the service decides
  expect(resendRefusal(false, 3, "free", false)).toContain("free plan");
  expect(resendRefusal(false, 3, "growth", true)).toContain("Turn the endpoint on");
  expect(resendRefusal(true, 0, "growth", true)).toContain("nothing");
});

test("one delivery can be sent again whatever its state, where its endpoint is on and the plan has it", () => {
  const on = { isEnabled: true };
  expect(retryRefusal(null, on, "growth", true)).toBeNull();
  expect(retryRefusal(null, { isEnabled: false }, "growth", true)).toContain("on first");
  expect(retryRefusal(null, undefined, "growth", true)).toContain("removed");
  expect(retryRefusal(null, on, "free", false)).toContain("free plan");
  expect(retryRefusal(null, on, "growth", true, true)).toContain("command line");
});

test("one that waits can be sent now on every plan, but not while it is under way", () => {
  const on = { isEnabled: true };
  expect(retryRefusal(60_000, on, "free", false)).toBeNull();
  expect(retryRefusal(10_000, on, "growth", true)).toContain("being sent");
  expect(retryRefusal(60_000, { isEnabled: false }, "growth", true)).toContain("on first");
});

test("what a click did is said with its numbers", () => {
  expect(queuedWords(1, 0)).toBe("Sending 1 event again");
  expect(queuedWords(10_000, 2_345)).toBe(
    "Sending 10,000 events again. 2,345 more to go: send again to continue.",
  );
});

test("the button says how many a click sends, which is never more than one call takes", () => {
  expect(resendLabel(0)).toBe("Send again");
  expect(resendLabel(1)).toBe("Send 1 event again");
  expect(resendLabel(10_000)).toBe("Send 10,000 events again");
  expect(resendLabel(10_017)).toBe("Send the oldest 10,000 events again");
});

test("before anything is sent, the question says how many events of which kind, and that their IDs stay", () => {
  expect(resendQuestion({ failed: 30, cancelled: 3, delivered: 0 })).toMatch(
    /^Your endpoint will receive 30 failed and 3 cancelled events again, the oldest first\. Event IDs stay the same/,
  );
  expect(resendQuestion({ failed: 0, cancelled: 1, delivered: 0 })).toContain(
    "receive 1 cancelled event again",
  );
  expect(resendQuestion({ failed: 1, cancelled: 2, delivered: 40 })).toContain(
    "receive 1 failed, 2 cancelled and 40 delivered events again",
  );
  expect(resendQuestion({ failed: 9_000, cancelled: 1_017, delivered: 0 })).toContain(
    "receive the oldest 10,000 events of 10,017 again",
  );
});

test("beyond what is counted, the question says that there are more", () => {
  expect(countText(100_000)).toBe("100,000");
  expect(countText(100_001)).toBe("More than 100,000");
  expect(resendQuestion({ failed: 0, cancelled: 0, delivered: 100_001 })).toContain("of many more");
});
