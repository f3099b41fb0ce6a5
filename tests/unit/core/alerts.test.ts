import { describe, expect, test } from "vitest";
import { approvalLevel } from "#core/alerts/approval.ts";
import { quietUntil } from "#core/alerts/quiet-hours.ts";
import type { AlertRule } from "#core/alerts/rules.ts";
import { isSlackUrl, slackBody } from "#core/alerts/slack.ts";
import { decide } from "#core/alerts/state.ts";

describe("quiet hours end by the member's wall clock", () => {
  const until = (zone: string, from: string, to: string, now: string): string | null => {
    const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    return quietUntil({ from: minutes(from), to: minutes(to), zone }, new Date(now))?.toISOString() ?? null;
  };

  test.each([
    [
      "an ordinary night in Berlin",
      "Europe/Berlin",
      "22:00",
      "07:00",
      "2026-01-10T23:30:00Z",
      "2026-01-11T06:00:00.000Z",
    ],
    [
      "the night that loses an hour",
      "Europe/Berlin",
      "22:00",
      "07:00",
      "2026-03-28T22:00:00Z",
      "2026-03-29T05:00:00.000Z",
    ],
    [
      "the night that gains an hour",
      "Europe/Berlin",
      "22:00",
      "07:00",
      "2026-10-24T21:00:00Z",
      "2026-10-25T06:00:00.000Z",
    ],
    [
      "an end that the clock skips",
      "Europe/Berlin",
      "22:00",
      "02:30",
      "2026-03-28T22:00:00Z",
      "2026-03-29T01:00:00.000Z",
    ],
    [
      "midnight in Tokyo as the end",
      "Asia/Tokyo",
      "18:00",
      "00:00",
      "2026-05-01T14:59:00Z",
      "2026-05-01T15:00:00.000Z",
    ],
    [
      "midnight in Tokyo as the start",
      "Asia/Tokyo",
      "00:00",
      "06:00",
      "2026-05-01T15:00:00Z",
      "2026-05-01T21:00:00.000Z",
    ],
  ])("%s", (_name, zone, from, to, now, end) => {
    expect(until(zone, from, to, now)).toBe(end);
  });

  test("outside of them nothing waits", () => {
    expect(until("Europe/Berlin", "22:00", "07:00", "2026-01-10T12:00:00Z")).toBeNull();
    expect(until("Asia/Tokyo", "18:00", "00:00", "2026-05-01T15:00:00Z")).toBeNull();
    expect(until("UTC", "07:00", "07:00", "2026-05-01T07:00:00Z")).toBeNull();
  });
});

describe("the approval rate is compared with the tenant's own", () => {
  const usual = { decided: 5_000, approved: 4_500 };

  test("little data says nothing", () => {
    expect(approvalLevel({ decided: 99, approved: 0 }, usual)).toBeNull();
    expect(approvalLevel({ decided: 300, approved: 0 }, { decided: 499, approved: 480 })).toBeNull();
  });

  test.each([
    [270, "usual"],
    [255, "hold"],
    [240, "hold"],
    [239, "raise"],
    [0, "raise"],
  ])("of 300, %i approved: %s", (approved, level) => {
    expect(approvalLevel({ decided: 300, approved }, usual)).toBe(level);
  });

  test("ten points are not enough where chance can do that", () => {
    const half = { decided: 500, approved: 250 };
    expect(approvalLevel({ decided: 100, approved: 38 }, half)).toBe("hold");
  });
});

describe("the state machine", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const at = { tenantId: "ten_1", subject: "live" };
  const open = (rule: AlertRule, minutes: number) => ({
    ...{ id: "alr_1", rule, ...at, raisedAt: now },
    lastSeenAt: new Date(now.getTime() - minutes * 60_000),
  });
  const found = (rule: AlertRule, level: "raise" | "hold" = "raise") => ({ ...at, rule, level, detail: {} });

  test("a case that is not bad enough begins nothing, and ends nothing", () => {
    const hold = found("quota_80", "hold");
    expect(decide([], [hold], now)).toEqual({ raise: [], seen: [], end: [] });
    expect(decide([open("quota_80", 1)], [hold], now)).toEqual({ raise: [], seen: [], end: [] });
  });

  test("what wavers is over only once it has been away for the rule's time", () => {
    expect(decide([open("error_rate", 4)], [], now).end).toEqual([]);
    expect(decide([open("error_rate", 5)], [], now).end).toMatchObject([{ reason: null }]);
    expect(decide([open("quota_80", 0)], [], now).end).toHaveLength(1);
  });

  test("a worse alert takes the place of the one before, unless its rule is off", () => {
    const [before, after] = [open("key_expiring", 0), found("key_expiring_soon")];
    expect(decide([before], [after], now)).toEqual({
      raise: [after],
      seen: [],
      end: [{ alert: before, reason: "worse" }],
    });
    const isOff = (_tenantId: string | null, rule: AlertRule): boolean => rule === "key_expiring_soon";
    expect(decide([before], [after], now, isOff)).toEqual({ raise: [], seen: [], end: [] });
  });

  test("a rule that was turned off ends its alert at once, and begins none", () => {
    const wavering = open("approval_drop", 0);
    expect(decide([wavering], [found("approval_drop")], now, () => true)).toEqual({
      raise: [],
      seen: [],
      end: [{ alert: wavering, reason: "rule_off" }],
    });
  });
});

describe("Slack", () => {
  test("names call nobody, link nowhere and format nothing", () => {
    const hostile = "<!channel> @here <https://evil.example|ok> *bold* & \u202Eabc";
    const body = slackBody({ title: hostile, paragraphs: [hostile], url: "https://age.test/console" });
    expect(body).not.toMatch(/<!|<https:\/\/evil|@here|\*bold\*|\u202E/);
    expect(body).toContain("&lt;!channel&gt;");
  });

  test.each([
    ["https://hooks.slack.com/services/T/B/x", true],
    ["http://hooks.slack.com/services/T/B/x", false],
    ["https://hooks.slack.com.evil.example/x", false],
    ["https://user@hooks.slack.com/services/x", false],
    ["https://hooks.slack.com:8443/services/x", false],
    ["https://127.0.0.1/services", false],
  ])("%s is an incoming webhook: %s", (url, is) => {
    expect(isSlackUrl(url)).toBe(is);
  });
});
