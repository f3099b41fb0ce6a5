import { createPublicKey } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { ServiceError } from "#core/errors.ts";
import { AddressRefused, createTenantHttp } from "#platform/webhooks/tenant-http.ts";
import { verifyWithStatus } from "../../../../lab/demo-wallet/wallet/sd-jwt.ts";
import {
  MOBILE_DRIVING_LICENCE,
  PID_SD_JWT,
} from "../../../../packages/wallet-verifier/src/credential-type.ts";
import {
  readStatus,
  type StatusRules,
  type VerifiedCredential,
} from "../../../../packages/wallet-verifier/src/status/status-claim.ts";
import { createStatusLists } from "../../../../packages/wallet-verifier/src/status/status-lists.ts";
import { statusAt } from "../../../../packages/wallet-verifier/src/status/status-token.ts";
import {
  type Authority,
  createAuthority,
  days,
  NOW,
  type Signer,
} from "../../../support/wallet/authority.ts";
import { createTrial } from "../../../support/wallet/mdoc-trial.ts";
import { createSdJwtTrial } from "../../../support/wallet/sd-jwt-trial.ts";
import { issueSdJwt } from "../../../support/wallet/sd-jwt-wallet.ts";
import {
  cwtAnswer,
  jwtAnswer,
  listOf,
  packed,
  statusListCwt,
  statusListJwt,
} from "../../../support/wallet/status-list.ts";
import { HOSTILE_IPV4, HOSTILE_IPV6 } from "../../../support/webhooks/hostile-addresses.ts";
import { testClock } from "../../../support/world/clock.ts";

type Fetched = ReturnType<typeof jwtAnswer>;
/** By what the client accepts. */
type Reply = (accept: string) => Fetched | Promise<Fetched>;

const HOST = "status.utopia.example";
const URI = `https://${HOST}/lists/1`;
const PASSED = { ok: true, value: null };
const refused = (code: string) => ({ ok: false, code });

let authority: Authority;
let signer: Signer;
/** Without any extended key usage, as ISO/IEC 18013-5:2025 Table B.9 allows. */
let listSigner: Signer;
beforeAll(async () => {
  authority = await createAuthority();
  signer = await authority.signer();
  listSigner = await authority.signer({ name: "CN=Utopia Lists,C=UT", eku: null });
});

/** Lists that one client keeps, and a host of them that can be changed. */
const trial = (change: Partial<StatusRules> = {}) => {
  const clock = testClock(NOW);
  const notes: string[] = [];
  const asked: string[] = [];
  const state: { reply: Reply } = {
    reply: () =>
      jwtAnswer(statusListJwt({ uri: URI, statuses: listOf([]), signer: listSigner, now: clock.now() })),
  };
  const rules: StatusRules = {
    types: [MOBILE_DRIVING_LICENCE.type, PID_SD_JWT.type],
    hosts: [HOST],
    whenUnreachable: "refuse",
    whenMissing: "refuse",
    maxAgeMs: 10_000,
    ...change,
  };
  const lists = createStatusLists({
    rules,
    now: clock.now,
    note: (host, outcome) => void notes.push(`${host} ${outcome}`),
    http: async (url, init) => {
      const headers = new Headers(init?.headers);
      asked.push(`${url} ${headers.get("cache-control")}`);
      return state.reply(headers.get("accept") ?? "");
    },
  });
  const credential = (status: unknown): VerifiedCredential => ({
    format: "mso_mdoc",
    anchor: authority.anchor(MOBILE_DRIVING_LICENCE.type),
    status,
  });
  return {
    clock,
    notes,
    asked,
    lists,
    serve: (reply: Reply) => {
      state.reply = reply;
    },
    revoke: (...indexes: number[]) => {
      state.reply = () =>
        jwtAnswer(
          statusListJwt({ uri: URI, statuses: listOf(indexes), signer: listSigner, now: clock.now() }),
        );
    },
    check: (status: unknown) => lists.check([credential(status)]),
  };
};

const at = (idx: number, uri = URI) => ({ status_list: { idx, uri } });
const AWAY = () => {
  throw new ServiceError("SERVICE_UNAVAILABLE");
};

describe("the published lists of Token Status List §4", () => {
  test.each([
    [1, "eNrbuRgAAhcBXQ", "b9a3", [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]],
    [2, "eNo76fITAAPfAgc", "c944f9", [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]],
  ] as const)("of %i bits", (bits, lst, hex, statuses) => {
    const bytes = new Uint8Array(inflateSync(Buffer.from(lst, "base64url")));
    expect(Buffer.from(bytes).toString("hex")).toBe(hex);
    const list = { kind: "status_list", bits, bytes } as const;
    expect(statuses.map((_, index) => statusAt(list, index))).toEqual(statuses);
    expect(statusAt(list, statuses.length)).toBeNull();
    expect(Buffer.from(packed(statuses, bits)).toString("hex")).toBe(hex);
  });

  test.each([4, 8] as const)("and those of %i bits go from the lowest bits on too", (bits) => {
    const statuses = [0, 1, 15, 7, 2, 0, 9];
    const list = { kind: "status_list", bits, bytes: packed(statuses, bits) } as const;
    expect(statuses.map((_, index) => statusAt(list, index))).toEqual(statuses);
  });

  test.each([
    ["eNrbuRgAAhcBXQ", 1, 1, PASSED],
    ["eNrbuRgAAhcBXQ", 1, 0, refused("credential_revoked")],
    ["eNo76fITAAPfAgc", 2, 2, PASSED],
    ["eNo76fITAAPfAgc", 2, 1, refused("credential_revoked")],
    ["eNo76fITAAPfAgc", 2, 3, refused("credential_revoked")],
    ["eNo76fITAAPfAgc", 2, 12, refused("status_list_refused")],
  ] as const)("decide: %s, %i bits, place %i", async (lst, bits, index, expected) => {
    const { check, serve } = trial();
    const bytes = new Uint8Array(Buffer.from(lst, "base64url"));
    serve(() => jwtAnswer(statusListJwt({ uri: URI, bits, lst: bytes, signer: listSigner })));
    expect(await check(at(index))).toEqual(expected);
  });
});

describe("a credential", () => {
  test("a licence by its mobile security object, in a list that is a CWT", async () => {
    const { forge, verify: judge, authority: own } = await createTrial();
    const ownSigner = await own.signer({ eku: null });
    const { lists, serve } = trial();
    const found: VerifiedCredential[] = [];
    const mso = (map: Map<string, unknown>) =>
      void map.set(
        "status",
        new Map([
          [
            "status_list",
            new Map<string, unknown>([
              ["idx", 7],
              ["uri", URI],
            ]),
          ],
        ]),
      );
    expect(judge(forge({ mso }), { onVerified: (one) => void found.push(one) })).toMatchObject({ ok: true });
    expect(found).toHaveLength(1);
    const [size, revoked] = [64, [7]];
    serve(() => cwtAnswer(statusListCwt({ uri: URI, statuses: listOf([], size), signer: ownSigner })));
    expect(await lists.check(found)).toEqual(PASSED);
    const after = trial();
    after.serve(() =>
      cwtAnswer(statusListCwt({ uri: URI, statuses: listOf(revoked, size), signer: ownSigner })),
    );
    expect(await after.lists.check(found)).toEqual(refused("credential_revoked"));
  });

  test("that is not true asks for no list", async () => {
    const { forge, verify: judge, otherDevice } = await createTrial();
    const found: VerifiedCredential[] = [];
    const forged = forge({ deviceJwk: otherDevice, namedDeviceJwk: (await createTrial()).device });
    expect(judge(forged, { onVerified: (one) => void found.push(one) })).toEqual(refused("device_signature"));
    expect(found).toEqual([]);
  });

  test("an SD-JWT by its claim, and a library of others reads the list alike", async () => {
    const pids = await createSdJwtTrial();
    const ownSigner = await pids.authority.signer({ eku: null });
    const issuer = await pids.authority.signer();
    for (const [index, expected] of [
      [3, PASSED],
      [4, refused("credential_revoked")],
    ] as const) {
      const list = statusListJwt({ uri: URI, statuses: listOf([4]), bits: 2, signer: ownSigner });
      const { lists, serve } = trial();
      serve(() => jwtAnswer(list));
      const found: VerifiedCredential[] = [];
      const presentation = pids.forge({ payload: { status: at(index) } });
      pids.verify(presentation, { onVerified: (one) => void found.push(one) });
      expect(found.map(({ status }) => status)).toEqual([at(index)]);
      expect(await lists.check(found)).toEqual(expected);

      const held = await issueSdJwt({
        vct: PID_SD_JWT.type,
        ages: { 18: true },
        signer: issuer,
        more: { status: at(index) },
      });
      const keys = [ownSigner, issuer].map(({ privateKey }) => createPublicKey(privateKey));
      const theirs = verifyWithStatus(held.credential, { list, keys, now: NOW });
      if (expected.ok) await expect(theirs).resolves.toBeUndefined();
      else await expect(theirs).rejects.toThrow(/status/i);
    }
  });

  test("by an identifier list (ISO/IEC 18013-5:2025), which holds the revoked ones alone", async () => {
    const id = new Uint8Array([1, 2, 3, 255]);
    const status = new Map([
      [
        "identifier_list",
        new Map<string, unknown>([
          ["id", id],
          ["uri", URI],
        ]),
      ],
    ]);
    const { check, serve } = trial();
    serve(() =>
      cwtAnswer(statusListCwt({ uri: URI, identifiers: [new Uint8Array([1, 2, 3])], signer: listSigner })),
    );
    expect(await check(status)).toEqual(PASSED);
    const after = trial();
    after.serve(() => cwtAnswer(statusListCwt({ uri: URI, identifiers: [id], signer: listSigner })));
    expect(await after.check(status)).toEqual(refused("credential_revoked"));
    // A list of the other kind at that address says nothing of this credential.
    const other = trial();
    other.serve(() => cwtAnswer(statusListCwt({ uri: URI, statuses: listOf([]), signer: listSigner })));
    expect(await other.check(status)).toEqual(refused("status_list_refused"));
  });

  test("without a status is refused or taken by the setting; one that cannot be read is refused", async () => {
    expect(await trial().check(undefined)).toEqual(refused("status_missing"));
    expect(await trial({ whenMissing: "accept" }).check(undefined)).toEqual(PASSED);
    expect(await trial().check({ some_other: {} })).toEqual(refused("status_missing"));
    for (const status of [
      "x",
      [],
      { status_list: {} },
      at(-1),
      at(1.5),
      { status_list: { idx: "1", uri: URI } },
    ]) {
      expect(await trial({ whenMissing: "accept" }).check(status)).toEqual(refused("status_malformed"));
    }
    expect(readStatus(new Map([["identifier_list", new Map([["uri", URI]])]]))).toEqual(
      refused("status_malformed"),
    );
  });

  /** As the EU's profile prints a proof's status (Annex A §A.10): an identifier as text. */
  const textual = ["identifier_list", { id: "450", uri: URI }] as const;

  test("with an entry that cannot be read beside one that can is judged by the latter, whichever it is", async () => {
    const list = ["status_list", { idx: 412, uri: URI }] as const;
    const unreadable = ["status_list", { idx: "412", uri: URI }] as const;
    const identifier = ["identifier_list", { id: new Uint8Array([4]), uri: URI }] as const;
    const mapOf = (...entries: (readonly [string, object])[]) =>
      new Map(entries.map(([name, entry]) => [name, new Map<string, unknown>(Object.entries(entry))]));
    for (const [idx, expected] of [
      [411, PASSED],
      [412, refused("credential_revoked")],
    ] as const) {
      const { check, serve, asked } = trial();
      serve(() => jwtAnswer(statusListJwt({ uri: URI, statuses: listOf([idx], 500), signer: listSigner })));
      expect(await check(mapOf(list, textual))).toEqual(expected);
      expect(await check(Object.fromEntries([list, textual]))).toEqual(expected);
      expect(asked).toHaveLength(1);
    }
    for (const [id, expected] of [
      [5, PASSED],
      [4, refused("credential_revoked")],
    ] as const) {
      const { check, serve } = trial();
      const identifiers = [new Uint8Array([id])];
      serve(() => cwtAnswer(statusListCwt({ uri: URI, identifiers, signer: listSigner })));
      expect(await check(mapOf(identifier, unreadable))).toEqual(expected);
    }
    // Two that cannot be read say nothing, and that is not the same as none.
    expect(await trial({ whenMissing: "accept" }).check(mapOf(unreadable, textual))).toEqual(
      refused("status_malformed"),
    );
  });

  describe("whose issuer names the certificate above its list's signer (ISO/IEC 18013-5:2025 §12.3.6.2)", () => {
    const named = (certificate: unknown) =>
      new Map([
        [
          "status_list",
          new Map<string, unknown>([
            ["idx", 1],
            ["uri", URI],
            ["certificate", certificate],
          ]),
        ],
      ]);
    const listBy =
      (by: Signer, revoked: number[] = []) =>
      () =>
        cwtAnswer(statusListCwt({ uri: URI, statuses: listOf(revoked), signer: by }));

    test("is judged by a list below that one, and by no other", async () => {
      const other = await createAuthority({ name: "CN=Utopia Lists CA" });
      const by = await other.signer({ eku: null });
      for (const [status, list, expected] of [
        [named(other.der), listBy(by), PASSED],
        [named(other.der), listBy(by, [1]), refused("credential_revoked")],
        [named(other.der), listBy(listSigner), refused("status_list_refused")],
        [named(authority.der), listBy(listSigner), PASSED],
        [at(1), listBy(by), refused("status_list_refused")],
      ] as const) {
        const { check, serve } = trial();
        serve(list);
        expect(await check(status)).toEqual(expected);
      }
      const web = await other.signer({ eku: "1.3.6.1.5.5.7.3.1" });
      const past = await createAuthority({ from: days(-20), until: days(-1) });
      for (const [status, list] of [
        [named(other.der), listBy(web)],
        [named(past.der), listBy(await past.signer({ eku: null }))],
      ] as const) {
        const { check, serve } = trial();
        serve(list);
        expect(await check(status)).toEqual(refused("status_list_refused"));
      }
    });

    test("that is none cannot be judged", async () => {
      for (const none of ["x", new Uint8Array([1, 2, 3]), null]) {
        expect(await trial().check(named(none))).toEqual(refused("status_malformed"));
      }
    });
  });

  test("is asked for in its own form: a CWT for mdocs, a JWT for SD-JWTs, each kept by itself", async () => {
    const other = await createAuthority({ name: "CN=Utopia SD-JWTs" });
    const jwtSigner = await other.signer({ eku: null });
    const { lists, serve, asked } = trial();
    // A host that keeps both signs each below the CA of its form.
    serve((accept) =>
      accept.startsWith("application/statuslist+jwt")
        ? jwtAnswer(statusListJwt({ uri: URI, statuses: listOf([2]), signer: jwtSigner }))
        : cwtAnswer(statusListCwt({ uri: URI, statuses: listOf([1]), signer: listSigner })),
    );
    const licence = { format: "mso_mdoc", anchor: authority.anchor(MOBILE_DRIVING_LICENCE.type) } as const;
    const pid = { format: "dc+sd-jwt", anchor: other.anchor(PID_SD_JWT.type) } as const;
    const results = [];
    for (const one of [licence, pid]) {
      for (const idx of [1, 2]) results.push(await lists.check([{ ...one, status: at(idx) }]));
    }
    const revoked = refused("credential_revoked");
    expect(results).toEqual([revoked, PASSED, PASSED, revoked]);
    expect(asked).toHaveLength(2);
  });

  test("of a type with a rule of its own is judged by that one", async () => {
    const rule = (exceptions: StatusRules["exceptions"]) => trial({ ...(exceptions && { exceptions }) });
    const licence = MOBILE_DRIVING_LICENCE.type;
    for (const [exceptions, missing, away] of [
      [{ [licence]: { whenMissing: "accept" } }, PASSED, refused("status_unavailable")],
      [{ [licence]: { whenUnreachable: "accept" } }, refused("status_missing"), PASSED],
      [
        { [PID_SD_JWT.type]: { whenMissing: "accept", whenUnreachable: "accept" } },
        refused("status_missing"),
        refused("status_unavailable"),
      ],
    ] as const) {
      const { check, serve } = rule(exceptions);
      serve(AWAY);
      expect(await check(undefined)).toEqual(missing);
      expect(await check(at(1))).toEqual(away);
    }
  });

  test("of a type that nobody opted in for is not looked up", async () => {
    const { check, asked } = trial({ types: [PID_SD_JWT.type] });
    expect(await check(at(1))).toEqual(PASSED);
    expect(asked).toEqual([]);
  });
});

describe("a list counts only if", () => {
  const jwt = (change: Partial<Parameters<typeof statusListJwt>[0]>) => () =>
    jwtAnswer(statusListJwt({ uri: URI, statuses: listOf([]), signer: listSigner, ...change }));
  const cwt = (change: Partial<Parameters<typeof statusListCwt>[0]>) => () =>
    cwtAnswer(statusListCwt({ uri: URI, statuses: listOf([]), signer: listSigner, ...change }));
  const past = NOW.getTime() / 1000 - 10;

  const cases: [string, () => Promise<() => Fetched>][] = [
    ["it is the list of this address", async () => jwt({ uri: `${URI}0` })],
    ["it is the list of this address, as CWT", async () => cwt({ uri: `${URI}0` })],
    ["its typ is the one of lists", async () => jwt({ header: { typ: "JWT" } })],
    ["its typ is the one of lists, as CWT", async () => cwt({ typ: "application/cwt" })],
    ["it has not expired", async () => jwt({ claims: { exp: past } })],
    ["it has not expired, as CWT", async () => cwt({ claims: [[4, past]] })],
    ["it is not of tomorrow", async () => jwt({ claims: { iat: past + 86_400 } })],
    ["its time has begun", async () => jwt({ claims: { nbf: past + 86_400 } })],
    ["its time has begun, as CWT", async () => cwt({ claims: [[5, past + 86_400]] })],
    ["its beginning can be read", async () => jwt({ claims: { nbf: "now" } })],
    ["it says when it was made", async () => jwt({ claims: { iat: undefined } })],
    [
      "its width is one of four",
      async () => jwt({ claims: { status_list: { bits: 3, lst: "eNrbuRgAAhcBXQ" } } }),
    ],
    ["it is zlib", async () => jwt({ lst: new Uint8Array([1, 2, 3]) })],
    ["it has a chain", async () => jwt({ header: { x5c: undefined } })],
    ["it is no bomb", async () => jwt({ lst: deflateSync(new Uint8Array(9 * 1024 * 1024)) })],
    ["it is no bomb, as CWT", async () => cwt({ lst: deflateSync(new Uint8Array(9 * 1024 * 1024)) })],
    [
      "its signer is below the anchor",
      async () => {
        const other = await createAuthority({ name: authority.name });
        return jwt({ signer: await other.signer({ eku: null }) });
      },
    ],
    [
      "its signer may sign",
      async () => jwt({ signer: await authority.signer({ eku: "1.3.6.1.5.5.7.3.1" }) }),
    ],
    [
      "its signer is in time",
      async () =>
        jwt({ signer: await authority.signer({ eku: null, until: new Date(NOW.getTime() - 86_400_000) }) }),
    ],
    [
      "the key that signed is the certificate's",
      async () => jwt({ signer: { ...listSigner, jwk: (await authority.signer()).jwk } }),
    ],
    [
      "the key that signed is the certificate's, as CWT",
      async () => cwt({ signer: { ...listSigner, jwk: (await authority.signer()).jwk } }),
    ],
  ];
  test.each(cases)("%s", async (_name, make) => {
    const { check, serve, notes } = trial({ whenUnreachable: "accept", whenMissing: "accept" });
    serve(await make());
    expect(await check(at(1))).toEqual(refused("status_list_refused"));
    expect(notes).toHaveLength(1);
  });

  test("its time has begun, also in the tag of CWTs (RFC 8392 §6)", async () => {
    const tagged = (reply: Fetched) => cwtAnswer(new Uint8Array([0xd8, 61, ...reply.bytes]));
    for (const reply of [
      jwt({ claims: { nbf: past } }),
      cwt({ claims: [[5, past]] }),
      () => tagged(cwt({})()),
    ]) {
      const { check, serve } = trial();
      serve(reply);
      expect(await check(at(1))).toEqual(PASSED);
    }
    // Around anything but COSE_Sign1, or twice, it is none.
    for (const bytes of [
      tagged(tagged(cwt({})())).bytes,
      new Uint8Array([0xd8, 61, ...cwt({})().bytes.subarray(1)]),
    ]) {
      const { check, serve } = trial();
      serve(() => cwtAnswer(bytes));
      expect(await check(at(1))).toEqual(refused("status_list_refused"));
    }
  });

  test("the signer of credentials signs it, or one without a usage, each by itself or as CWT", async () => {
    for (const reply of [jwt({}), jwt({ signer }), cwt({}), cwt({ signer })]) {
      const { check, serve, notes } = trial();
      serve(reply);
      expect(await check(at(1))).toEqual(PASSED);
      expect(notes).toEqual([`${HOST} fetched`]);
    }
  });
});

describe("a copy", () => {
  test("a credential that is revoked is refused within ten seconds of the list's change", async () => {
    const { check, clock, revoke, asked } = trial();
    expect(await check(at(5))).toEqual(PASSED);
    revoke(5);
    clock.advance({ seconds: 9 });
    // The copy that is nine seconds old is still used, and nobody is asked.
    expect(await check(at(5))).toEqual(PASSED);
    expect(asked).toEqual([`${URI} no-cache`]);
    clock.advance({ seconds: 1 });
    expect(await check(at(5))).toEqual(refused("credential_revoked"));
    expect(asked).toHaveLength(2);
    // The others of the list are as they were.
    expect(await check(at(6))).toEqual(PASSED);
    expect(asked).toHaveLength(2);
  });

  test("is used for no longer than its ttl, nor than its exp", async () => {
    for (const claims of [{ ttl: 3 }, { exp: NOW.getTime() / 1000 + 3 }]) {
      const { check, clock, serve, asked } = trial();
      serve(() => jwtAnswer(statusListJwt({ uri: URI, statuses: listOf([]), signer: listSigner, claims })));
      await check(at(1));
      clock.advance({ seconds: 2 });
      await check(at(1));
      expect(asked).toHaveLength(1);
      clock.advance({ seconds: 1 });
      await check(at(1));
      expect(asked).toHaveLength(2);
    }
  });

  describe("that is newer than what is fetched", () => {
    /** The copy was made a minute after what the next edge of a content network gives. */
    const older = async (claims: Record<string, unknown>) => {
      const made = trial();
      const { clock } = made;
      const list = (revoked: number[]) =>
        jwtAnswer(
          statusListJwt({
            uri: URI,
            statuses: listOf(revoked),
            signer: listSigner,
            now: clock.now(),
            claims,
          }),
        );
      const before = list([]);
      clock.advance({ seconds: 60 });
      const newer = list([5]);
      made.serve(() => newer);
      expect(await made.check(at(5))).toEqual(refused("credential_revoked"));
      made.serve(() => before);
      clock.advance({ seconds: 11 });
      return made;
    };
    const inSeconds = (seconds: number) => NOW.getTime() / 1000 + seconds;

    test("is judged by as long as it lives: nothing that was revoked comes back, and the rest counts", async () => {
      // From the second minute on: a life of 70 seconds ends at 130.
      for (const claims of [
        { ttl: 70, exp: inSeconds(3_600) },
        { ttl: 70, exp: undefined },
        { exp: inSeconds(130) },
      ]) {
        const { check, clock, notes, asked } = await older(claims);
        for (let i = 0; i < 3; i += 1) {
          expect(await check(at(5))).toEqual(refused("credential_revoked"));
          expect(await check(at(6))).toEqual(PASSED);
        }
        // Nobody is asked again within a second, and the log says why the list was not used.
        expect(asked).toHaveLength(2);
        expect(notes).toEqual([`${HOST} fetched`, `${HOST} older_list`]);
        clock.advance({ seconds: 58 });
        expect(await check(at(6))).toEqual(PASSED);
        clock.advance({ seconds: 2 });
        for (const index of [5, 6]) expect(await check(at(index))).toEqual(refused("status_list_refused"));
      }
    });

    test("and whose issuer does not say how long it lives, is not", async () => {
      const { check } = await older({ exp: undefined });
      for (const index of [5, 6]) expect(await check(at(index))).toEqual(refused("status_list_refused"));
    });
  });

  test("is asked again where the clock was set back", async () => {
    const { check, clock, asked } = trial();
    expect(await check(at(1))).toEqual(PASSED);
    clock.advance({ hours: -1 });
    await check(at(1));
    expect(asked).toHaveLength(2);
  });

  test("that was refused is not asked for again within a second", async () => {
    const { check, clock, asked, serve } = trial();
    serve(() => jwtAnswer("no.list.here"));
    for (let i = 0; i < 3; i += 1) expect(await check(at(1))).toEqual(refused("status_list_refused"));
    expect(asked).toHaveLength(1);
    clock.advance({ seconds: 2 });
    await check(at(1));
    expect(asked).toHaveLength(2);
  });

  test("is fetched once for many answers at once", async () => {
    const { check, asked } = trial();
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => check(at(index))));
    expect(results).toEqual(Array.from({ length: 20 }, () => PASSED));
    expect(asked).toHaveLength(1);
  });

  test("of the lists that were used last is kept, within a bound for all together", async () => {
    const { check, serve, asked } = trial();
    const uris = Array.from({ length: 9 }, (_, index) => `https://${HOST}/lists/${index}`);
    // Eight MiB each: eight are the 64 that are kept.
    const lst = new Uint8Array(deflateSync(new Uint8Array(8 * 1024 * 1024)));
    const show = async (uri: string) => {
      serve(() => jwtAnswer(statusListJwt({ uri, lst, signer: listSigner })));
      expect(await check(at(1, uri))).toEqual(PASSED);
    };
    for (const uri of uris) await show(uri);
    expect(asked).toHaveLength(9);
    for (const uri of uris.slice(2)) await show(uri);
    expect(asked).toHaveLength(9);
    await show(uris[0] ?? "");
    expect(asked).toHaveLength(10);
  });

  test("does not let a signer count who is below another anchor than the credential's", async () => {
    const { check, lists } = trial();
    expect(await check(at(1))).toEqual(PASSED);
    const other = await createAuthority({ name: "CN=Elsewhere" });
    const anchor = other.anchor(MOBILE_DRIVING_LICENCE.type);
    expect(await lists.check([{ format: "mso_mdoc", anchor, status: at(1) }])).toEqual(
      refused("status_list_refused"),
    );
  });
});

describe("where the list cannot be had", () => {
  test("the setting decides", async () => {
    for (const [whenUnreachable, expected] of [
      ["refuse", refused("status_unavailable")],
      ["accept", PASSED],
    ] as const) {
      const { check, serve, notes } = trial({ whenUnreachable });
      serve(AWAY);
      expect(await check(at(1))).toEqual(expected);
      expect(notes).toEqual([`${HOST} unavailable`]);
    }
    const { check, serve } = trial();
    serve(() => ({ ...jwtAnswer(""), status: 302, isOk: false }));
    expect(await check(at(1))).toEqual(refused("status_unavailable"));
  });

  test("a second of rest follows a failure, and then it is asked again", async () => {
    const { check, serve, clock, asked, revoke } = trial();
    serve(AWAY);
    await check(at(1));
    revoke(2);
    expect(await check(at(1))).toEqual(refused("status_unavailable"));
    expect(asked).toHaveLength(1);
    clock.advance({ seconds: 1 });
    expect(await check(at(1))).toEqual(PASSED);
  });

  test("what its last copy called revoked is refused all the same", async () => {
    const { check, serve, clock, revoke } = trial({ whenUnreachable: "accept" });
    revoke(5);
    expect(await check(at(5))).toEqual(refused("credential_revoked"));
    serve(AWAY);
    clock.advance({ minutes: 5 });
    expect(await check(at(5))).toEqual(refused("credential_revoked"));
    expect(await check(at(6))).toEqual(PASSED);
  });
});

describe("addresses", () => {
  test.each([
    "https://elsewhere.example/lists/1",
    `https://${HOST}.evil.example/lists/1`,
    `https://evil.example/${HOST}`,
    `https://${HOST}@evil.example/`,
    `https://user:secret@${HOST}/lists/1`,
    `https://${HOST}:8443/lists/1`,
    // For one credential alone: its host would learn who is being checked.
    `${URI}?idx=5`,
    `${URI}?`,
    `${URI}#5`,
    "/lists/1",
    "",
  ])("%j is not fetched, whatever the settings say", async (uri) => {
    const { check, asked } = trial({ whenUnreachable: "accept", whenMissing: "accept" });
    expect(await check(at(1, uri))).toEqual(refused("status_host_refused"));
    expect(asked).toEqual([]);
  });

  const hostile = [...HOSTILE_IPV4, ...HOSTILE_IPV6].map(([address]) => address);

  test("a host that is allowed, and is or has a private address, is not asked either", async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(55);
    for (const address of hostile) {
      const literal = address.includes(":") ? `[${address}]` : address;
      if (!URL.canParse(`https://${literal}/`)) continue;
      const { host } = new URL(`https://${literal}/`);
      for (const [uri, resolve] of [
        [`https://${literal}/lists/1`, undefined],
        [URI, async () => [address]],
      ] as const) {
        const http = createTenantHttp({ timeoutMs: 500, ...(resolve ? { resolve } : {}) });
        const notes: string[] = [];
        const lists = createStatusLists({
          rules: {
            types: [MOBILE_DRIVING_LICENCE.type],
            hosts: [host, HOST],
            whenUnreachable: "accept",
            whenMissing: "accept",
            maxAgeMs: 10_000,
          },
          now: () => NOW,
          note: (_host, outcome) => void notes.push(outcome),
          http: http.ask,
        });
        const anchor = authority.anchor(MOBILE_DRIVING_LICENCE.type);
        expect([
          uri,
          address,
          await lists.check([{ format: "mso_mdoc", anchor, status: at(1, uri) }]),
        ]).toEqual([uri, address, refused("status_host_refused")]);
        expect(notes).toEqual(["address_refused"]);
        await http.close();
      }
    }
  });

  test("and the refusal is the sender's own", () => {
    expect(new AddressRefused("x").name).toBe("AddressRefused");
  });
});
