import { describe, expect, test } from "vitest";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import { createDeliverySlots, type DeliverySlots } from "#worker/delivery-slots.ts";
import { paceOf } from "#worker/slot-limits.ts";

let made = 0;
const claimed = (tenantId: string, endpointId: string, host = "one.example"): ClaimedDelivery => {
  made += 1;
  return {
    id: `dlv_${made}`,
    attempt: 1,
    number: 1,
    slotsUsed: 0,
    isManual: false,
    firstAttemptAt: null,
    leaseUntil: new Date(0),
    endpointId,
    tenantId,
    ownUrl: null,
    eventId: "evt_1",
    verificationId: "ver_1",
    type: "verification.completed",
    mode: "live",
    body: "{}",
    url: `https://${host}/${endpointId}`,
    isEnabled: true,
    failingSince: null,
    failingDays: 0,
    failingCountedAt: null,
    isTripped: false,
    secretSealed: "",
    previousSecretSealed: null,
    previousSecretUntil: null,
    olderSecrets: [],
  };
};

const always = { slotsOf: () => Number.POSITIVE_INFINITY };
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Sends one delivery to an endpoint and lets it end so. */
const teach = (slots: DeliverySlots, delivery: ClaimedDelivery, pace: "quick" | "slow" | "hanging"): void => {
  expect(slots.offer(delivery)).toBe(true);
  expect(slots.next(delivery.endpointId).map(({ id }) => id)).toContain(delivery.id);
  slots.done(delivery.endpointId, pace);
};

test("an endpoint whose address is none takes no turn from others, and its delivery is handed out to be refused", () => {
  const slots = createDeliverySlots(always);
  const unreadable = { ...claimed("t", "broken"), url: "https://300.1.1.1/" };
  const more = { ...claimed("t", "empty"), url: "" };
  expect([unreadable, more, claimed("u", "good")].map((delivery) => slots.offer(delivery))).toEqual([
    true,
    true,
    true,
  ]);
  expect(slots.next().map(({ endpointId }) => endpointId)).toEqual(["broken", "empty", "good"]);
});

describe("one endpoint", () => {
  test("gets one place until it has answered, then four; what comes further waits, eight in all", () => {
    const slots = createDeliverySlots(always);
    teach(slots, claimed("t", "e"), "quick");
    expect(times(9).map(() => slots.offer(claimed("t", "e")))).toEqual([...Array(8).fill(true), false]);
    expect(slots.next()).toHaveLength(4);
    slots.done("e", "quick");
    expect(slots.next("e")).toHaveLength(1);
    expect(slots.claimable().skip).toEqual([]);
    expect(slots.offer(claimed("t", "e"))).toBe(true);
    expect(slots.claimable().skip).toEqual(["e"]);
  });

  test("that is not known is tried with one delivery", () => {
    const slots = createDeliverySlots(always);
    expect(slots.offer(claimed("t", "e"))).toBe(true);
    expect(slots.offer(claimed("t", "e"))).toBe(false);
  });

  test("that begins to hang gives up what waits for it, and only one of it is claimed", () => {
    const slots = createDeliverySlots(always);
    teach(slots, claimed("t", "e"), "quick");
    for (const _ of times(6)) slots.offer(claimed("t", "e"));
    slots.next();
    slots.done("e", "hanging");
    expect(slots.takeWaiting("surplus")).toHaveLength(2);
    for (const _ of times(3)) slots.done("e", "hanging");
    expect(slots.size()).toBe(0);
    expect(slots.claimable()).toMatchObject({ skip: [], cautious: ["e"] });
  });

  test("whose breaker is open gets nothing, and loses what waits", () => {
    let allowed = 4;
    const slots = createDeliverySlots({ slotsOf: () => allowed });
    teach(slots, claimed("t", "e"), "quick");
    for (const _ of times(6)) slots.offer(claimed("t", "e"));
    slots.next();
    allowed = 0;
    expect(slots.takeWaiting("surplus")).toHaveLength(2);
    expect(slots.offer(claimed("t", "e"))).toBe(false);
  });

  test("that moves to another host is counted there", () => {
    const slots = createDeliverySlots(always);
    teach(slots, claimed("t", "e", "old.example"), "quick");
    slots.offer(claimed("t", "e", "old.example"));
    slots.offer(claimed("t", "e", "new.example"));
    expect(slots.next("e")).toHaveLength(2);
    slots.done("e", "quick");
    slots.done("e", "quick");
    expect(slots.size()).toBe(0);
  });
});

describe("one host of many tenants", () => {
  test("endpoints that hang hold at most a quarter of its places, eight of them one tenant's", () => {
    const slots = createDeliverySlots(always);
    for (const tenant of times(3)) {
      for (const number of times(20)) teach(slots, claimed(`t${tenant}`, `t${tenant}e${number}`), "hanging");
    }
    for (const number of times(20)) slots.offer(claimed("t0", `t0e${number}`));
    expect(slots.next()).toHaveLength(8);
    for (const tenant of [1, 2]) {
      for (const number of times(20)) slots.offer(claimed(`t${tenant}`, `t${tenant}e${number}`));
    }
    expect(slots.next()).toHaveLength(8);
    // Another tenant's that answers, and one that nobody knows yet, go at once.
    slots.offer(claimed("well", "known"));
    expect(slots.next().map(({ tenantId }) => tenantId)).toEqual(["well"]);
    slots.done("known", "quick");
    for (const _ of times(4)) expect(slots.offer(claimed("well", "known"))).toBe(true);
    slots.offer(claimed("new", "unknown"));
    expect(
      slots
        .next()
        .map(({ tenantId }) => tenantId)
        .sort(),
    ).toEqual(["new", "well", "well", "well", "well"]);
  });

  test("a freed place goes to the tenant that has the fewest", () => {
    const slots = createDeliverySlots(always);
    for (const tenant of times(2)) {
      for (const number of times(20)) slots.offer(claimed(`t${tenant}`, `t${tenant}e${number}`));
    }
    const sent = slots.next();
    expect(sent).toHaveLength(32); // of those that are not known to answer
    slots.offer(claimed("late", "late"));
    expect(slots.next()).toEqual([]);
    slots.done(sent[0]?.endpointId ?? "", "slow");
    expect(slots.next(sent[0]?.endpointId).map(({ tenantId }) => tenantId)).toEqual(["late"]);
  });

  test("what is claimed for it stays within two rounds, a tenant without any there excepted", () => {
    const slots = createDeliverySlots(always);
    const taken = times(10).flatMap((tenant) =>
      times(20).map((number) => slots.offer(claimed(`t${tenant}`, `t${tenant}e${number}`))),
    );
    expect(taken.filter(Boolean).length).toBeLessThanOrEqual(64 + 10);
    expect(slots.offer(claimed("late", "late"))).toBe(true);
    // What was turned away is not asked for again.
    expect(slots.claimable().skip).toHaveLength(200 + 1);
  });
});

describe("the whole worker", () => {
  test("endpoints that are not known to answer leave a quarter of it to those that are", () => {
    const slots = createDeliverySlots(always);
    teach(slots, claimed("well", "known", "well.example"), "quick");
    for (const number of times(900)) slots.offer(claimed(`t${number}`, `e${number}`, `h${number}.example`));
    expect(slots.size()).toBe(768);
    expect(slots.claimable()).toMatchObject({ free: 256, unknown: 0 });
    expect(slots.claimable().quick()).toEqual(["known"]);
    expect(slots.offer(claimed("well", "known", "well.example"))).toBe(true);
  });

  test("one tenant's backlog takes an eighth of it, and its endpoints are not asked for again", () => {
    const slots = createDeliverySlots(always);
    for (const number of times(20)) teach(slots, claimed("big", `e${number}`, `h${number}.example`), "quick");
    for (const number of times(20)) {
      for (const _ of times(8)) slots.offer(claimed("big", `e${number}`, `h${number}.example`));
    }
    expect(slots.size()).toBe(128);
    expect(slots.claimable().skip).toHaveLength(20);
    expect(slots.offer(claimed("small", "s", "s.example"))).toBe(true);
  });

  test("all that waits can be taken out", () => {
    const slots = createDeliverySlots(always);
    for (const number of times(100)) slots.offer(claimed(`t${number}`, `e${number}`));
    const sent = slots.next();
    expect(sent.length + slots.takeWaiting("all").length).toBe(96);
    expect(slots.size()).toBe(sent.length);
    for (const { endpointId } of sent) slots.done(endpointId, null);
    expect(slots.size()).toBe(0);
  });
});

test("the pace of an endpoint is that of its last attempt", () => {
  expect(paceOf({ code: null, durationMs: 1_000 })).toBe("quick");
  expect(paceOf({ code: "STATUS", durationMs: 20 })).toBe("quick");
  expect(paceOf({ code: null, durationMs: 1_001 })).toBe("slow");
  expect(paceOf({ code: "TIMEOUT", durationMs: 900 })).toBe("hanging");
});
