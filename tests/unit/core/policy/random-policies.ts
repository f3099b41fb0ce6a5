import fc from "fast-check";
import type { MethodTraits } from "#core/policy/method-id.ts";
import { COUNTRIES } from "#core/policy/places.ts";
import {
  METHOD_USES,
  type MethodRule,
  POLICY,
  type Policy,
  type PolicyRule,
  placeOf,
} from "#core/policy/policy.ts";

const traits = (given: Partial<MethodTraits> = {}): MethodTraits => ({
  category: "verification",
  proofKind: "identity_provider",
  checksLiveness: false,
  needs: [],
  isDoubleBlind: false,
  answers: null,
  ...given,
});

/** Methods of every kind: those of this service, and kinds that it may have one day. */
export const METHODS: ReadonlyMap<string, MethodTraits> = new Map([
  ["document", traits({ proofKind: "photo_id", needs: ["camera", "identity_document"] })],
  ["wallet", traits({ proofKind: "wallet", needs: ["phone"], answers: [18] })],
  ["voucher", traits({ proofKind: "in_person" })],
  ["bank", traits()],
  ["age_token", traits({ proofKind: "wallet", needs: ["phone"], isDoubleBlind: true, answers: [16, 18] })],
  ["face", traits({ proofKind: "face_estimation", category: "estimation", needs: ["camera"] })],
  ["voice", traits({ proofKind: "face_estimation", category: "estimation" })],
  ["mail", traits({ proofKind: "email_estimation", category: "inference" })],
  ["word", traits({ proofKind: "self_declared", category: "self_declared" })],
]);

const between = ({ min, max }: { min: number; max: number }) => fc.integer({ min, max });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const age = fc.constantFrom(13, 16, 18, 21, 25, 30);

const methodRules = (ids: readonly string[]): fc.Arbitrary<MethodRule[]> =>
  fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      use: fc.constantFrom(...METHOD_USES, "offer" as const, "offer" as const, "fallback" as const),
      attempts: maybe(between(POLICY.attempts)),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
  );

const rule = (ids: readonly string[]): fc.Arbitrary<PolicyRule> =>
  fc.record({
    minimumAge: maybe(age),
    methods: maybe(methodRules(ids)),
    attemptsInAll: maybe(between(POLICY.attempts)),
    minimumChoices: maybe(between({ min: 1, max: 3 })),
    challengeAge: maybe(age),
    requires: maybe(fc.subarray(["double_blind" as const])),
    hideMethod: maybe(fc.boolean()),
    proofMaxAgeDays: maybe(between(POLICY.proofMaxAgeDays)),
    ageKeys: maybe(
      fc.constantFrom(
        {},
        { scope: "deployment" as const },
        { minimumAssurance: "high_device_bound" as const, deviceBound: true },
      ),
    ),
  });

const places = fc.oneof(
  fc.record({ country: fc.constantFrom("AU", "FR", "GB", "DE", "US", ...COUNTRIES.slice(0, 5)) }),
  fc.constantFrom({ country: "US", region: "US-NY" }, { country: "US", region: "US-UT" }),
);

/** Any policy of these methods, sensible or not. */
export const policies = (ids: readonly string[] = [...METHODS.keys(), "unheard_of"]): fc.Arbitrary<Policy> =>
  fc.record({
    default: fc
      .tuple(rule(ids), methodRules(ids))
      .map(([given, methods]) => ({ ...given, methods: given.methods ?? methods })),
    regions: fc.uniqueArray(
      fc.tuple(places, rule(ids)).map(([place, given]) => ({ ...place, ...given })),
      { selector: placeOf, maxLength: 3 },
    ),
  });
