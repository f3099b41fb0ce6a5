import { beforeAll, describe, expect, test } from "vitest";
import type { Authority, Signer } from "../../../lab/demo-wallet/issuer/authority.ts";
import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import { cborEncode, DataItem } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { checkReaders, type ReaderRequest } from "../../../lab/demo-wallet/wallet/reader-auth.ts";
import { alteredReaderRequests } from "../../../tests/support/wallet/altered-reader-requests.ts";
import { days, KeyUsageFlags, NOW } from "../../../tests/support/wallet/authority.ts";
import {
  encoded,
  INFO,
  LICENCE_ITEMS,
  PHOTO_ID_ITEMS,
  payloadOfAll,
  payloadOfOne,
  readerRequest,
  SESSION,
  signCose,
  transcriptOf,
} from "../../../tests/support/wallet/readers/requests.ts";

// The demo wallet's checker of readers, against requests that are written out by hand: ISO/IEC 18013-5:2025 §10.2.2 and
// §12.5. It shares no code with the product's signing, so that two readings of the text meet.

const SHOP = "CN=Corner Shop, O=Corner Shop Ltd, C=UT";
const LICENCE = "org.iso.18013.5.1.mDL";
const PHOTO_ID = "org.iso.23220.photoid.1";
const BOTH = [LICENCE_ITEMS, PHOTO_ID_ITEMS];

let root: Authority;
let sub: Authority;
/** Below the root, and below a CA between. */
let direct: Signer;
let below: Signer;

beforeAll(async () => {
  root = await createReaderAuthority({ now: NOW });
  sub = await root.intermediate();
  direct = await newReader(root, { hosts: ["shop.example"] });
  below = await newReader(sub);
});

const check = (request: ReaderRequest, { now = NOW, roots = [root.der] } = {}) =>
  checkReaders(request, { roots, now });

const accepted = (docTypes: readonly string[] = [LICENCE], readers: readonly string[] = [SHOP]) => ({
  ok: true,
  readers,
  docTypes,
});
const refused = (reason: string) => ({ ok: false, reason, why: expect.any(String) });

describe("a genuine request of every shape is accepted, and its readers are named", () => {
  test("one certificate, as a bare byte string", () => {
    expect(check(readerRequest([direct]))).toEqual(accepted());
  });

  test("two certificates in the chain, as an array", () => {
    expect(below.chain).toHaveLength(2);
    expect(check(readerRequest([below]))).toEqual(accepted());
  });

  test("two signers while certificates roll over", async () => {
    const next = await newReader(sub, { name: "CN=Corner Shop 2027" });
    expect(check(readerRequest([direct, next]))).toEqual(accepted([LICENCE], [SHOP, "CN=Corner Shop 2027"]));
  });

  test("with deviceRequestInfo", () => {
    expect(check(readerRequest([direct], { info: INFO }))).toEqual(accepted());
  });

  test("two DocRequests, with deviceRequestInfo and without", () => {
    for (const info of [INFO, null]) {
      const request = readerRequest([direct, below], { items: BOTH, info });
      expect(check(request)).toEqual(accepted([LICENCE, PHOTO_ID]));
    }
  });

  test("a signature for each DocRequest, in the older form and version", () => {
    const docRequests = BOTH.map(
      (items) =>
        new Map<string, unknown>([
          ["itemsRequest", items],
          ["readerAuth", signCose(direct, payloadOfOne(SESSION, items))],
        ]),
    );
    const members = new Map<string, unknown>([
      ["version", "1.0"],
      ["docRequests", docRequests],
    ]);
    expect(check({ ...SESSION, deviceRequest: encoded(members) })).toEqual(accepted([LICENCE, PHOTO_ID]));
    docRequests[1]?.delete("readerAuth");
    expect(check({ ...SESSION, deviceRequest: encoded(members) })).toEqual(refused("no_reader_auth"));
  });

  test("a root of the same name that is not the issuer does not stand in the way", async () => {
    const namesake = await createReaderAuthority({ now: NOW });
    expect(check(readerRequest([direct]), { roots: [namesake.der, root.der] })).toEqual(accepted());
  });
});

/** A reader signs the items in an encoding that is not the shortest. */
const unusual = (): { request: ReaderRequest; usual: ReaderRequest } => {
  const [first = 0, ...rest] = LICENCE_ITEMS.buffer;
  // The head of the map takes two bytes where one would do: 0xb8 0x02 for 0xa2.
  const items = DataItem.fromBuffer(Uint8Array.of(0xb8, first & 31, ...rest));
  const request = readerRequest([direct], { items: [items] });
  const bytes = Buffer.from(request.deviceRequest, "base64url");
  const at = bytes.indexOf(cborEncode(items));
  const end = at + cborEncode(items).length;
  const usualBytes = Buffer.concat([bytes.subarray(0, at), cborEncode(LICENCE_ITEMS), bytes.subarray(end)]);
  return { request, usual: { ...request, deviceRequest: usualBytes.toString("base64url") } };
};

test("the bytes count as they were sent, not as anyone would encode them again", () => {
  const { request, usual } = unusual();
  expect(check(request)).toEqual(accepted());
  expect(check(usual)).toEqual(refused("signature"));
});

describe("an altered request is refused, and the reason is named", () => {
  const SHAPES = [
    ["one certificate", () => readerRequest([direct]), 82],
    [
      "a chain, two DocRequests and deviceRequestInfo",
      () => readerRequest([below], { items: BOTH, info: INFO }),
      88,
    ],
    ["two signers", () => readerRequest([below, direct], { info: INFO }), 86],
  ] as const;

  test.each(SHAPES)("%s", async (_name, build, count) => {
    const genuine = build();
    expect(check(genuine)).toMatchObject({ ok: true });
    const altered = await alteredReaderRequests(genuine, NOW);
    expect(altered.map(({ name, request }) => [name, check(request)])).toEqual(
      altered.map(({ name, reason }) => [name, refused(reason)]),
    );
    expect(altered).toHaveLength(count);
    expect(new Set(altered.map(({ name }) => name)).size).toBe(count);
  });

  test("in any single byte", () => {
    const genuine = readerRequest([direct]);
    const bytes = Buffer.from(genuine.deviceRequest, "base64url");
    const taken = [...bytes.keys()].filter((at) => {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      return check({ ...genuine, deviceRequest: altered.toString("base64url") }).ok;
    });
    expect(taken).toEqual([]);
  });

  test("cut off anywhere", () => {
    const { deviceRequest, ...session } = readerRequest([direct]);
    const bytes = Buffer.from(deviceRequest, "base64url");
    const reasons = [...bytes.keys()].map((end) =>
      check({ ...session, deviceRequest: bytes.subarray(0, end).toString("base64url") }),
    );
    expect(reasons).toEqual(reasons.map(() => refused("malformed")));
  });
});

describe("a reader's certificate", () => {
  const by = async (options: Parameters<typeof newReader>[1], authority = root) =>
    check(readerRequest([await newReader(authority, options)]));

  test.each([
    ["expired", "expired", { from: days(-60), until: days(-1) }],
    ["not valid yet", "not_yet_valid", { from: days(1), until: days(60) }],
    ["of a CA", "certificate", { isCa: true }],
    ["for signing documents", "certificate", { eku: "1.0.18013.5.1.2" }],
    ["for any usage", "certificate", { eku: "2.5.29.37.0" }],
    ["that may not sign", "certificate", { keyUsage: KeyUsageFlags.keyAgreement }],
    ["with an unknown critical extension", "certificate", { hasUnknownCritical: true }],
    ["signed with SHA-1", "certificate", { hash: "SHA-1" as const }],
    ["of another host", "wrong_domain", { hosts: ["other.example"] }],
    ["of a host below", "wrong_domain", { hosts: ["www.shop.example"] }],
    ["of the host above", "wrong_domain", { hosts: ["example"] }],
    ["of every host below", "wrong_domain", { hosts: ["*.example"] }],
  ])("%s is refused", async (_name, reason, options) => {
    expect(await by(options)).toEqual(refused(reason));
  });

  test.each([
    ["without an extended key usage", { eku: null }],
    ["with a reader's usage among others", { eku: ["1.0.18013.5.1.2", "1.0.18013.5.1.6"] }],
    ["of several hosts, one of them the origin's", { hosts: ["other.example", "Shop.Example"] }],
    ["signed with SHA-384", { hash: "SHA-384" as const }],
    ["valid from this second to this second", { from: NOW, until: NOW }],
  ])("%s is accepted", async (_name, options) => {
    expect(await by(options)).toEqual(accepted());
  });

  test("below a CA that has expired, or issues no certificates, is refused", async () => {
    const parent = { now: NOW, name: "CN=Old Root" };
    const old = await createReaderAuthority({ ...parent, until: days(-1) });
    const request = readerRequest([await newReader(old)]);
    expect(check(request, { roots: [old.der] })).toEqual(refused("expired"));
    const leafAsCa = await below.issue({ name: "CN=Below a reader", eku: null });
    expect(check(readerRequest([leafAsCa]))).toEqual(refused("unknown_signer"));
    const notCa = await root.signer({ eku: null, isCa: false, keyUsage: KeyUsageFlags.keyCertSign });
    expect(check(readerRequest([await notCa.issue({ eku: null })]))).toEqual(refused("certificate"));
  });

  test("further below a root than its path length allows is refused", async () => {
    const short = await createReaderAuthority({ now: NOW, pathLength: 0 });
    const roots = [short.der];
    expect(check(readerRequest([await newReader(short)]), { roots })).toEqual(accepted());
    const deep = readerRequest([await newReader(await short.intermediate())]);
    expect(check(deep, { roots })).toEqual(refused("certificate"));
  });

  test("with its root behind it is refused: the root is left out", () => {
    const withRoot = { jwk: direct.jwk, chain: [direct.der, root.der] };
    expect(check(readerRequest([withRoot]))).toEqual(refused("root_in_chain"));
  });

  test("that is its own issuer is refused, even where it is trusted itself", async () => {
    const self = await createReaderAuthority({ now: NOW });
    const request = readerRequest([{ jwk: direct.jwk, chain: [self.der] }]);
    expect(check(request, { roots: [self.der] })).toEqual(refused("unknown_signer"));
  });

  test("of an authority that is not trusted is refused, and counts where roots are not asked about", () => {
    const request = readerRequest([below]);
    expect(check(request, { roots: [] })).toEqual(refused("unknown_signer"));
    expect(checkReaders(request, { roots: null, now: NOW })).toEqual(accepted());
  });

  test("and signature are checked for every signer", async () => {
    const expired = await newReader(root, { from: days(-60), until: days(-1) });
    for (const readers of [
      [direct, expired],
      [expired, direct],
    ]) {
      expect(check(readerRequest(readers))).toEqual(refused("expired"));
    }
  });
});

describe("a genuine reader that signs something else is refused", () => {
  const signedOver = (payload: unknown): ReaderRequest => {
    const members = new Map<string, unknown>([
      ["version", "1.1"],
      ["docRequests", [new Map([["itemsRequest", LICENCE_ITEMS]])]],
      ["readerAuthAll", [signCose(direct, payload)]],
    ]);
    return { ...SESSION, deviceRequest: encoded(members) };
  };
  const transcript = transcriptOf(SESSION);

  test("what it has to sign is accepted, made in the same way", () => {
    expect(check(signedOver(payloadOfAll(SESSION, [LICENCE_ITEMS])))).toEqual(accepted());
  });

  test.each([
    ["in the older context", ["ReaderAuthentication", transcript, [LICENCE_ITEMS], null]],
    ["what the reader of one DocRequest signs", payloadOfOne(SESSION, LICENCE_ITEMS)],
    ["the items without their list", ["ReaderAuthenticationAll", transcript, LICENCE_ITEMS, null]],
    ["the items without their tag", ["ReaderAuthenticationAll", transcript, [LICENCE_ITEMS.buffer], null]],
    ["no place for the info", ["ReaderAuthenticationAll", transcript, [LICENCE_ITEMS]]],
    [
      "the info as an empty byte string",
      ["ReaderAuthenticationAll", transcript, [LICENCE_ITEMS], new Uint8Array()],
    ],
    ["the info as undefined", ["ReaderAuthenticationAll", transcript, [LICENCE_ITEMS], undefined]],
    [
      "an embedded transcript",
      ["ReaderAuthenticationAll", DataItem.fromData(transcript), [LICENCE_ITEMS], null],
    ],
    [
      "the handover without its nulls",
      ["ReaderAuthenticationAll", transcript.slice(2), [LICENCE_ITEMS], null],
    ],
    ["another origin", payloadOfAll({ ...SESSION, origin: "https://other.example" }, [LICENCE_ITEMS])],
    ["another encryptionInfo", payloadOfAll({ ...SESSION, encryptionInfo: "x" }, [LICENCE_ITEMS])],
  ])("%s", (_name, payload) => {
    expect(check(signedOver(payload))).toEqual(refused("signature"));
  });
});

test("an unsigned request has no reader authentication, whatever its version", () => {
  const unsigned = readerRequest([]);
  expect(check(unsigned)).toEqual(refused("no_reader_auth"));
});
