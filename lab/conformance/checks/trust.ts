import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { attestMdoc, DRIVING_LICENCE, EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import {
  type Authority,
  createAuthority,
  KeyUsageFlags,
  type Signer,
} from "../../demo-wallet/issuer/authority.ts";
import { daysFrom, pemOf } from "../../demo-wallet/issuer/keys.ts";
import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import { respond } from "../../demo-wallet/wallet/respond.ts";
import { type Check, check } from "../check.ts";
import { forgeVical, type ListEntry } from "../forge/forge-vical.ts";
import type { Kit } from "../kit.ts";
import type { TrustAdmin } from "../target.ts";

// The test issuer's key is public: where its signature counts for more than a test, everyone is as old as they like.

const issuerChecks: readonly Check[] = [
  check("this kit", "with a live key the test issuer proves nothing", "refused", async (kit) => {
    const bench = await kit.bench("eu_link", { mode: "live" });
    const { isTaken } = await bench.ask.send(await bench.honest());
    const state = await bench.verification.state();
    return isTaken || state !== "open" ? `accepted: ${state}` : "refused";
  }),
  check("this kit", "nobody added the test issuer to the trust anchors", "not among them", async (kit) => {
    const own = createHash("sha256").update(kit.issuer.der).digest("hex");
    const trusted = await (await kit.target.trust()).list();
    const isAmongThem = trusted.some(({ fingerprint }) => fingerprint.toLowerCase() === own);
    return isAmongThem ? "trusted: remove it" : "not among them";
  }),
];

// ISO/IEC 18013-5 Annex C: lists of issuing authorities. The kit pins its own provider, and removes it again with
// everything that its lists brought; the provider's key is lost when the kit ends.

const ANNEX_C = "ISO/IEC 18013-5 Annex C";
/** As published lists have it: nonRepudiation, and nothing else. */
const LIST_SIGNER = { eku: "1.0.18013.5.1.8", keyUsage: KeyUsageFlags.nonRepudiation };
/** Made by other libraries (tests/vectors/vical/make.py), without `nextUpdate`. */
const FOREIGN = new URL("../../../tests/vectors/vical/protected.json", import.meta.url);

type Provider = {
  trust: TrustAdmin;
  /** How the deployment answers a list: "imported", or the reason why not. */
  give(
    entries: readonly ListEntry[],
    change?: { daysAgo?: number; issueId?: number; by?: Signer },
  ): Promise<string>;
  /** What is trusted through this provider's lists: each authority's name and type. */
  counted(): Promise<string[]>;
};

/** Pins a provider of lists while the work lasts. */
const withPin = async <T>(
  kit: Kit,
  provider: { content: string; vouchesFor?: string[] },
  work: (trust: TrustAdmin, fingerprint: string) => Promise<T>,
): Promise<T> => {
  const trust = await kit.target.trust();
  const pinned = await trust.import({ format: "pem", credentialTypes: ["vical"], ...provider });
  const [pin] = pinned.anchors;
  if (!pin) throw new Error(`the provider could not be pinned: ${pinned.message}`);
  try {
    return await work(trust, pin.fingerprint);
  } finally {
    await trust.remove(pin.id);
  }
};

const imported = async (trust: TrustAdmin, content: string): Promise<string> => {
  const { isImported, message } = await trust.import({ format: "vical", content });
  return isImported ? "imported" : `refused: ${message}`;
};

const withProvider = async <T>(
  kit: Kit,
  vouchesFor: string[],
  work: (provider: Provider) => Promise<T>,
): Promise<T> => {
  const { now } = kit;
  const root = await createAuthority({ now, name: `CN=Conformance kit ${crypto.randomUUID()}` });
  const signer = await root.signer(LIST_SIGNER);
  return withPin(kit, { content: pemOf(root.der), vouchesFor }, (trust, fingerprint) =>
    work({
      trust,
      give: (entries, { daysAgo = 1, issueId = 1, by = signer } = {}) => {
        const date = daysFrom(now, -daysAgo);
        return imported(trust, forgeVical({ by, entries, date, issueId, nextUpdate: daysFrom(now, 1) }));
      },
      counted: async () =>
        (await trust.list())
          .filter(({ listProvider }) => listProvider === fingerprint)
          .map(({ label, credentialType }) => `${label}: ${credentialType}`)
          .sort((a, b) => a.localeCompare(b)),
    }),
  );
};

const countedNames = async (provider: Provider): Promise<string> =>
  (await provider.counted()).map((text) => text.split(":")[0]).join(", ");

const withoutReason = (said: string): string => (said.startsWith("refused") ? "refused" : said);

const named = (kit: Kit, name: string): Promise<Authority> =>
  createAuthority({ now: kit.now, name: `CN=${name},C=UT` });

/** A new authority of this name in a list, for driving licences if no other types are given. */
const listed = async (kit: Kit, name: string, ...types: string[]): Promise<ListEntry> => {
  const { der } = await named(kit, name);
  return { der, docTypes: types.length === 0 ? [DRIVING_LICENCE] : types };
};

const listCheck = (
  name: string,
  expected: string,
  run: (provider: Provider, kit: Kit) => Promise<string>,
  vouchesFor: string[] = [DRIVING_LICENCE],
): Check =>
  check(ANNEX_C, name, expected, (kit) => withProvider(kit, vouchesFor, (provider) => run(provider, kit)));

/** Whether a live verification takes a proof of age by this authority. */
const livesBy = async (kit: Kit, authority: Authority, liveKey: string): Promise<string> => {
  const bench = await kit.bench("eu_link", { mode: "live", liveKey });
  const signer = await authority.signer({ eku: "1.3.130.2.0.0.1.2" });
  const held = await attestMdoc(EU_PROOF_OF_AGE, { signer, age: 30, now: kit.now });
  const form = await respond(bench.request, held, kit.now);
  await bench.ask.send({ responseUri: responseUriOf(bench.request), form });
  return bench.verification.state();
};

const listChecks: readonly Check[] = [
  listCheck(
    "a list as authorities publish it: nonRepudiation, serial numbers as bignums, all optional fields",
    "A, B",
    async (provider, kit) => {
      const said = await provider.give([await listed(kit, "A"), await listed(kit, "B")]);
      return said === "imported" ? countedNames(provider) : said;
    },
  ),
  check(
    ANNEX_C,
    "a list that python's cbor2 and cryptography made: P-384, its chain in the protected header",
    "imported",
    async (kit) => {
      const { provider, list }: { provider: string; list: string } = JSON.parse(
        readFileSync(FOREIGN, "utf8"),
      );
      return withPin(kit, { content: provider }, (trust) => imported(trust, list));
    },
  ),
  listCheck("an authority that a newer list leaves out is trusted no more", "B", async (provider, kit) => {
    const [a, b] = [await listed(kit, "A"), await listed(kit, "B")];
    await provider.give([a, b], { daysAgo: 2, issueId: 1 });
    await provider.give([b], { daysAgo: 1, issueId: 2 });
    return countedNames(provider);
  }),
  listCheck("an older list does not come back", "refused", async (provider, kit) => {
    const a = await listed(kit, "A");
    await provider.give([a], { daysAgo: 2, issueId: 1 });
    await provider.give([], { daysAgo: 1, issueId: 2 });
    const said = await provider.give([a], { daysAgo: 2, issueId: 1 });
    return said.startsWith("refused") && (await provider.counted()).length === 0 ? "refused" : said;
  }),
  listCheck(
    "a list of the same date with a lower number does not come back",
    "refused",
    async (provider, kit) => {
      const a = await listed(kit, "A");
      await provider.give([], { issueId: 2 });
      return withoutReason(await provider.give([a], { issueId: 1 }));
    },
  ),
  listCheck(
    "a list vouches for the types that its pin names, and for no other",
    `A: ${DRIVING_LICENCE}`,
    async (provider, kit) => {
      await provider.give([await listed(kit, "A", EU_PROOF_OF_AGE, DRIVING_LICENCE, "vical")]);
      return (await provider.counted()).join(", ");
    },
  ),
  listCheck("a list by a provider that is not pinned", "refused", async (provider, kit) => {
    const impostor = await createAuthority({ now: kit.now, name: "CN=Provider" });
    const by = await impostor.signer(LIST_SIGNER);
    return withoutReason(await provider.give([await listed(kit, "A")], { by }));
  }),
  listCheck(
    "live: a proof by an authority of a list counts, and no more when the next list leaves it out",
    "over, then refused",
    async (provider, kit) => {
      const authority = await named(kit, "Live");
      await provider.give([{ der: authority.der, docTypes: [EU_PROOF_OF_AGE] }], { daysAgo: 2, issueId: 1 });
      const { liveKey, end } = await provider.trust.tenant();
      const before = await livesBy(kit, authority, liveKey);
      // Another stays, so that live checks still offer the wallet.
      const other = await listed(kit, "Other", EU_PROOF_OF_AGE);
      await provider.give([other], { daysAgo: 1, issueId: 2 });
      const after = await livesBy(kit, authority, liveKey);
      await end();
      return `${before}, then ${after === "open" ? "refused" : after}`;
    },
    [EU_PROOF_OF_AGE],
  ),
];

export const trustChecks: readonly Check[] = [...issuerChecks, ...listChecks];
