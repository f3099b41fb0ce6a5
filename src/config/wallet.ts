import { z } from "zod";
import { hostNames, loopbackUrl, oneOf, parsed, partsOf, text, wholeNumber } from "./shapes.ts";

// What wallets are asked for, and what is needed to read their answers.

/** The credentials that every deployment knows. */
const WALLET_CREDENTIALS = ["eu_av", "mdl", "pid_mdoc", "pid_sd_jwt", "photo_id", "google_id_pass"] as const;

/** Those that operators had to describe themselves before they became presets; they still can. */
const MAY_BE_OWN: ReadonlyMap<string, string> = new Map([
  ["photo_id", "org.iso.23220.photoid.1"],
  ["google_id_pass", "com.google.wallet.idcard.1"],
]);

/** OpenID4VP 1.0 §6.1: the names that a query can give a credential. */
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** Their names in queries, which no custom type may take. */
const TAKEN: readonly string[] = [
  ...WALLET_CREDENTIALS.filter((name) => !MAY_BE_OWN.has(name)),
  "proof_of_age",
];

const walletCredentials = parsed(
  `some of ${WALLET_CREDENTIALS.join(", ")}, each once, separated by commas`,
  (value) => {
    const given = partsOf(value);
    const known = WALLET_CREDENTIALS.filter((name) => given.includes(name));
    return known.length === given.length ? known : null;
  },
);

const names = parsed("names of credentials, each once, separated by commas", (value) => {
  const given = partsOf(value);
  return given.every((name) => NAME.test(name)) && new Set(given).size === given.length ? given : null;
});

const CHOICES = ["refuse", "accept"] as const;
type Choice = (typeof CHOICES)[number];
/** What counts in general, and what counts instead for certain credentials. */
type Choices = { otherwise: Choice; byCredential: Record<string, Choice> };

const choiceIn = (value: string | undefined): Choice | null =>
  CHOICES.find((choice) => choice === value) ?? null;

const choices = parsed(
  "refuse or accept, and after it the credentials for which it is otherwise: refuse,eu_av=accept",
  (value): Choices | null => {
    const [first, ...exceptions] = partsOf(value);
    const otherwise = choiceIn(first);
    const byCredential: Record<string, Choice> = {};
    for (const exception of exceptions) {
      const [name = "", given, ...more] = exception.split("=");
      const choice = choiceIn(given);
      if (!NAME.test(name) || !choice || more.length > 0 || Object.hasOwn(byCredential, name)) return null;
      byCredential[name] = choice;
    }
    return otherwise && { otherwise, byCredential };
  },
);

const shortText = z.string().min(1).max(200);
const age = z.number().int().min(1).max(99);
const ownCredential = z.union([
  z.strictObject({
    docType: shortText,
    namespace: shortText,
    /** With NN for a two-digit threshold, or each existing element with its age. */
    element: z.union([
      shortText.regex(/^[^N]*NN[^N]*$/),
      z.record(shortText, age).refine((ages) => Object.keys(ages).length > 0),
    ]),
  }),
  z.strictObject({ vct: shortText, claim: shortText }),
]);

const ownCredentials = z.record(
  z
    .string()
    .regex(NAME)
    .refine((name) => !TAKEN.includes(name)),
  ownCredential,
);

const PRESET_TYPES = [
  "eu.europa.ec.av.1",
  "org.iso.18013.5.1.mDL",
  "eu.europa.ec.eudi.pid.1",
  "urn:eudi:pid:1",
  "vical",
];
/** Wallets would refuse a larger request because of its size. */
const MAX_OWN = 8;

const ownCredentialsText = parsed(
  `at most ${MAX_OWN} new types by their names, as JSON: {"student": {"docType": "…", "namespace": "…", "element": "age_over_NN"}}`,
  (value) => {
    try {
      const { data } = ownCredentials.safeParse(JSON.parse(value));
      const types = Object.values(data ?? {}).map(typeOf);
      const isNew = new Set([...PRESET_TYPES, ...types]).size === PRESET_TYPES.length + types.length;
      return data && isNew && types.length <= MAX_OWN ? data : null;
    } catch {
      return null;
    }
  },
);

const party = z.strictObject({
  display_name: shortText,
  logo_uri: z.string(),
  privacy_policy_uri: z.string(),
});

/** What Google Wallet shows of the operator alongside each tenant; the addresses are checked where they are used. */
const registrarDisplay = parsed(
  'JSON such as {"display_name": "…", "logo_uri": "https://…", "privacy_policy_uri": "https://…"}',
  (value) => {
    try {
      return party.safeParse(JSON.parse(value)).data ?? null;
    } catch {
      return null;
    }
  },
);

/** The most circuits to name: wallets get the whole list with every request. */
const MAX_CIRCUITS = 16;
const CIRCUIT = /^([0-9a-f]{64})(?::(\d{1,4}):([1-4]):(\d{1,6}):(\d{1,6}))?$/;

const circuits = parsed(
  `at most ${MAX_CIRCUITS} circuits, each once, separated by commas: its hash (64 hex digits), or hash:version:num_attributes:block_enc_hash:block_enc_sig`,
  (value) => {
    const named = partsOf(value).map((part) => CIRCUIT.exec(part.toLowerCase()));
    const read = named.flatMap((match) => {
      const [, hash, ...numbers] = match ?? [];
      if (hash === undefined) return [];
      const [version = 0, attributes = 0, blockEncHash = 0, blockEncSig = 0] = numbers.map(Number);
      return [
        {
          hash,
          parameters: numbers[0] === undefined ? null : { version, attributes, blockEncHash, blockEncSig },
        },
      ];
    });
    const isEachOnce = new Set(read.map(({ hash }) => hash)).size === named.length;
    return isEachOnce && named.length <= MAX_CIRCUITS ? read : null;
  },
);

export const WALLET_SETTINGS = {
  WALLET_CREDENTIALS: walletCredentials.default(["eu_av", "mdl"]),
  WALLET_OWN_CREDENTIALS: ownCredentialsText.default({}),
  WALLET_REQUEST_KEY_FILE: text.optional(),
  WALLET_REQUEST_CHAIN_FILE: text.optional(),
  WALLET_REQUEST_METADATA_FILE: text.optional(),
  WALLET_REGISTRAR_KEY_FILE: text.optional(),
  WALLET_REGISTRAR_CERTIFICATE_FILE: text.optional(),
  WALLET_REGISTRAR_DISPLAY: registrarDisplay.optional(),
  WALLET_STATUS_CREDENTIALS: names.default([]),
  WALLET_STATUS_HOSTS: hostNames.default([]),
  WALLET_STATUS_UNREACHABLE: choices.default({ otherwise: "refuse", byCredential: {} }),
  WALLET_STATUS_MISSING: choices.default({ otherwise: "refuse", byCredential: {} }),
  WALLET_STATUS_MAX_AGE_SECONDS: wholeNumber(1, 86_400).default(10),
  WALLET_ZK: oneOf(["off", "prefer", "require"]).default("off"),
  WALLET_ZK_CIRCUITS: circuits.default([]),
  WALLET_ZK_VERIFIER_URL: loopbackUrl.optional(),
};

type WalletEnv = z.output<z.ZodObject<typeof WALLET_SETTINGS>>;
const typeOf = (own: z.output<typeof ownCredential>): string => ("vct" in own ? own.vct : own.docType);

/** Whether none of the credentials that are asked for is described once more, under its name or another. */
const isAskedOnce = ({ WALLET_CREDENTIALS: asked, WALLET_OWN_CREDENTIALS: own }: WalletEnv): boolean => {
  const types = Object.values(own).map(typeOf);
  return asked.every((name) => !Object.hasOwn(own, name) && !types.includes(MAY_BE_OWN.get(name) ?? ""));
};

type WalletRule = { path: keyof WalletEnv; message: string; isKept: (env: WalletEnv) => boolean };

const exceptionsIn =
  (path: "WALLET_STATUS_UNREACHABLE" | "WALLET_STATUS_MISSING") =>
  (env: WalletEnv): boolean =>
    Object.keys(env[path].byCredential).every((name) => env.WALLET_STATUS_CREDENTIALS.includes(name));

/** Rules that relate these settings to each other. */
export const WALLET_RULES: readonly WalletRule[] = [
  {
    path: "WALLET_OWN_CREDENTIALS",
    message: "expected no credential of WALLET_CREDENTIALS once more: leave it out here, or there",
    isKept: isAskedOnce,
  },
  {
    path: "WALLET_REQUEST_CHAIN_FILE",
    message: "expected both WALLET_REQUEST_KEY_FILE and WALLET_REQUEST_CHAIN_FILE, or neither",
    isKept: (env) => !env.WALLET_REQUEST_KEY_FILE === !env.WALLET_REQUEST_CHAIN_FILE,
  },
  {
    path: "WALLET_REQUEST_METADATA_FILE",
    message:
      "expected WALLET_REQUEST_KEY_FILE and WALLET_REQUEST_CHAIN_FILE too: the metadata is for that certificate",
    isKept: (env) => !env.WALLET_REQUEST_METADATA_FILE || Boolean(env.WALLET_REQUEST_CHAIN_FILE),
  },
  {
    path: "WALLET_ZK",
    message:
      "expected WALLET_ZK_CIRCUITS and WALLET_ZK_VERIFIER_URL too: without them no proof can be required",
    isKept: (env) =>
      env.WALLET_ZK !== "require" ||
      (env.WALLET_ZK_CIRCUITS.length > 0 && env.WALLET_ZK_VERIFIER_URL !== undefined),
  },
  {
    path: "WALLET_STATUS_CREDENTIALS",
    message: "expected credentials of WALLET_CREDENTIALS and WALLET_OWN_CREDENTIALS only",
    isKept: (env) => {
      const asked: readonly string[] = [
        ...env.WALLET_CREDENTIALS,
        ...Object.keys(env.WALLET_OWN_CREDENTIALS),
      ];
      return env.WALLET_STATUS_CREDENTIALS.every((name) => asked.includes(name));
    },
  },
  {
    path: "WALLET_STATUS_HOSTS",
    message: "expected both WALLET_STATUS_CREDENTIALS and WALLET_STATUS_HOSTS, or neither",
    isKept: (env) => (env.WALLET_STATUS_CREDENTIALS.length === 0) === (env.WALLET_STATUS_HOSTS.length === 0),
  },
  ...(["WALLET_STATUS_UNREACHABLE", "WALLET_STATUS_MISSING"] as const).map((path) => ({
    path,
    message: "expected exceptions for credentials of WALLET_STATUS_CREDENTIALS only",
    isKept: exceptionsIn(path),
  })),
];
