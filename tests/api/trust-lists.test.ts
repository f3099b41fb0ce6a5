import { describe, expect, onTestFinished, test } from "vitest";
import { trust } from "#contracts/public/endpoints.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { anchorsFor } from "#services/trust/anchors.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { ownType } from "../../packages/wallet-verifier/src/credential-type.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { type Authority, createAuthority, days, NOW, pemOf } from "../support/wallet/authority.ts";
import { listEntry, vicalOf } from "../support/wallet/vical.ts";
import { testClock } from "../support/world/clock.ts";
import { ADMIN_KEY as adminKey, createService } from "../support/world/service.ts";

// Lists of authorities over time: what a provider may vouch for, what replaces what, and when a list is too old.

const MDL = "org.iso.18013.5.1.mDL";
const EU = "eu.europa.ec.av.1";
const LIST_SIGNER = "1.0.18013.5.1.8";
const clock = testClock(NOW);
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const send = (body: object) => service.get().call("POST", "/admin/trust-anchors", { adminKey, body });
const imported = async (body: object) => {
  const answer = await send(body);
  expect(answer.status, answer.text).toBe(200);
  return trust.importTrustAnchors.response.parse(answer.body);
};
const refused = async (body: object): Promise<string> => {
  const answer = await send(body);
  expect(answer.status, answer.text).toBe(400);
  return String(answer.body.message);
};
const listed = async () => {
  const { body } = await service.get().call("GET", "/admin/trust-anchors", { adminKey });
  return trust.listTrustAnchors.response.parse(body);
};

/** What the audit trail says of this pin's lists. */
const listAudits = async (pinId: string | undefined) => {
  const where = { action: "trust_list.import", target: `${pinId}` };
  return (await service.get().deps.db.orm.auditEntry.findMany({ where })).map(({ changes }) => changes);
};

type Change = {
  date?: Date;
  issueId?: number | null;
  nextUpdate?: Date | null;
  /** Bytes of something that nobody reads. */
  pad?: number;
};

/** A provider of lists that is pinned, with what its lists bring. */
const newProvider = async (more: object = {}) => {
  const provider = await createAuthority({ name: `CN=Provider ${crypto.randomUUID()}` });
  const by = await provider.signer({ eku: LIST_SIGNER });
  const pin = () =>
    imported({ format: "pem", content: pemOf(provider.der), credentialTypes: ["vical"], ...more });
  const fingerprint = (await pin()).anchors[0]?.fingerprint;
  const list = (entries: [Authority, string[]][], change: Change = {}) => ({
    format: "vical",
    content: Buffer.from(
      vicalOf(
        entries.map(([authority, docTypes]) => listEntry({ authority, docTypes })),
        by,
        {
          ...(change.date && { date: change.date }),
          list: (map) => {
            const { issueId, nextUpdate, pad } = change;
            if (pad !== undefined) map.set("extensions", "x".repeat(pad));
            if (issueId === null) map.delete("vicalIssueID");
            else if (issueId !== undefined) map.set("vicalIssueID", issueId);
            if (nextUpdate === null) map.delete("nextUpdate");
          },
        },
      ),
    ).toString("base64"),
  });
  const counted = async () =>
    (await listed())
      .filter(({ listProvider }) => listProvider === fingerprint)
      .map(({ label, credentialType }) => `${label}: ${credentialType}`);
  return { pin, list, counted, fingerprint };
};

const authorities = async (...names: string[]) =>
  Promise.all(names.map((name) => createAuthority({ name: `CN=${name}` })));

describe("a pin", () => {
  test("vouches for licences alone where nothing else is said", async () => {
    const { list, counted } = await newProvider();
    const [utopia] = (await authorities("Utopia")) as [Authority];
    const answer = await imported(
      list([[utopia, [MDL, EU, "eu.europa.ec.eudi.pid.1", "org.iso.7367.1.mVRC"]]]),
    );
    expect(await counted()).toEqual([`Utopia: ${MDL}`]);
    expect(answer).toMatchObject({ skipped: 0, outside: 3 });
  });

  test("vouches for the types that it names", async () => {
    const { list, counted } = await newProvider({ vouchesFor: [EU] });
    const [utopia] = (await authorities("Utopia")) as [Authority];
    await imported(list([[utopia, [MDL, EU]]]));
    expect(await counted()).toEqual([`Utopia: ${EU}`]);
    expect((await listed()).find(({ vouchesFor }) => vouchesFor.length > 0)).toBeDefined();
  });

  test("for a type that nothing here asks for is refused with the known ones, and so is any other anchor", async () => {
    const [utopia] = (await authorities("Utopia")) as [Authority];
    const pem = { format: "pem", content: pemOf(utopia.der) };
    for (const type of ["org.iso.18013.5.1.mdl", "a b", "*"]) {
      expect(await refused({ ...pem, credentialTypes: [type] })).toMatch(/org\.iso\.18013\.5\.1\.mDL/);
      expect(await refused({ ...pem, credentialTypes: ["vical"], vouchesFor: [type] })).toMatch(/mDL/);
    }
    expect(await refused({ ...pem, credentialTypes: [MDL], vouchesFor: [MDL] })).toMatch(/vical/);
  });
});

describe("a newer list", () => {
  test("takes the place of the former one whole, one that names nobody too, and none comes back", async () => {
    const { list, counted } = await newProvider();
    const [utopia, arcadia] = (await authorities("Utopia", "Arcadia")) as [Authority, Authority];
    const first = list(
      [
        [utopia, [MDL]],
        [arcadia, [MDL]],
      ],
      { date: days(-3), issueId: 1 },
    );
    await imported(first);
    expect(await counted()).toEqual([`Arcadia: ${MDL}`, `Utopia: ${MDL}`]);
    await imported(list([], { date: days(-2), issueId: 2 }));
    expect(await counted()).toEqual([]);
    expect(await refused(first)).toMatch(/older list/);
    expect(await counted()).toEqual([]);
  });

  test("of the same date replaces by its greater number, and is refused without one", async () => {
    const { list, counted } = await newProvider();
    const [utopia, arcadia] = (await authorities("Utopia", "Arcadia")) as [Authority, Authority];
    const date = days(-1);
    await imported(
      list(
        [
          [utopia, [MDL]],
          [arcadia, [MDL]],
        ],
        { date, issueId: 5 },
      ),
    );
    await imported(list([[utopia, [MDL]]], { date, issueId: 6 }));
    expect(await counted()).toEqual([`Utopia: ${MDL}`]);
    expect(
      await refused(
        list(
          [
            [utopia, [MDL]],
            [arcadia, [MDL]],
          ],
          { date, issueId: 5 },
        ),
      ),
    ).toMatch(/number/);
    expect(await refused(list([[arcadia, [MDL]]], { date, issueId: 6 }))).toMatch(/same/);
    expect(await refused(list([[arcadia, [MDL]]], { date, issueId: null }))).toMatch(/same/);
    expect(await counted()).toEqual([`Utopia: ${MDL}`]);
  });

  // The dates and numbers of AAMVA's lists of 2024, 2025 and 2026: its numbers are unique, and do not rise.
  const ISSUES = [
    { date: days(-3), issueId: 616_575 },
    { date: days(-2), issueId: 227_602 },
    { date: days(-1), issueId: 532_354 },
  ];
  const orders = ISSUES.flatMap((a) => ISSUES.flatMap((b) => ISSUES.map((c) => [a, b, c] as const))).filter(
    (three) => new Set(three).size === 3,
  );
  test.each(orders)(
    "by its date replaces the former one, whatever their numbers: %#",
    async (...numbered) => {
      const { list, counted, fingerprint } = await newProvider();
      const [utopia, arcadia] = (await authorities("Utopia", "Arcadia")) as [Authority, Authority];
      const lists = ISSUES.map(({ date }, index) =>
        list([[index === 1 ? arcadia : utopia, [MDL]]], { date, issueId: numbered[index]?.issueId ?? null }),
      );
      let former: number | null = null;
      for (const [index, one] of lists.entries()) {
        const { issueId } = numbered[index] ?? { issueId: 0 };
        const higher: string | null = former !== null && former > issueId ? String(former) : null;
        expect(await imported(one)).toMatchObject({ replacedHigherIssueId: higher });
        expect(await counted()).toEqual([`${index === 1 ? "Arcadia" : "Utopia"}: ${MDL}`]);
        const pin = (await listed()).find((anchor) => anchor.fingerprint === fingerprint);
        expect(await listAudits(pin?.id)).toContainEqual({
          listDate: ISSUES[index]?.date.toISOString(),
          listIssueId: String(issueId),
          replacedHigherIssueId: higher,
        });
        // One of an earlier date does not come back, whatever its number is.
        for (const earlier of lists.slice(0, index)) expect(await refused(earlier)).toMatch(/older list/);
        former = issueId;
      }
    },
  );

  test("that is the very one in use may be imported again, and a pin that is imported again forgets nothing", async () => {
    const { pin, list, counted } = await newProvider();
    const [utopia] = (await authorities("Utopia")) as [Authority];
    const newest = list([[utopia, [MDL]]], { date: days(-1), issueId: null });
    await imported(list([[utopia, [MDL]]], { date: days(-2), issueId: null }));
    await imported(newest);
    await imported(newest);
    await pin();
    expect(await refused(list([[utopia, [MDL]]], { date: days(-2), issueId: null }))).toMatch(/older list/);
    expect(await counted()).toEqual([`Utopia: ${MDL}`]);
  });
});

test("a list as large as the real ones, 54 KB and seven times that in one request, is imported; more is 413", async () => {
  const { list, counted } = await newProvider();
  const [utopia] = (await authorities("Utopia")) as [Authority];
  const sized = (date: Date, bytes: number) => {
    const { format, content } = list([[utopia, [MDL]]], { date, pad: bytes });
    return { format, content };
  };
  await imported(sized(days(-2), 54_123));
  await imported(sized(days(-1), 380_000));
  expect(await counted()).toEqual([`Utopia: ${MDL}`]);
  const answer = await send(sized(NOW, 400_000));
  expect(answer.body).toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    message: "The body is larger than 512 KiB.",
  });
});

test("a photo ID's anchors say their signers' usages too: no usual one is known, and none is guessed", async () => {
  const [utopia] = (await authorities("Utopia")) as [Authority];
  const pem = { format: "pem", content: pemOf(utopia.der), credentialTypes: ["org.iso.23220.photoid.1"] };
  expect(await refused(pem)).toMatch(/no usual one for org\.iso\.23220\.photoid\.1/);
  const imported = await send({ ...pem, eku: null });
  expect(imported.body).toMatchObject({ anchors: [{ credentialType: "org.iso.23220.photoid.1", ekus: [] }] });
});

test("a type of the deployment's own gets anchors with the usages that are said, by hand alone", async () => {
  const own = ownType("student", {
    docType: "org.example.student.1",
    namespace: "n",
    element: "age_over_NN",
  });
  const at = await createService({
    overrides: { now: clock.now, wallet: { types: [own], requestSigner: null, demoUrl: null } },
  });
  const [utopia] = (await authorities("Utopia")) as [Authority];
  onTestFinished(() => at.close());
  const pem = { format: "pem", content: pemOf(utopia.der), credentialTypes: [own.type] };
  const sent = async (body: object) => at.call("POST", "/admin/trust-anchors", { adminKey, body });
  expect((await sent(pem)).body).toMatchObject({ code: "INVALID_REQUEST_BODY", issues: [{ path: "eku" }] });
  for (const [usages, ekus] of [
    [{ eku: "1.2.3" }, ["1.2.3"]],
    [{ eku: null }, []],
  ] as const) {
    expect((await sent({ ...pem, ...usages })).body).toMatchObject({
      anchors: [{ credentialType: own.type, ekus }],
    });
  }
  const pin = { ...pem, credentialTypes: ["vical"], vouchesFor: [own.type] };
  expect((await sent(pin)).body).toMatchObject({ code: "INVALID_REQUEST_BODY" });
  // Elsewhere nobody asks for it.
  expect(await refused({ ...pem, eku: null })).toMatch(/mDL/);
});

describe("a list that should have been replaced", () => {
  test("is told to be stale, and counts no more when its grace is over", async () => {
    const { list, fingerprint } = await newProvider();
    const [utopia] = (await authorities("Stale")) as [Authority];
    // nextUpdate is a day from now
    await imported(list([[utopia, [MDL]]]));
    const { deps } = service.get();
    const inDays = async (count: number) => {
      clock.set(days(count));
      try {
        const rows = (await listed()).filter(({ listProvider }) => listProvider === fingerprint);
        return rows.map(({ isStale, isValid }) => ({ isStale, isValid }));
      } finally {
        clock.set(NOW);
      }
    };
    expect(await inDays(0.5)).toEqual([{ isStale: false, isValid: true }]);
    expect(await inDays(2)).toEqual([{ isStale: true, isValid: true }]);
    expect(await inDays(32)).toEqual([{ isStale: true, isValid: false }]);
    const anchor = (await anchorsFor(deps, [MDL])).find(({ label }) => label === "Stale");
    expect(anchor?.validity.until).toEqual(days(31));
  });
});

describe("who is trusted", () => {
  test("is the same in every process at once, whoever changed it, and parsed only when it changed", async () => {
    const { deps } = service.get();
    const [utopia] = (await authorities("Cached")) as [Authority];
    const other = { ...deps, db: { ...deps.db } };
    const of = async (who: typeof deps) =>
      (await anchorsFor(who, [MDL])).filter(({ label }) => label === "Cached");
    expect([await of(deps), await of(other)]).toEqual([[], []]);
    const { anchors } = await importTrustAnchors(systemCtx(deps), {
      format: "pem",
      content: pemOf(utopia.der),
      credentialTypes: [MDL],
    });
    const [first] = await of(deps);
    expect(first).toBeDefined();
    expect(await of(other)).toHaveLength(1);
    expect((await of(deps))[0]?.certificate).toBe(first?.certificate);
    // Past the application, as by hand.
    await deps.db.pool.query("delete from trust_anchor where id = $1", [anchors[0]?.id]);
    expect([await of(deps), await of(other)]).toEqual([[], []]);
  });

  test("several usages of which a signer needs one", async () => {
    const [utopia] = (await authorities("Usages")) as [Authority];
    const pem = { format: "pem", content: pemOf(utopia.der), credentialTypes: [MDL] };
    const { anchors } = await imported({ ...pem, ekus: ["1.2.3", "1.2.4"] });
    expect(anchors).toMatchObject([{ eku: "1.2.3", ekus: ["1.2.3", "1.2.4"] }]);
    expect(await refused({ ...pem, eku: "1.2.3", ekus: ["1.2.4"] })).toMatch(/eku/);
    const pid = await imported({ ...pem, credentialTypes: ["urn:eudi:pid:1"] });
    expect(pid.anchors).toMatchObject([{ ekus: ["1.3.130.2.0.0.1.2"] }]);
  });
});
