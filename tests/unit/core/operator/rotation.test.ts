import { describe, expect, test } from "vitest";
import {
  hasLookedLong,
  type Looks,
  lookAgain,
  nextInUse,
  type SaidOfSecret,
  type SecretInUse,
  saidIn,
  secretFault,
  timesIn,
} from "#core/operator/rotation.ts";
import { isWaiting, type RotationState, rotationStep } from "#core/operator/rotation-steps.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const HOUR_MS = 3_600_000;

const said = (wants: string, reads: string[] = [wants], writes: string[] = [wants]): SaidOfSecret => ({
  wants,
  reads,
  writes,
});
const inUse = (more: Partial<SecretInUse> = {}): SecretInUse => ({
  ...{ name: "old", since: NOW, former: null, readSince: {} },
  ...more,
});
const both = said("new", ["new", "old"], ["old"]);
const sure = (hours = 0) => ({ now: new Date(NOW.getTime() + hours * HOUR_MS), isSure: true });

describe("what is in use", () => {
  test("moves when every living process wants the same value and reads it", () => {
    const next = nextInUse("KEY_PEPPER", inUse(), [both, both], sure());
    expect(next).toMatchObject({ name: "new", since: NOW, former: "old" });
  });

  test.each([
    ["one process has the former settings", [both, said("old")]],
    ["one reads it and wants the former one", [both, said("old", ["old", "new"])]],
    ["one says nothing", [both, null]],
    ["no process says anything", []],
  ])("stays while %s", (_why, living) => {
    expect(nextInUse("KEY_PEPPER", inUse(), living, sure()).name).toBe("old");
  });

  test("stays while others may live that say nothing, and notes what all read", () => {
    const next = nextInUse("KEY_PEPPER", inUse(), [both], { now: NOW, isSure: false });
    expect(next).toEqual(inUse({ readSince: { new: NOW.toISOString(), old: NOW.toISOString() } }));
  });

  test("of signing keys moves a day after the last process read it, and the day begins again with one that does not", () => {
    const first = nextInUse("TOKEN_SIGNING_KEYS", inUse(), [both, both], sure());
    expect(first).toMatchObject({ name: "old", readSince: { new: NOW.toISOString() } });
    expect(nextInUse("TOKEN_SIGNING_KEYS", first, [both], sure(23.9)).name).toBe("old");
    expect(nextInUse("TOKEN_SIGNING_KEYS", first, [both], sure(24)).name).toBe("new");
    const broken = nextInUse("TOKEN_SIGNING_KEYS", first, [both, said("old")], sure(12));
    expect(broken.readSince).not.toHaveProperty("new");
    const again = nextInUse("TOKEN_SIGNING_KEYS", broken, [both], sure(24));
    expect(again).toMatchObject({ name: "old", readSince: { new: sure(24).now.toISOString() } });
  });
});

describe("a process takes silent ones for gone", () => {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  const looksAt = (...seconds: number[]) =>
    seconds.reduce<Looks | null>((looks, each) => lookAgain(looks, at(each)), null);
  const isLong = (looks: Looks | null) => looks !== null && hasLookedLong(looks);
  const everyQuarter = Array.from({ length: 13 }, (_, place) => place * 15);

  test("once it has looked for three minutes, and not at its start", () => {
    expect(isLong(looksAt(0))).toBe(false);
    expect(isLong(looksAt(...everyQuarter.slice(0, -1)))).toBe(false);
    expect(isLong(looksAt(...everyQuarter))).toBe(true);
    expect(isLong(looksAt(...everyQuarter.filter((each) => each !== 60)))).toBe(true);
  });

  test("not when it could not look for more than a minute, or the database's clock was moved", () => {
    for (const jump of [61, 240, 1e6, -1, -300])
      expect(isLong(looksAt(...everyQuarter, 180 + jump))).toBe(false);
    expect(isLong(looksAt(...everyQuarter, 420, ...everyQuarter.map((each) => 435 + each)))).toBe(true);
  });
});

describe("a process must not go on", () => {
  const held = (reads: string[], writable = reads) => ({ reads, writable });
  const row = inUse({ name: "new", former: "old" });

  test("without the value in use, or with one that it cannot write with", () => {
    expect(secretFault("SECRETS_KEY", row, held(["old"]), [])?.why).toBe("not_held");
    expect(secretFault("SECRETS_KEY", row, held(["other", "new"], ["other"]), [])?.why).toBe("not_held");
    expect(secretFault("SECRETS_KEY", inUse({ name: null }), held(["old"]), [])).toBeNull();
  });

  test("without the former one while another process may still write with it", () => {
    const writing = said("new", ["new", "old"], ["old", "new"]);
    expect(secretFault("SECRETS_KEY", row, held(["new"]), [writing])?.why).toBe("still_written");
    expect(secretFault("SECRETS_KEY", row, held(["new", "old"]), [writing])).toBeNull();
    expect(secretFault("SECRETS_KEY", row, held(["new"]), [said("new"), null])).toBeNull();
  });
});

test("a sign of life that is not one of this release says nothing", () => {
  const one = said("a");
  const whole = { SECRETS_KEY: one, KEY_PEPPER: one, TOKEN_SIGNING_KEYS: one };
  expect(saidIn(whole)).toEqual(whole);
  expect(saidIn({ ...whole, LATER: one })).toEqual(whole);
  for (const value of [null, [], "a", {}, { ...whole, KEY_PEPPER: { wants: "a", reads: ["a"] } }])
    expect(saidIn(value)).toBeNull();
  expect(saidIn({ ...whole, KEY_PEPPER: { ...one, reads: ["a", 1] } })).toBeNull();
  expect(timesIn({ a: "2026-03-01T12:00:00Z", b: 1 })).toEqual({ a: "2026-03-01T12:00:00Z" });
  expect(timesIn("a")).toEqual({});
});

describe("the next step", () => {
  const process = (id: string, of: SaidOfSecret | null) => ({ id, said: of });
  const having = (wants: string, ...others: string[]) => ({
    ...{ wants, reads: [wants, ...others], writable: [wants, ...others] },
  });
  const step = (more: Partial<RotationState>) =>
    rotationStep({
      ...{ kind: "SECRETS_KEY", inUse: inUse(), settings: having("old"), living: [] },
      ...{ isResealed: true, unusedKeys: 0, now: NOW },
      ...more,
    });
  const changed = { settings: having("new", "old") };
  const moved = inUse({ name: "new", former: "old" });

  test("is nothing at rest, and before any process has begun", () => {
    expect(step({})).toEqual({ is: "rest" });
    expect(step({ inUse: inUse({ name: null, since: null }), ...changed })).toEqual({ is: "rest" });
  });

  test("waits for each process that does not have the new settings, and then for all to go over", () => {
    const living = [process("a", both), process("b", said("old")), process("c", null)];
    expect(step({ ...changed, living })).toEqual({ is: "restart", ids: ["b", "c"] });
    expect(step({ ...changed, living: [process("a", both)] })).toEqual({ is: "wait", until: null });
    expect(step({ ...changed })).toEqual({ is: "start" });
  });

  test("of a signing key says from when it signs", () => {
    const readSince = { new: NOW.toISOString() };
    const living = [process("a", both)];
    const until = new Date(NOW.getTime() + 24 * HOUR_MS);
    const kind = "TOKEN_SIGNING_KEYS";
    expect(step({ kind, ...changed, living, inUse: inUse({ readSince }) })).toEqual({ is: "wait", until });
  });

  test("does not call for reseal before the last process has stopped writing with the former value", () => {
    const writing = process("a", said("new", ["new", "old"], ["old", "new"]));
    const done = process("b", said("new", ["new", "old"]));
    const state = { ...changed, inUse: moved, isResealed: false };
    expect(step({ ...state, living: [writing, done] })).toEqual({ is: "settle", ids: ["a"] });
    expect(step({ ...state, living: [done] })).toEqual({ is: "reseal" });
    expect(step({ ...state, living: [done], isResealed: true })).toEqual({ is: "remove" });
  });

  test("keeps a former pepper and a former signing key for thirty days, and a pepper for keys that were not used", () => {
    const until = new Date("2026-03-31T12:00:00Z");
    for (const kind of ["KEY_PEPPER", "TOKEN_SIGNING_KEYS"] as const) {
      const state = { kind, ...changed, inUse: moved };
      expect(step(state)).toEqual({ is: "keep", until, unusedKeys: 0 });
      expect(step({ ...state, now: until })).toEqual({ is: "remove" });
    }
    const late = { kind: "KEY_PEPPER", ...changed, inUse: moved, now: until, unusedKeys: 2 } as const;
    expect(step(late)).toEqual({ is: "keep", until, unusedKeys: 2 });
  });

  test("after the removal waits for processes that still have the former value", () => {
    const settings = having("new");
    const living = [process("a", said("new", ["new", "old"])), process("b", said("new"))];
    expect(step({ settings, inUse: moved, living })).toEqual({ is: "removed", ids: ["a"] });
  });

  test("of a value that was announced behind the present one is the swap, once all read it", () => {
    const settings = having("old", "new");
    const readSince = { new: sure(1).now.toISOString() };
    const ready = process("a", said("old", ["old", "new"], ["old"]));
    const state = { settings, inUse: inUse({ former: "older", readSince }), now: sure(1).now };
    expect(step({ ...state, living: [ready, process("b", said("old"))] })).toEqual({
      is: "restart",
      ids: ["b"],
    });
    expect(step({ ...state, living: [ready] })).toEqual({ is: "swap", from: null, isSure: true });
    expect(step({ settings, living: [ready] })).toMatchObject({ is: "swap", isSure: false });
  });

  test("is not the swap for a former value that is kept: it was read before the one in use came, or nothing is written with it", () => {
    const readSince = { old: sure(-100).now.toISOString(), older: sure(-100).now.toISOString() };
    const inUseNow = inUse({ name: "new", former: "old", readSince });
    const kind = "TOKEN_SIGNING_KEYS";
    const living = [process("a", said("new", ["new", "old", "older"]))];
    const kept = { kind, living, inUse: inUseNow } as const;
    expect(step({ ...kept, settings: having("new", "old", "older") })).toMatchObject({ is: "keep" });
    // A process that did not have it for a while begins its time again; it may still be one of before.
    const again = { ...inUseNow, readSince: { ...readSince, older: sure(1).now.toISOString() } };
    expect(step({ ...kept, inUse: again, settings: having("new", "old", "older") })).toMatchObject({
      ...{ is: "swap", isSure: false },
    });
    const publicOnly = { ...having("new", "older"), writable: ["new"] };
    const unknown = inUse({ name: "new", readSince: again.readSince });
    expect(step({ ...kept, inUse: unknown, settings: publicOnly })).toMatchObject({ is: "keep" });
  });

  test("of a signing key that all read, and of which that is not noted yet, comes a day later", () => {
    const living = [process("a", said("old", ["old", "new"], ["old"]))];
    const state = { kind: "TOKEN_SIGNING_KEYS", living, inUse: inUse({ former: "older" }) } as const;
    expect(step({ ...state, settings: having("old", "new") })).toEqual({
      ...{ is: "swap", from: sure(24).now, isSure: false },
    });
  });

  test("is foreign where the settings lack what the processes write with", () => {
    const found = step({ settings: having("other") });
    expect(found).toEqual({ is: "foreign" });
    expect(isWaiting(found)).toBe(true);
    expect(isWaiting({ is: "remove" })).toBe(false);
  });
});
