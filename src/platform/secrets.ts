import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes as nodeRandomBytes,
  timingSafeEqual,
} from "node:crypto";

const KEY_BYTES = 32;
const IV_BYTES = 12; // NIST SP 800-38D §5.2.1.1 recommends 96 bits; §8.3 allows 2^32 random ones per key.
const TAG_BYTES = 16;
const VERSION = "v1"; // the text format and the key that goes with it

/** A sealed text that cannot be opened. It does not say why: the reason would only help a forger. */
export class SealedTextError extends Error {
  override readonly name = "SealedTextError";

  // The bundler copies this class as it does ServiceError (core/errors.ts).
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "SealedTextError";
  }

  constructor() {
    super("The sealed text cannot be opened: wrong key, wrong context, or not what was sealed.");
  }
}

export type Secrets = {
  /** HMAC-SHA-256 with the pepper, 32 bytes: how API keys and session secrets are kept and looked up. */
  hash(value: string): Buffer;
  /** Keyed digest for one purpose, 32 bytes (request bodies, addresses). Two purposes never share a digest. */
  fingerprint(purpose: string, value: string | Uint8Array): Buffer;
  /** AES-256-GCM. `context` says what the text belongs to (`key_…`): under another one it does not open. */
  seal(plaintext: string, context: string): string;
  /** @throws SealedTextError */
  open(sealed: string, context: string): string;
};

/**
 * @param options.secretsKey 32 bytes (SECRETS_KEY)
 * @param options.pepper at least 32 bytes (KEY_PEPPER), kept outside the database: without it a stolen table is useless
 * @throws RangeError when a key has the wrong length
 */
export const createSecrets = (options: {
  secretsKey: Uint8Array;
  pepper: Uint8Array;
  randomBytes?: (bytes: number) => Uint8Array;
}): Secrets => {
  const { secretsKey, pepper, randomBytes = nodeRandomBytes } = options;
  if (secretsKey.length !== KEY_BYTES) throw new RangeError(`The secrets key must have ${KEY_BYTES} bytes.`);
  if (pepper.length < KEY_BYTES) throw new RangeError(`The pepper must have at least ${KEY_BYTES} bytes.`);
  // A separate key, so that no fingerprint can equal a hash, whatever their inputs are.
  const fingerprintKey = createHmac("sha256", pepper).update("lintel fingerprint v1").digest();
  const aad = (context: string): Buffer => Buffer.from(`lintel sealed ${VERSION} ${context}`);

  return {
    hash: (value) => createHmac("sha256", pepper).update(value).digest(),
    fingerprint: (purpose, value) =>
      // The length in front keeps ("a", "bc") and ("ab", "c") apart.
      createHmac("sha256", fingerprintKey).update(`${purpose.length}:${purpose}`).update(value).digest(),
    seal: (plaintext, context) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", secretsKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(aad(context));
      const body = Buffer.concat([iv, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${body.toString("base64url")}`;
    },
    open: (sealed, context) => {
      const body = Buffer.from(sealed.slice(VERSION.length + 1), "base64url");
      // Base64 decoding forgives strange characters; the text must be exactly what `seal` wrote.
      if (sealed !== `${VERSION}.${body.toString("base64url")}`) throw new SealedTextError();
      if (body.length < IV_BYTES + TAG_BYTES) throw new SealedTextError();
      const decipher = createDecipheriv("aes-256-gcm", secretsKey, body.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES, // without it Node takes shortened tags, which are easy to forge
      });
      decipher.setAAD(aad(context)).setAuthTag(body.subarray(-TAG_BYTES));
      try {
        const start = decipher.update(body.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([start, decipher.final()]).toString("utf8");
      } catch {
        throw new SealedTextError();
      }
    },
  };
};

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();

/** Whether `given` is one of the candidates. The time taken tells neither which one nor how much of it was right. */
export const constantTimeIncludes = (candidates: readonly string[], given: string): boolean => {
  const wanted = digest(given); // digests have one length, which timingSafeEqual needs
  let found = 0;
  for (const candidate of candidates) found |= Number(timingSafeEqual(digest(candidate), wanted));
  return found === 1;
};
