import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { encode } from "cborg";

// An authenticator in software, by W3C Web Authentication Level 3 §6: what the devices of people do, and every lie that a
// page can be told. Nothing of the service is used here.

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

type Options = { challenge: string; rpId?: string | undefined; rp?: { id: string } | undefined };

/** In place of what an honest device would say. */
export type Lie = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  alg?: "ES256" | "ES384";
  signedBy?: "another";
  credentialId?: string;
};

const FLAG = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 };

type Kept = { id: Uint8Array; privateKey: KeyObject; cose: Uint8Array };

const CURVES = { ES256: ["P-256", 1, -7, "sha256"], ES384: ["P-384", 2, -35, "sha384"] } as const;

const newCredential = (alg: "ES256" | "ES384"): Kept => {
  const [namedCurve, curve, id] = CURVES[alg];
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // RFC 9053 §7.1: EC2, the algorithm, the curve, and the point.
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, id],
    [-1, curve],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  return { id: randomBytes(32), privateKey, cose: encode(cose) };
};

export type Authenticator = {
  /** `navigator.credentials.create`, as the JSON that pages send. */
  create(options: Options, lie?: Lie): string;
  /** `navigator.credentials.get`. */
  get(options: Options, lie?: Lie): string;
  readonly credentialId: string;
};

/**
 * @param origin of the page
 * @param kind synced passkeys have no counter; others count each use
 */
export const newAuthenticator = (origin: string, kind: "synced" | "counting" = "synced"): Authenticator => {
  let kept: Kept | null = null;
  let counter = 0;

  const dataFor = (rpId: string, lie: Lie, extra: Uint8Array, attested: boolean): Buffer => {
    if (kind === "counting") counter += 1;
    const flags =
      ((lie.isPresent ?? true) ? FLAG.present : 0) |
      ((lie.isVerified ?? true) ? FLAG.verified : 0) |
      (kind === "synced" ? FLAG.eligible | FLAG.backedUp : 0) |
      (attested ? FLAG.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.counter ?? counter);
    const hash = createHash("sha256")
      .update(lie.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, extra]);
  };

  const clientData = (type: string, { challenge }: Options, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    );

  return {
    get credentialId() {
      return kept ? b64(kept.id) : "";
    },
    create(options, lie = {}) {
      kept = newCredential(lie.alg ?? "ES256");
      const length = Buffer.from([0, kept.id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, kept.id, kept.cose]);
      const authData = dataFor(options.rp?.id ?? "", lie, credential, true);
      const attestationObject = encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", {}],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      const response = {
        clientDataJSON: b64(clientData("webauthn.create", options, lie)),
        attestationObject: b64(attestationObject),
      };
      return JSON.stringify({ id: b64(kept.id), rawId: b64(kept.id), type: "public-key", response });
    },
    get(options, lie = {}) {
      const { id, privateKey } = kept ?? newCredential("ES256");
      const data = dataFor(options.rpId ?? "", lie, new Uint8Array(), false);
      const client = clientData("webauthn.get", options, lie);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const key = lie.signedBy === "another" ? newCredential("ES256").privateKey : privateKey;
      const named = lie.credentialId ?? b64(id);
      const response = {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(sign("sha256", signed, key)),
        userHandle: b64(randomBytes(32)),
      };
      return JSON.stringify({ id: named, rawId: named, type: "public-key", response });
    },
  };
};
