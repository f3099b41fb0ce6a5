import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";
import { decode, encode, Tagged } from "cborg";
import { describe, expect, test } from "vitest";
import { createAuthority } from "../../../tests/support/wallet/authority.ts";
import { createWorld, ORIGIN, TYPES } from "../../../tests/support/wallet/world.ts";
import { isMdoc, MOBILE_DRIVING_LICENCE, PHOTO_ID } from "../src/credential-type.ts";
import { isoMdocRequest } from "../src/openid4vp/iso-mdoc.ts";
import type { Reader } from "../src/openid4vp/reader-auth.ts";

// ISO/IEC 18013-5, second edition, §12.5: who asks signs what is asked. The demo wallet's checker, which was written
// from the text alone, reads the same requests in altered-reader-requests.test.ts.

const { isoMdoc } = await createWorld();
const ca = await createAuthority({ name: "CN=Reader CA" });
const readerOf = async (name: string): Promise<Reader> => {
  const { privateKey, chain } = await ca.signer({ name: `CN=${name}`, eku: "1.0.18013.5.1.6" });
  const [first = new Uint8Array(), ...above] = chain;
  return { privateKey, chain: [first, ...above] };
};
const [shop, next] = [await readerOf("Corner Shop"), await readerOf("Corner Shop, next")];

const tags = Tagged.preserve(24);

type Sign1 = [Uint8Array, Map<number, Uint8Array | Uint8Array[]>, null, Uint8Array];
type Decoded = Map<string, unknown> & {
  get(name: "docRequests"): Map<string, Tagged>[];
  get(name: "readerAuthAll"): Sign1[] | undefined;
};

const decoded = (type: typeof MOBILE_DRIVING_LICENCE, readers: readonly Reader[]): Decoded => {
  const { deviceRequest } = isoMdocRequest(isoMdoc, type, readers).data;
  return decode(new Uint8Array(Buffer.from(deviceRequest, "base64url")), { useMaps: true, tags });
};

/** What §12.5 has a reader sign, with a foreign encoder. */
const signedBytes = (request: Decoded): Uint8Array => {
  const info = createHash("sha256")
    .update(encode([isoMdoc.encryptionInfo, ORIGIN]))
    .digest();
  const transcript = [null, null, ["dcapi", new Uint8Array(info)]];
  const items = request.get("docRequests").map((one) => one.get("itemsRequest"));
  const all = encode(["ReaderAuthenticationAll", transcript, items, null]);
  return encode(["Signature1", encode(new Map([[1, -7]])), new Uint8Array(), encode(new Tagged(24, all))]);
};

const isSignedBy = (sign1: Sign1 | undefined, { chain }: Reader, bytes: Uint8Array): boolean => {
  const key = createPublicKey(
    new X509Certificate(chain[0]).publicKey.export({ format: "pem", type: "spki" }),
  );
  return verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, sign1?.[3] ?? new Uint8Array());
};

describe("a request over org-iso-mdoc", () => {
  test.each([MOBILE_DRIVING_LICENCE, PHOTO_ID])(
    "for $id is signed over the session and all items",
    (type) => {
      const request = decoded(type, [shop]);
      expect([...request.keys()]).toEqual(["version", "docRequests", "readerAuthAll"]);
      expect(request.get("version")).toBe("1.1");
      const all = request.get("readerAuthAll") ?? [];
      expect(all).toHaveLength(1);
      const [head, open, payload] = all[0] ?? [];
      expect(decode(head ?? new Uint8Array(), { useMaps: true })).toEqual(new Map([[1, -7]]));
      // One certificate is a bare byte string.
      expect(open).toEqual(new Map([[33, shop.chain[0]]]));
      expect(payload).toBeNull();
      expect(isSignedBy(all[0], shop, signedBytes(request))).toBe(true);
      expect(isSignedBy(all[0], next, signedBytes(request))).toBe(false);
    },
  );

  test("is signed by every reader while one replaces the other, each with its own chain", () => {
    const between = new Uint8Array(Buffer.from(ca.der));
    const chained: Reader = { ...next, chain: [next.chain[0], between] };
    const request = decoded(MOBILE_DRIVING_LICENCE, [shop, chained]);
    const all = request.get("readerAuthAll") ?? [];
    expect(all.map(([, open]) => open.get(33))).toEqual([shop.chain[0], [next.chain[0], between]]);
    expect(isSignedBy(all[0], shop, signedBytes(request))).toBe(true);
    expect(isSignedBy(all[1], next, signedBytes(request))).toBe(true);
  });

  test("of any other type stays unsigned, and so does every one without a reader", () => {
    const plain = (type: (typeof TYPES)[number], readers: Reader[]) =>
      isMdoc(type)
        ? [...decoded(type, readers).entries()].map(([name, value]) => (name === "version" ? value : name))
        : [];
    const unsigned = ["1.0", "docRequests"];
    for (const type of TYPES.filter(isMdoc)) {
      expect(plain(type, [])).toEqual(unsigned);
      const wantsReader = type === MOBILE_DRIVING_LICENCE || type === PHOTO_ID;
      expect([type.id, plain(type, [shop])]).toEqual([
        type.id,
        wantsReader ? ["1.1", "docRequests", "readerAuthAll"] : unsigned,
      ]);
    }
  });

  test("carries another signature for another session: none can be replayed", () => {
    const elsewhere = { ...isoMdoc, origin: "https://evil.example" };
    const { deviceRequest } = isoMdocRequest(elsewhere, MOBILE_DRIVING_LICENCE, [shop]).data;
    const request: Decoded = decode(new Uint8Array(Buffer.from(deviceRequest, "base64url")), {
      useMaps: true,
      tags,
    });
    expect(isSignedBy(request.get("readerAuthAll")?.[0], shop, signedBytes(request))).toBe(false);
  });
});
