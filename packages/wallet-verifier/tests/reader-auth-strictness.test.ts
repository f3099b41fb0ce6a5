import { beforeAll, describe, expect, test } from "vitest";
import {
  type Authority,
  ExtendedKeyUsageExtension,
  Extension,
  type Signer,
} from "../../../lab/demo-wallet/issuer/authority.ts";
import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import { DataItem } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { checkReaders, type ReaderRequest } from "../../../lab/demo-wallet/wallet/reader-auth.ts";
import { days, NOW, newKeys } from "../../../tests/support/wallet/authority.ts";
import {
  encoded,
  LICENCE_ITEMS,
  payloadOfAll,
  payloadOfOne,
  readerRequest,
  SESSION,
  signCose,
} from "../../../tests/support/wallet/readers/requests.ts";

// What the demo wallet's checker of readers refuses although the reader is known and the signature genuine.

let root: Authority;
let reader: Signer;

beforeAll(async () => {
  root = await createReaderAuthority({ now: NOW });
  reader = await newReader(root);
});

const check = (request: ReaderRequest, roots = [root.der]) => checkReaders(request, { roots, now: NOW });
const refused = (reason: string) => ({ ok: false, reason, why: expect.any(String) });

describe("requests that are signed as they are", () => {
  const signed = (...items: DataItem[]) => check(readerRequest([reader], { items }));
  const asking = (nameSpaces: unknown) =>
    signed(
      DataItem.fromData(
        new Map<string, unknown>([
          ["docType", "org.iso.18013.5.1.mDL"],
          ["nameSpaces", nameSpaces],
        ]),
      ),
    );
  const NAME = "org.iso.18013.5.1";

  test.each<[string, unknown]>([
    ["ask for no namespace", new Map()],
    ["ask for no element", new Map([[NAME, new Map()]])],
    ["do not say whether they retain", new Map([[NAME, new Map([["age_over_18", null]])]])],
    ["list elements without saying it", new Map([[NAME, ["age_over_18"]]])],
  ])("that %s are malformed", (_name, nameSpaces) => {
    expect(asking(new Map([[NAME, new Map([["age_over_18", false]])]]))).toMatchObject({ ok: true });
    expect(asking(nameSpaces)).toEqual(refused("malformed"));
  });

  test("for two hundred and fifty-five documents are read, and for one more are not", () => {
    expect(signed(...Array<DataItem>(255).fill(LICENCE_ITEMS))).toMatchObject({ ok: true });
    expect(signed(...Array<DataItem>(256).fill(LICENCE_ITEMS))).toEqual(refused("malformed"));
  });

  test.each(["1.2", "2.0", ""])(
    "for one DocRequest, of version %j, are refused by the version",
    (version) => {
      const docRequest = (readerAuth: unknown) =>
        new Map<string, unknown>([
          ["itemsRequest", LICENCE_ITEMS],
          ["readerAuth", readerAuth],
        ]);
      const of = (given: string) =>
        encoded(
          new Map<string, unknown>([
            ["version", given],
            ["docRequests", [docRequest(signCose(reader, payloadOfOne(SESSION, LICENCE_ITEMS)))]],
          ]),
        );
      expect(check({ ...SESSION, deviceRequest: of("1.0") })).toMatchObject({ ok: true });
      expect(check({ ...SESSION, deviceRequest: of(version) })).toEqual(refused("version"));
    },
  );

  test("in both forms name both readers", async () => {
    const second = await newReader(root, { name: "CN=Second" });
    const members = new Map<string, unknown>([
      ["version", "1.1"],
      [
        "docRequests",
        [
          new Map<string, unknown>([
            ["itemsRequest", LICENCE_ITEMS],
            ["readerAuth", signCose(second, payloadOfOne(SESSION, LICENCE_ITEMS))],
          ]),
        ],
      ],
      ["readerAuthAll", [signCose(reader, payloadOfAll(SESSION, [LICENCE_ITEMS]))]],
    ]);
    expect(check({ ...SESSION, deviceRequest: encoded(members) })).toMatchObject({
      readers: ["CN=Corner Shop, O=Corner Shop Ltd, C=UT", "CN=Second"],
    });
  });
});

describe("certificates", () => {
  test("with a key on another curve are refused, whatever the header says", async () => {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-384" }, true, [
      "sign",
      "verify",
    ]);
    const { chain } = await newReader(root, { keys });
    expect(check(readerRequest([{ chain, jwk: reader.jwk }]))).toEqual(refused("algorithm"));
  });

  test.each([
    [
      "is limited to other usages",
      () => new ExtendedKeyUsageExtension(["1.0.18013.5.1.2"], true),
      "certificate",
    ],
    [
      "has an unknown critical extension",
      () => new Extension("1.2.3.4", true, new Uint8Array([5, 0])),
      "certificate",
    ],
  ])("below a CA that %s are refused", async (_name, extension, reason) => {
    const below = async (more: InstanceType<typeof Extension>[]) =>
      check(readerRequest([await newReader(await root.intermediate({ more }))]));
    expect(await below([])).toMatchObject({ ok: true });
    expect(await below([extension()])).toEqual(refused(reason));
  });

  test("count below a root that was renewed with its key, in either order", async () => {
    const keys = await newKeys();
    const former = await createReaderAuthority({ now: NOW, keys, until: days(-1) });
    const renewed = await createReaderAuthority({ now: NOW, keys });
    const request = readerRequest([await newReader(renewed)]);
    expect(check(request, [former.der, renewed.der])).toMatchObject({ ok: true });
    expect(check(request, [renewed.der, former.der])).toMatchObject({ ok: true });
    expect(check(request, [former.der])).toEqual(refused("expired"));
  });
});
