import { EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { checkReaders, readDeviceRequest } from "../../demo-wallet/wallet/reader-auth.ts";
import { isoRequestsOf } from "../bench.ts";
import { type Check, check } from "../check.ts";
import type { Kit } from "../kit.ts";
import { NotOffered } from "../target.ts";

// Reader authentication in `org-iso-mdoc` requests. The kit knows no deployment's roots, so any root is believed; wallets
// believe those that they were given.

type Sent = ReturnType<typeof readDeviceRequest> & {
  types: string[];
  data: ReturnType<typeof isoRequestsOf>[number];
  origin: string;
};

/** Every `org-iso-mdoc` request of one call. @throws NotOffered */
const requestsOf = async (kit: Kit): Promise<Sent[]> => {
  const { ask } = await kit.bench("iso_mdoc");
  return isoRequestsOf(ask).map((data) => {
    const request = readDeviceRequest(data.deviceRequest);
    const types = request.docRequests.map(({ docType }) => docType);
    return { ...request, types, data, origin: ask.origin };
  });
};

const isSigned = ({ readerAuthAll, docRequests }: Sent): boolean =>
  readerAuthAll !== null || docRequests.some(({ readerAuth }) => readerAuth !== undefined);

/** What a strict wallet makes of one request. */
const readingOf = (sent: Sent, now: Date): string => {
  const types = sent.types.join(" and ");
  // §10.2.2: these came with version 1.1, and a request without them stays what wallets of the first edition read.
  const isNewer =
    sent.readerAuthAll ?? sent.docRequests.some(({ items }) => Buffer.from(items).includes("requestInfo"));
  const expected = isNewer ? "1.1" : "1.0";
  if (sent.version !== expected) return `${types}: version ${sent.version} in place of ${expected}`;
  if (!isSigned(sent)) return "unsigned";
  const result = checkReaders({ ...sent.data, origin: sent.origin }, { roots: null, now });
  return result.ok ? "verified" : `${types}: ${result.reason}`;
};

export const readerChecks: readonly Check[] = [
  check(
    "ISO/IEC TS 18013-7 Annex C",
    "browser, org-iso-mdoc: no two requests of one call ask for the same type",
    "another type each",
    async (kit) => {
      const types = (await requestsOf(kit)).flatMap((sent) => sent.types);
      const twice = types.find((type, index) => types.indexOf(type) !== index);
      return twice === undefined ? "another type each" : `asks for ${twice} twice`;
    },
  ),
  check(
    "ISO/IEC 18013-5:2025 §12.5",
    "browser, org-iso-mdoc: reader authentication, where there is any, is for this session and of version 1.1",
    "verified or unsigned",
    async (kit) => {
      const readings = (await requestsOf(kit)).map((sent) => readingOf(sent, kit.now));
      const wrong = readings.find((reading) => reading !== "verified" && reading !== "unsigned");
      return wrong ?? (readings.includes("verified") ? "verified" : "unsigned");
    },
  ),
  check(
    "EU age verification, Annex A",
    "browser, org-iso-mdoc: the proof of age is asked for without reader authentication",
    "unsigned",
    async (kit) => {
      const sent = (await requestsOf(kit)).filter(({ types }) => types.includes(EU_PROOF_OF_AGE));
      if (sent.length === 0) throw new NotOffered("the EU's proof of age is not asked for");
      return sent.some(isSigned) ? "signed" : "unsigned";
    },
  ),
];
