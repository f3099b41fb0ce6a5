import { describe, expect, test } from "vitest";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import { createDeliveryPlaces, type DeliveryPlaces } from "#worker/delivery-places.ts";
import { paceOf } from "#worker/place-limits.ts";

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

const always = { placesOf: () => Number.POSITIVE_INFINITY };
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Sends one delivery to an endpoint and lets it end so. */
const teach = (
  places: DeliveryPlaces,
  delivery: ClaimedDelivery,
  pace: "quick" | "slow" | "hanging",
): void => {
  expect(places.offer(delivery)).toBe(true);
  expect(places.next(delivery.endpointId).map(({ id }) => id)).toContain(delivery.id);
  places.done(delivery.endpointId, pace);
};

describe("one endpoint", () => {
  test("gets one place until it has answered, then four; what comes further waits, eight in all", () => {
    const places = createDeliveryPlaces(always);
    teach(places, claimed("t", "e"), "quick");
    expect(times(9).map(() => places.offer(claimed("t", "e")))).toEqual([...Array(8).fill(true), false]);
    expect(places.next()).toHaveLength(4);
    places.done("e", "quick");
    expect(places.next("e")).toHaveLength(1);
    expect(places.claimable().skip).toEqual([]);
    expect(places.offer(claimed("t", "e"))).toBe(true);
    expect(places.claimable().skip).toEqual(["e"]);
  });

  test("that is not known is tried with one delivery", () => {
    const places = createDeliveryPlaces(always);
    expect(places.offer(claimed("t", "e"))).toBe(true);
    expect(places.offer(claimed("t", "e"))).toBe(false);
  });

  test("that begins to hang gives up what waits for it, and only one of it is claimed", () => {
    const places = createDeliveryPlaces(always);
    teach(places, claimed("t", "e"), "quick");
    for (const _ of times(6)) places.offer(claimed("t", "e"));
    places.next();
    places.done("e", "hanging");
    expect(places.takeWaiting("surplus")).toHaveLength(2);
    for (const _ of times(3)) places.done("e", "hanging");
    expect(places.size()).toBe(0);
    expect(places.claimable()).toMatchObject({ skip: [], cautious: ["e"] });
  });

  test("whose breaker is open gets nothing, and loses what waits", () => {
    let allowed = 4;
    const places = createDeliveryPlaces({ placesOf: () => allowed });
    teach(places, claimed("t", "e"), "quick");
    for (const _ of times(6)) places.offer(claimed("t", "e"));
    places.next();
    allowed = 0;
    expect(places.takeWaiting("surplus")).toHaveLength(2);
    expect(places.offer(claimed("t", "e"))).toBe(false);
  });

  test("that moves to another host is counted there", () => {
    const places = createDeliveryPlaces(always);
    teach(places, claimed("t", "e", "old.example"), "quick");
    places.offer(claimed("t", "e", "old.example"));
    places.offer(claimed("t", "e", "new.example"));
    expect(places.next("e")).toHaveLength(2);
    places.done("e", "quick");
    places.done("e", "quick");
    expect(places.size()).toBe(0);
  });
});

describe("one host of many tenants", () => {
  test("endpoints that hang hold at most a quarter of its places, eight of them one tenant's", () => {
    const places = createDeliveryPlaces(always);
    for (const tenant of times(3)) {
      for (const number of times(20)) teach(places, claimed(`t${tenant}`, `t${tenant}e${number}`), "hanging");
    }
    for (const number of times(20)) places.offer(claimed("t0", `t0e${number}`));
    expect(places.next()).toHaveLength(8);
    for (const tenant of [1, 2]) {
      for (const number of times(20)) places.offer(claimed(`t${tenant}`, `t${tenant}e${number}`));
    }
    expect(places.next()).toHaveLength(8);
    // Another tenant's that answers, and one that nobody knows yet, go at once.
    places.offer(claimed("well", "known"));
    expect(places.next().map(({ tenantId }) => tenantId)).toEqual(["well"]);
    places.done("known", "quick");
    for (const _ of times(4)) expect(places.offer(claimed("well", "known"))).toBe(true);
    places.offer(claimed("new", "unknown"));
    expect(
      places
        .next()
        .map(({ tenantId }) => tenantId)
        .sort(),
    ).toEqual(["new", "well", "well", "well", "well"]);
  });

  test("a freed place goes to the tenant that has the fewest", () => {
    const places = createDeliveryPlaces(always);
    for (const tenant of times(2)) {
      for (const number of times(20)) places.offer(claimed(`t${tenant}`, `t${tenant}e${number}`));
    }
    const sent = places.next();
    expect(sent).toHaveLength(32); // of those that are not known to answer
    places.offer(claimed("late", "late"));
    expect(places.next()).toEqual([]);
    places.done(sent[0]?.endpointId ?? "", "slow");
    expect(places.next(sent[0]?.endpointId).map(({ tenantId }) => tenantId)).toEqual(["late"]);
  });

  test("what is claimed for it stays within two rounds, a tenant without any there excepted", () => {
    const places = createDeliveryPlaces(always);
    const taken = times(10).flatMap((tenant) =>
      times(20).map((number) => places.offer(claimed(`t${tenant}`, `t${tenant}e${number}`))),
    );
    expect(taken.filter(Boolean).length).toBeLessThanOrEqual(64 + 10);
    expect(places.offer(claimed("late", "late"))).toBe(true);
    // What was turned away is not asked for again.
    expect(places.claimable().skip).toHaveLength(200 + 1);
  });
});

describe("the whole worker", () => {
  test("endpoints that are not known to answer leave a quarter of it to those that are", () => {
    const places = createDeliveryPlaces(always);
    teach(places, claimed("well", "known", "well.example"), "quick");
    for (const number of times(900)) places.offer(claimed(`t${number}`, `e${number}`, `h${number}.example`));
    expect(places.size()).toBe(768);
    expect(places.claimable()).toMatchObject({ free: 256, unknown: 0 });
    expect(places.claimable().quick()).toEqual(["known"]);
    expect(places.offer(claimed("well", "known", "well.example"))).toBe(true);
  });

  test("one tenant's backlog takes an eighth of it, and its endpoints are not asked for again", () => {
    const places = createDeliveryPlaces(always);
    for (const number of times(20))
      teach(places, claimed("big", `e${number}`, `h${number}.example`), "quick");
    for (const number of times(20)) {
      for (const _ of times(8)) places.offer(claimed("big", `e${number}`, `h${number}.example`));
    }
    expect(places.size()).toBe(128);
    expect(places.claimable().skip).toHaveLength(20);
    expect(places.offer(claimed("small", "s", "s.example"))).toBe(true);
  });

  test("all that waits can be taken out", () => {
    const places = createDeliveryPlaces(always);
    for (const number of times(100)) places.offer(claimed(`t${number}`, `e${number}`));
    const sent = places.next();
    expect(sent.length + places.takeWaiting("all").length).toBe(96);
    expect(places.size()).toBe(sent.length);
    for (const { endpointId } of sent) places.done(endpointId, null);
    expect(places.size()).toBe(0);
  });
});

test("the pace of an endpoint is that of its last attempt", () => {
  expect(paceOf({ code: null, durationMs: 1_000 })).toBe("quick");
  expect(paceOf({ code: "STATUS", durationMs: 20 })).toBe("quick");
  expect(paceOf({ code: null, durationMs: 1_001 })).toBe("slow");
  expect(paceOf({ code: "TIMEOUT", durationMs: 900 })).toBe("hanging");
});
