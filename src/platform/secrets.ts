import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes as nodeRandomBytes,
  timingSafeEqual,
} from "node:crypto";
import { type HeldSecret, holdSecret } from "./keys/held-secret.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12; // NIST SP 800-38D §5.2.1.1 recommends 96 bits; §8.3 allows 2^32 random ones per key.
const TAG_BYTES = 16;
const KEY_NAME_BYTES = 6;

/** A sealed text that cannot be opened. It does not say why: the reason would only help a forger. */
export class SealedTextError extends Error {
  override readonly name = "SealedTextError";

  constructor() {
    super("The sealed text cannot be opened: wrong key, wrong context, or not what was sealed.");
  }
}

export type Secrets = {
  /** HMAC-SHA-256 with the pepper that is written with, 32 bytes: how API keys and session secrets are kept and looked up. */
  hash(value: string): Buffer;
  /** Keyed digest for one purpose, 32 bytes (request bodies, addresses). Two purposes never share a digest. */
  fingerprint(purpose: string, value: string | Uint8Array): Buffer;
  /** `hash` and `fingerprint` with the other pepper; null where KEY_PEPPER_PREVIOUS is not set. */
  readonly older: Pick<Secrets, "hash" | "fingerprint"> | null;
  /**
   * AES-256-GCM. `context` says what the text belongs to (`key_…`): under any other context it does not open.
   * @returns `v1.…`, or `v2.<name of the key>.…` while SECRETS_KEY_PREVIOUS is set
   */
  seal(plaintext: string, context: string): string;
  /**
   * Opens what SECRETS_KEY or SECRETS_KEY_PREVIOUS sealed.
   * @throws SealedTextError
   */
  open(sealed: string, context: string): string;
  /** The name of the key that opens it. @throws SealedTextError */
  openedBy(sealed: string, context: string): string;
  /** Seals again with the key that is written with, under its name. @throws SealedTextError */
  reseal(sealed: string, context: string): string;
  /** The prefix of every text that names the key that is written with. */
  readonly sealedPrefix: string;
  /** SECRETS_KEY and SECRETS_KEY_PREVIOUS by name. */
  readonly sealing: HeldSecret;
  /** KEY_PEPPER and KEY_PEPPER_PREVIOUS by name. */
  readonly hashing: HeldSecret;
};

// What a name is the digest of. Nothing else is.
const OF_SEALING = "lintel name of a sealing key v1";
const OF_PEPPERS = "lintel name of a pepper v1";

/** A key's name, 8 characters: in sealed texts, and where processes tell each other what they read. */
const nameOf = (key: KeyObject, label: string): string =>
  createHmac("sha256", key).update(label).digest().subarray(0, KEY_NAME_BYTES).toString("base64url");

type Digests = Pick<Secrets, "hash" | "fingerprint">;

const digestsWith = (hashKey: KeyObject): Digests => {
  // A separate key, so that no fingerprint can equal a hash, whatever their inputs are.
  const fingerprintKey = createSecretKey(
    createHmac("sha256", hashKey).update("lintel fingerprint v1").digest(),
  );
  return {
    hash: (value) => createHmac("sha256", hashKey).update(value).digest(),
    fingerprint: (purpose, value) =>
      // The length in front keeps ("a", "bc") and ("ab", "c") apart.
      createHmac("sha256", fingerprintKey).update(`${purpose.length}:${purpose}`).update(value).digest(),
  };
};

const sealWith = (key: KeyObject, iv: Uint8Array, plaintext: string, head: string, context: string) => {
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(aadOf(head, context));
  const body = Buffer.concat([iv, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return head + body.toString("base64url");
};

/** The version and the context; the key's name needs no seal, because another key does not open the text. */
const aadOf = (head: string, context: string): Buffer =>
  Buffer.from(`lintel sealed ${head.slice(0, head.indexOf("."))} ${context}`);

/** @returns null if the key, the context or the text does not match */
const openWith = (key: KeyObject, body: Buffer, head: string, context: string): string | null => {
  const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES, // without it Node takes shortened tags, which are easy to forge
  });
  decipher.setAAD(aadOf(head, context)).setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const start = decipher.update(body.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
};

const FIRST_FORM = "v1."; // names no key: there was one only
const SEALED = /^(v1\.|v2\.([A-Za-z0-9_-]{8})\.)([A-Za-z0-9_-]+)$/;

/**
 * Seals and hashes with SECRETS_KEY and KEY_PEPPER until `sealing` and `hashing` are set to the previous ones.
 * @param options.secretsKey 32 bytes (SECRETS_KEY)
 * @param options.previousSecretsKey another key, which opens too (SECRETS_KEY_PREVIOUS)
 * @param options.pepper at least 32 bytes (KEY_PEPPER), kept outside the database: without it a stolen table is useless
 * @param options.previousPepper another pepper, whose hashes are still found (KEY_PEPPER_PREVIOUS)
 * @throws RangeError when a key has the wrong length
 */
export const createSecrets = (options: {
  secretsKey: Uint8Array;
  previousSecretsKey?: Uint8Array | undefined;
  pepper: Uint8Array;
  previousPepper?: Uint8Array | undefined;
  randomBytes?: (bytes: number) => Uint8Array;
}): Secrets => {
  const { secretsKey, previousSecretsKey, pepper, previousPepper, randomBytes = nodeRandomBytes } = options;
  const keyFrom = (bytes: Uint8Array): KeyObject => {
    if (bytes.length === KEY_BYTES) return createSecretKey(bytes);
    throw new RangeError(`The secrets key must have ${KEY_BYTES} bytes.`);
  };
  // Given bytes, Node makes a key of them each time, which takes longer than the digest, so it gets a key.
  const pepperFrom = (bytes: Uint8Array): KeyObject => {
    if (bytes.length >= KEY_BYTES) return createSecretKey(bytes);
    throw new RangeError(`The pepper must have at least ${KEY_BYTES} bytes.`);
  };
  const both = (one: Uint8Array, other: Uint8Array | undefined): Uint8Array[] =>
    other ? [one, other] : [one];
  const keys = both(secretsKey, previousSecretsKey).map(keyFrom);
  const named = new Map(keys.map((key) => [nameOf(key, OF_SEALING), key]));
  const sealing = holdSecret(named);
  const peppers = both(pepper, previousPepper).map(pepperFrom);
  const digests = new Map(peppers.map((key) => [nameOf(key, OF_PEPPERS), digestsWith(key)]));
  const hashing = holdSecret(digests);
  const prefix = (): string => `v2.${sealing.writes()}.`;
  // Processes of the previous version, which run alongside this one during an upgrade, open only the first form.
  const headNow = (): string => (previousSecretsKey ? prefix() : FIRST_FORM);
  const seal = (plaintext: string, context: string, head = headNow()): string =>
    sealWith(sealing.current(), randomBytes(IV_BYTES), plaintext, head, context);

  const openNamed = (sealed: string, context: string): { name: string; text: string } => {
    const [, head = "", byName, text = ""] = SEALED.exec(sealed) ?? [];
    const body = Buffer.from(text, "base64url");
    // Base64 decoding forgives strange characters; the text must be exactly what `seal` wrote.
    if (text !== body.toString("base64url")) throw new SealedTextError();
    if (body.length < IV_BYTES + TAG_BYTES) throw new SealedTextError();
    for (const [name, key] of named) {
      if (byName !== undefined && name !== byName) continue;
      const opened = openWith(key, body, head, context);
      if (opened !== null) return { name, text: opened };
    }
    throw new SealedTextError();
  };
  const open = (sealed: string, context: string): string => openNamed(sealed, context).text;

  return {
    hash: (value) => hashing.current().hash(value),
    fingerprint: (purpose, value) => hashing.current().fingerprint(purpose, value),
    get older() {
      return hashing.others()[0] ?? null;
    },
    seal: (plaintext, context) => seal(plaintext, context),
    open,
    openedBy: (sealed, context) => openNamed(sealed, context).name,
    reseal: (sealed, context) => seal(open(sealed, context), context, prefix()),
    get sealedPrefix() {
      return prefix();
    },
    sealing,
    hashing,
  };
};

type Bytes = Uint8Array<ArrayBuffer>;

const withEach = (secrets: Secrets, digest: (by: Digests) => Buffer): Bytes[] =>
  [secrets, secrets.older].flatMap((by) => (by ? [new Uint8Array(digest(by))] : []));

/** Every hash under which a value may be stored: first with the pepper that is written with, then with the other one. */
export const hashesOf = (secrets: Secrets, value: string): Bytes[] =>
  withEach(secrets, (by) => by.hash(value));

/** Every fingerprint under which a value may be stored: first with the pepper that is written with. */
export const fingerprintsOf = (secrets: Secrets, purpose: string, value: string | Uint8Array): Bytes[] =>
  withEach(secrets, (by) => by.fingerprint(purpose, value));

/** Whether one of the digests is this one. */
export const includesBytes = (digests: readonly Uint8Array[], digest: Uint8Array): boolean =>
  digests.some((each) => Buffer.compare(each, digest) === 0);

/** The first row that one of the digests finds. */
export const findByEach = async <Row>(
  digests: readonly Bytes[],
  find: (digest: Bytes) => Promise<Row | null>,
): Promise<Row | null> => {
  for (const digest of digests) {
    const row = await find(digest);
    if (row) return row;
  }
  return null;
};

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();

/** Whether `given` is one of the candidates. The time taken tells neither which one nor how much of it was right. */
export const constantTimeIncludes = (candidates: readonly string[], given: string): boolean => {
  const wanted = digest(given); // digests have one length, which timingSafeEqual needs
  let found = 0;
  for (const candidate of candidates) found |= Number(timingSafeEqual(digest(candidate), wanted));
  return found === 1;
};
