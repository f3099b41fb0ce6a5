import { z } from "zod";
import { METHOD_CATEGORIES } from "#core/policy/method-id.ts";
import { BINDINGS, PROOF_KINDS } from "#core/policy/proof-kind.ts";
import { REGULATORS } from "#core/policy/regulators.ts";
import { queryWhole, text as storedText, timestamp } from "./common.ts";
import { openEndpoint } from "./endpoint.ts";

const text = z.string();
const nullable = text.nullable();

const regulators = z.array(z.enum(REGULATORS));

const method = z.object({
  id: text,
  name: text,
  category: z.enum(METHOD_CATEGORIES).describe("How the age is learned, by the kinds of ISO/IEC 27566-1"),
  needs: z.array(text),
  surelyAnswers: z.array(z.number().int()).nullable().describe("Ages in years; null: every age"),
  isDoubleBlind: z.boolean(),
  proofKind: z
    .enum(PROOF_KINDS)
    .optional()
    .describe("What regulators' lists call it; absent, like the next four, in statements of older releases"),
  binding: z.enum(BINDINGS).optional().describe("What ties the person at the screen to the proof"),
  checksLiveness: z.boolean().optional().describe("Whether it checks that a living person is there"),
  isRepeatable: z.boolean().optional().describe("Whether an age key can repeat it later"),
  lists: z
    .object({ accepted: regulators, conditional: regulators, refused: regulators })
    .optional()
    .describe("Regulators by what their published lists say of the kind; the others do not name it"),
  assurances: z.array(z.object({ assurance: text, proves: text, doesNotProve: text })),
  limits: z.array(text),
  zeroKnowledge: z
    .object({ isRequired: z.boolean(), says: text, verifiedBy: text })
    .optional()
    .describe(
      "How zero-knowledge proofs are asked for, and which program verifies them; absent: they are not",
    ),
});

const rule = z.looseObject({
  place: text,
  minimumAge: z.number().int().nullable(),
  methods: z.array(z.object({ id: text, use: text })),
});

/**
 * Earlier versions of this service made earlier versions of a statement, so it may have more or fewer
 * members.
 */
export const statement = z.looseObject({
  format: text,
  of: z.object({ kind: z.enum(["deployment", "tenant"]), id: nullable, name: text }),
  address: text,
  software: z.object({ name: text, version: text, commit: nullable, isDevelopment: z.boolean() }),
  roles: z.array(z.object({ role: text, name: text, does: text })),
  methods: z.array(method),
  ages: z
    .looseObject({
      minimumAge: z.number().int(),
      policy: z.object({ version: z.number().int(), rules: z.array(rule) }).nullable(),
    })
    .nullable()
    .describe("Of a tenant: what is asked, by place"),
  languages: z.array(text),
  appeal: z.object({ isOffered: z.boolean(), how: text }),
  complaint: nullable,
  contact: nullable,
  data: z.array(
    z.object({
      id: text,
      of: z.enum(["person", "member"]),
      item: text,
      stored: text.describe("Table and columns"),
      place: text,
      retention: text,
      kept: text,
      seconds: z.number().int().nullable(),
    }),
  ),
  neverStored: z.array(z.object({ id: text, item: text })),
  processors: z.array(
    z.object({ id: text, name: text, host: nullable, gets: text, isForTests: z.boolean() }),
  ),
  limits: z.array(text),
  conformance: z
    .object({ at: text, passed: z.number().int(), failed: z.number().int() })
    .nullable()
    .describe("The newest run of the conformance kit that the operator kept"),
});

const ofTenant = storedText(40)
  .optional()
  .describe("A tenant's id, the `aud` of its tokens; left out: the deployment");

export const readStatement = openEndpoint("GET", "/.well-known/age-assurance.json", {
  id: "practice.statement",
  summary: "The practice statement, signed",
  description:
    "What this deployment, or a tenant that publishes its statement, does with people's age: generated from what runs. A change makes another version within ten seconds; versions are kept.",
  query: z.strictObject({
    tenant: ofTenant,
    version: queryWhole({ min: 1, max: 2 ** 31 - 1 })
      .optional()
      .describe("An earlier version"),
  }),
  response: z.object({
    version: z.number().int(),
    createdAt: timestamp,
    hash: text.describe("SHA-256 of the statement with the members of each object in order, base64url"),
    statement,
    jws: text.describe("`typ: practice-statement+jwt`: `version` and `statement`, signed"),
    keys: z
      .array(z.looseObject({ kty: text, kid: text }))
      .describe("JSON Web Keys (RFC 7517) of statements; they sign nothing else"),
    versions: z
      .array(z.object({ version: z.number().int(), createdAt: timestamp, hash: text }))
      .describe("The newest hundred, newest first"),
  }),
  errors: ["NOT_FOUND", "DATABASE_ERROR"],
});

const count = z.number().int().nullable();
const counts = {
  started: count,
  opened: count,
  tried: count,
  approved: count,
  rejected: count,
  failed: count,
  expired: count,
};

export const readNumbers = openEndpoint("GET", "/.well-known/age-assurance-numbers.json", {
  id: "practice.numbers",
  summary: "A month's numbers",
  description:
    "How checks by live keys went, where the operator or the tenant publishes it. A month is counted three days after its end. Counts below 20 are null, others are rounded to tens.",
  query: z.strictObject({
    tenant: ofTenant,
    month: text
      .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, "expected a month such as 2026-10")
      .optional()
      .describe("The last one that is counted where left out"),
  }),
  response: z.object({
    month: text,
    tenant: nullable,
    mode: z.literal("live"),
    counts: z.object(counts),
    methods: z.array(z.object({ method: text, ...counts })),
    seconds: z.object({ median: z.number().int(), p95: z.number().int() }).nullable(),
    triesPerCheck: z.number().nullable(),
    undecided: z
      .array(z.object({ method: text, code: text, tries: count }))
      .describe("Tries that decided nothing, by method and by the code of why"),
    appeals: count,
    overturned: count,
    /** The share of approvals that an age key gave; null if either count is suppressed. */
    reuseShare: z.number().nullable(),
    about: text,
  }),
  errors: ["NOT_FOUND", "DATABASE_ERROR"],
});

export type ReadStatementQuery = z.output<typeof readStatement.query>;
export type ReadNumbersQuery = z.output<typeof readNumbers.query>;
