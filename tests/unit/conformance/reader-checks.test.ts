import { beforeAll, expect, test } from "vitest";
import { readerChecks } from "../../../lab/conformance/checks/readers.ts";
import { runChecks } from "../../../lab/conformance/run.ts";
import { NotOffered, type Target } from "../../../lab/conformance/target.ts";
import type { Authority, Signer } from "../../../lab/demo-wallet/issuer/authority.ts";
import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import type { ReaderRequest } from "../../../lab/demo-wallet/wallet/reader-auth.ts";
import { alteredReaderRequests } from "../../support/wallet/altered-reader-requests.ts";
import { days, NOW } from "../../support/wallet/authority.ts";
import { EU_ITEMS, PHOTO_ID_ITEMS, readerRequest, SESSION } from "../../support/wallet/readers/requests.ts";

// The conformance kit's checks of readers, against deployments that ask rightly and wrongly.

let root: Authority;
let reader: Signer;

beforeAll(async () => {
  root = await createReaderAuthority({ now: NOW });
  reader = await newReader(root, { hosts: ["shop.example"] });
});

/** A deployment whose page makes this call. */
const deployment = (...requests: readonly ReaderRequest[]): Target => ({
  trust: () => Promise.reject(new NotOffered("it keeps no anchors")),
  begin: async () => ({
    ask: async () => {
      const alternatives = requests.map(({ deviceRequest, encryptionInfo }) => ({
        deviceRequest,
        encryptionInfo,
      }));
      const send = () => Promise.reject(new Error("nothing is answered"));
      return {
        request: alternatives[0] ?? {},
        alternatives,
        origin: SESSION.origin,
        fetchRequest: async () => "",
        send,
      };
    },
    askSameDevice: () => Promise.reject(new NotOffered("no links")),
    state: async () => "open",
  }),
});

/** What the three checks get: types, signatures, the EU's proof of age. */
const resultsOf = async (...requests: readonly ReaderRequest[]): Promise<string[]> =>
  (await runChecks(readerChecks, deployment(...requests), { now: NOW })).map(
    ({ verdict, got }) => `${verdict}: ${got}`,
  );

const GOOD_TYPES = "pass: another type each";
const EU = readerRequest([], { items: [EU_ITEMS] });
const UNSIGNED = readerRequest([]);

test("a deployment without reader certificates passes as unsigned", async () => {
  expect(await resultsOf(EU, UNSIGNED)).toEqual([GOOD_TYPES, "pass: unsigned", "pass: unsigned"]);
});

test("signed requests beside an unsigned proof of age are verified, whoever the root is", async () => {
  const signed = [readerRequest([reader]), readerRequest([reader], { items: [PHOTO_ID_ITEMS] })];
  expect(await resultsOf(EU, ...signed)).toEqual([GOOD_TYPES, "pass: verified", "pass: unsigned"]);
});

test("two requests for one type fail, signed or not", async () => {
  const [types] = await resultsOf(EU, UNSIGNED, readerRequest([reader]));
  expect(types).toBe("FAIL: asks for org.iso.18013.5.1.mDL twice");
});

test("a signed proof of age fails, and a call without one is not judged", async () => {
  const [, , signed] = await resultsOf(readerRequest([reader], { items: [EU_ITEMS] }));
  expect(signed).toBe("FAIL: signed");
  const [, , none] = await resultsOf(UNSIGNED);
  expect(none).toBe("not offered: the EU's proof of age is not asked for");
});

test("any altered request fails, wherever it is in the call", async () => {
  const altered = await alteredReaderRequests(readerRequest([reader]), NOW);
  const inSession = altered.filter(({ request }) => request.origin === SESSION.origin);
  const verdicts = await Promise.all(
    inSession.map(async ({ name, request }) => [name, (await resultsOf(EU, request))[1]?.split(":")[0]]),
  );
  // The kit knows no root, so it cannot tell who issued the uppermost certificate; a wallet can.
  const passed = verdicts.filter(([, verdict]) => verdict !== "FAIL").map(([name]) => name);
  expect(passed).toEqual([
    "readerAuthAll: joined by a stranger",
    "readerAuthAll: by a stranger alone",
    "certificates: not the one that was signed",
  ]);
});

test("an unsigned request of version 1.1 fails, and a signed one of version 1.0", async () => {
  const altered = await alteredReaderRequests(readerRequest([reader]), NOW);
  const called = (wanted: string) => altered.find(({ name }) => name === wanted)?.request ?? EU;
  const [, unsigned] = await resultsOf(called("readerAuthAll: left out"));
  expect(unsigned).toBe("FAIL: org.iso.18013.5.1.mDL: version 1.1 in place of 1.0");
  const [, old] = await resultsOf(called("version: 1.0"));
  expect(old).toBe("FAIL: org.iso.18013.5.1.mDL: version 1.0 in place of 1.1");
});

test("a certificate that has expired, or is for another host, fails", async () => {
  const expired = await newReader(root, { from: days(-60), until: days(-1) });
  const elsewhere = await newReader(root, { hosts: ["other.example"] });
  const got = async (signer: Signer) => (await resultsOf(readerRequest([signer])))[1];
  expect(await got(expired)).toBe("FAIL: org.iso.18013.5.1.mDL: expired");
  expect(await got(elsewhere)).toBe("FAIL: org.iso.18013.5.1.mDL: wrong_domain");
});
