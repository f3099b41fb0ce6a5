import type { Disclosure } from "#core/age-over.ts";
import { LANGUAGES } from "#core/language.ts";
import type { MethodTraits } from "#core/policy/method-id.ts";
import { namedMethods } from "#core/policy/offer.ts";
import { type Policy, rulesOf } from "#core/policy/policy.ts";
import { inTermsOfLists } from "#core/policy/regulators.ts";
import { DOCUMENT_REUSE, type WalletProofs } from "#core/tenant.ts";
import { type KeptSettings, RETENTIONS } from "./retentions.ts";
import { NEVER_STORED, PROCESS_LOG, STORED } from "./stored.ts";
import { ASSURANCES, NOT_GIVEN, PROCESSORS, type ProcessorId, statedMethod, statedProofs } from "./words.ts";

// The practice statement: built only from what runs, so that it cannot drift from it (docs/adr/0037).

/** An outside party, by its public name. */
type Outside = Pick<PracticeInput["methods"][number], "levels"> & {
  /** The method's id. */
  id: string;
  name: string;
  host: string;
  proofKind?: MethodTraits["proofKind"];
  /** Only test keys lead there. */
  isForTests: boolean;
};

export type PracticeTenant = {
  id: string;
  name: string;
  contact: string | null;
  complaint: string | null;
  support: string | null;
  minimumAge: number;
  disclosure: Disclosure;
  methods: readonly string[];
  maxAttempts: number;
  tokenTtlSeconds: number;
  metadataRetentionDays: number;
  resultRetentionDays: number | null;
  acceptVisas: boolean;
  walletProofs: WalletProofs | null;
  documentReuseDays: number | null;
  policy: { number: number; content: Policy } | null;
  /** Those switched on. */
  providers: readonly Outside[];
  vendors: readonly Outside[];
  hasReceivers: boolean;
  /** Its alerts go to Slack. */
  hasSlack: boolean;
};

export type PracticeInput = {
  publicUrl: string;
  /** Null: the operator has not said it. */
  operator: string | null;
  /** How people reach the operator. */
  contact: string | null;
  software: { version: string; commit: string | null };
  isDevelopment: boolean;
  requestLogDays: number;
  /** The processors that the deployment has switched on. */
  uses: readonly ProcessorId[];
  /** Those of live mode; without `levels`, all that its kind can prove. */
  methods: readonly ({ id: string; levels?: readonly string[] } & MethodTraits)[];
  conformance: { at: string; passed: number; failed: number } | null;
  /** Null: the service cannot ask for zero-knowledge proofs. */
  proofs: Parameters<typeof statedProofs>[0];
  /** Methods of this deployment that cannot be offered now. */
  notOffered: readonly string[];
  tenant: PracticeTenant | null;
};

/**
 * Stems of words that others may say of us, but not we ourselves, in the languages of the page: certified,
 * compliant, accredited. Better to replace one name too many with its id than to keep one that claims it.
 */
export const UNSAYABLE =
  /certif(?!icates?\b)|zertifi|certyfik|sertifi|complian|compliance|conforme|conformi[td]|konform|zgodn|accredit|accr[eé]dit|akkredit|akredyt|acredit|gecertific|معتمد|اعتماد|شهادة|متوافق/iu;

/** A name that someone else chose, unless it says what a statement must not, whatever its width or marks. */
const sayable = (text: string, otherwise: string): string => {
  const plain = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return UNSAYABLE.test(plain) || UNSAYABLE.test(plain.normalize("NFD").replace(/\p{M}/gu, ""))
    ? otherwise
    : text;
};

const ruleRow = (rule: ReturnType<typeof rulesOf>[number], notOffered: readonly string[]) => ({
  place: rule.place,
  minimumAge: rule.minimumAge,
  methods: rule.methods
    .filter(({ id, use }) => use !== "off" && !notOffered.includes(id))
    .map(({ id, use }) => ({ id, use })),
  attemptsInAll: rule.attemptsInAll,
  minimumChoices: rule.minimumChoices,
  challengeAge: rule.challengeAge,
  requires: [...rule.requires],
  hidesMethod: rule.hideMethod,
  proofMaxAgeDays: rule.proofMaxAgeDays,
});

const methodRows = ({ methods, tenant, notOffered, proofs }: PracticeInput) => {
  const all = tenant
    ? namedMethods(tenant.methods, tenant.policy?.content ?? null)
    : methods.map(({ id }) => id);
  const wanted = all.filter((id) => !notOffered.includes(id));
  const live = [...(tenant?.providers ?? []), ...(tenant?.vendors ?? [])].filter((one) => !one.isForTests);
  const outside = new Map(live.map((one) => [one.id, one]));
  return wanted.flatMap((id) => {
    const stated = statedMethod(id);
    const traits = methods.find((method) => method.id === stated?.key);
    if (!stated || !traits || (id.includes(":") && !outside.has(id))) return [];
    return [
      {
        id,
        name: sayable(outside.get(id)?.name ?? stated.name, stated.name),
        category: traits.category,
        needs: [...traits.needs],
        /** Null: every age. */
        surelyAnswers: traits.answers && [...traits.answers],
        isDoubleBlind: traits.isDoubleBlind,
        ...inTermsOfLists({ ...traits, ...outside.get(id) }),
        assurances: stated.assurances
          .filter((assurance) => (outside.get(id)?.levels ?? traits.levels)?.includes(assurance) ?? true)
          .map((assurance) => ({ assurance, ...ASSURANCES[assurance] })),
        limits: [...stated.limits],
        ...(stated.mayProve ? statedProofs(proofs, tenant?.walletProofs ?? null) : {}),
      },
    ];
  });
};

type ProcessorRow = { id: ProcessorId; name: string; host: string | null; gets: string; isForTests: boolean };

const processorRows = ({ uses, tenant }: PracticeInput) => {
  const row = (id: ProcessorId): ProcessorRow => ({ id, host: null, ...PROCESSORS[id], isForTests: false });
  const outside = (id: ProcessorId, parties: readonly Outside[]) =>
    parties.map(({ name, host, isForTests }) => ({
      ...row(id),
      name: sayable(name, PROCESSORS[id].name),
      host: sayable(host, "(not shown)"),
      isForTests,
    }));
  const chosen = (["receivers", "identity_provider", "vendor", "slack"] as const)
    .filter((id) => !uses.includes(id))
    .map((id) => Object.assign(row(id), { name: `${PROCESSORS[id].name}, where a tenant has one` }));
  if (!tenant) return [...uses.map((id) => row(id)), ...chosen];
  return [
    ...uses.map((id) => row(id)),
    ...(tenant.hasReceivers ? [row("receivers")] : []),
    ...outside("identity_provider", tenant.providers),
    ...outside("vendor", tenant.vendors),
    ...(tenant.hasSlack && !uses.includes("slack") ? [row("slack")] : []),
  ];
};

const logRows = PROCESS_LOG.map(({ of, says: item, fields }, index) => ({
  id: `ProcessLog ${index + 1}`,
  of,
  item,
  stored: `standard error of the service's processes: ${fields.split(" ").join(", ")}`,
  place: "process log",
  retention: "process_log",
  kept: "as long as the operator keeps what the processes write",
  seconds: null,
}));

const tableRows = ({ requestLogDays, tenant }: PracticeInput) => {
  const settings: KeptSettings = { requestLogDays, tenant };
  return Object.entries(STORED).flatMap(([table, items]) =>
    items.flatMap(({ of, says: item, kept: retention, fields }, index) => {
      if (of === "nobody") return [];
      const stored = `${table}: ${fields.split(" ").join(", ")}`;
      const { says: kept, seconds } = RETENTIONS[retention](settings);
      return [{ id: `${table} ${index + 1}`, of, item, stored, place: "database", retention, kept, seconds }];
    }),
  );
};

const thresholdsOf = (tenant: PracticeTenant, notOffered: readonly string[]) => ({
  minimumAge: tenant.minimumAge,
  discloses: tenant.disclosure,
  tries: tenant.maxAttempts,
  proofCountsSeconds: tenant.tokenTtlSeconds,
  acceptsVisas: tenant.acceptVisas,
  policy: tenant.policy && {
    version: tenant.policy.number,
    rules: rulesOf(tenant.policy.content).map((rule) => ruleRow(rule, notOffered)),
  },
});

const LIMITS = [
  "No method here proves that the person at the screen is the person of the proof for the whole visit.",
  "The age is that of the day of the check.",
  "None of the methods is double-blind unless it says so above: the operator knows which website asked.",
  "Backups hold what was deleted until they expire.",
] as const;

/** The statement of a deployment or a tenant. It has no times: the same practice gives the same text. */
export const practiceStatement = (input: PracticeInput) => {
  const { tenant, publicUrl, software } = input;
  const operator = sayable(input.operator ?? NOT_GIVEN, NOT_GIVEN);
  const methods = methodRows(input);
  const rules = tenant?.policy ? rulesOf(tenant.policy.content) : [];
  const appeals = rules.some((rule) => rule.methods.some(({ use }) => use === "appeal"));
  return {
    format: "lintel-practice-1",
    of: tenant
      ? { kind: "tenant" as const, id: tenant.id, name: sayable(tenant.name, tenant.id) }
      : { kind: "deployment" as const, id: null, name: new URL(publicUrl).host },
    address: publicUrl,
    software: { name: "Lintel", ...software, isDevelopment: input.isDevelopment },
    roles: [
      { role: "operator", name: operator, does: "runs this service and its database" },
      ...(tenant
        ? [
            {
              role: "website",
              name: sayable(tenant.name, tenant.id),
              does: "asks for the age, chooses the methods, and decides what happens after the answer",
            },
          ]
        : []),
    ],
    methods,
    ownBackend: { assurance: "asserted_by_tenant", ...ASSURANCES.asserted_by_tenant },
    ages: tenant && thresholdsOf(tenant, input.notOffered),
    choice: {
      ways: methods.length,
      fallback: tenant?.policy
        ? "A method that fails leaves the others open, and a person can say that they can use none of those shown."
        : "A method that fails leaves the others open.",
      noDecision:
        "An unreadable photo, a refusal in a wallet or a company that is away is no decision and no rejection.",
    },
    languages: [...LANGUAGES],
    accessibility:
      "The page works without scripts, by keyboard and with a screen reader; it is tested by axe in all languages.",
    appeal: {
      isOffered: appeals,
      how: appeals
        ? "After a rejection the page offers a check by another method, which asks for no document."
        : "The page offers none. People who are turned down can write to the address for complaints, where there is one.",
    },
    complaint: tenant?.complaint ?? null,
    contact: tenant ? (tenant.contact ?? tenant.support) : input.contact,
    data: [...tableRows(input), ...logRows],
    neverStored: Object.entries(NEVER_STORED).map(([id, item]) => ({ id, item })),
    processors: processorRows(input),
    documentReuse: {
      isOn: tenant ? tenant.documentReuseDays !== null : null,
      mostDays: DOCUMENT_REUSE.maxDays,
    },
    limits: [...LIMITS],
    conformance: input.conformance,
  };
};

export type PracticeStatement = ReturnType<typeof practiceStatement>;

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, inOrder(member)]));
};

/** JSON with each object's members sorted by name, so that equal statements are equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value));

/** One value that differs. Null: the value is absent. */
export type PracticeChange = { path: string; before: string | null; after: string | null };

/** What identifies an entry of a list, so that a new entry before it does not count as a difference. */
const NAMES = ["id", "assurance", "role", "place"] as const;

const nameOf = (value: object, index: number): string => {
  const found = NAMES.map((name) => Object.entries(value).find(([key]) => key === name)?.[1]);
  return String(found.find((name) => typeof name === "string") ?? index);
};

const leaves = (value: unknown, path: string): [string, string][] => {
  if (typeof value !== "object" || value === null) return value === null ? [] : [[path, String(value)]];
  const isList = Array.isArray(value);
  if (isList && value.every((part) => typeof part !== "object")) {
    return value.length > 0 ? [[path, value.join(", ")]] : [];
  }
  const parts: [string, unknown][] = isList
    ? value.map((part, index) => [`[${nameOf(Object(part), index)}]`, part])
    : Object.entries(value).map(([key, part]) => [path === "" ? key : `.${key}`, part]);
  return parts.flatMap(([name, part]) => leaves(part, `${path}${name}`));
};

/** The changes from one statement to the next, by path and value. @param before null: there is none yet */
export const practiceChanges = (before: unknown, after: unknown): PracticeChange[] => {
  const old = new Map(leaves(before ?? {}, ""));
  const fresh = new Map(leaves(after, ""));
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: fresh.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
};
