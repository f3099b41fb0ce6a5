import { type AnchorRow, listAnchors, trustVersion } from "#data/trust-anchors.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { VICAL_TYPE } from "#methods/wallet/trust/vical-type.ts";
import { readCertificate } from "#methods/wallet/x509/certificate.ts";
import type { Deps } from "../context.ts";
import { isTestIssuer } from "./is-test-issuer.ts";
import { countsUntil } from "./list-age.ts";

// A row whose certificate cannot be read any more vouches for nobody; nor does one that somebody wrote past the checks.
const toAnchor = (row: AnchorRow): TrustAnchor[] => {
  const { credentialType, label, eku, ekus, vouchesFor, source, validFrom: from } = row;
  const certificate = readCertificate(new Uint8Array(row.certificate));
  if (!certificate.ok || isTestIssuer({ certificate: certificate.value })) return [];
  return [
    {
      credentialType,
      label,
      // A process of the former version writes the one column only.
      ekus: ekus.length === 0 && eku !== null ? [eku] : ekus,
      vouchesFor,
      source,
      certificate: certificate.value,
      validity: { from, until: countsUntil(row) },
    },
  ];
};

type Reading = { version: bigint; anchors: Promise<readonly TrustAnchor[]> };
const readings = new WeakMap<object, Reading>();

const read = async ({ db }: Pick<Deps, "db">): Promise<readonly TrustAnchor[]> =>
  (await listAnchors(db.orm)).flatMap(toAnchor);

/**
 * All anchors, parsed once for each version of the table. Every call reads the version, which is one row: whoever was
 * removed in any process counts no more from the next answer on. Answers that come while a version is being read share
 * that reading: it began after the version was seen, so it is never older than what they asked for.
 */
const allAnchors = async (deps: Pick<Deps, "db">): Promise<readonly TrustAnchor[]> => {
  const { orm } = deps.db;
  const version = await trustVersion(orm);
  const known = readings.get(orm);
  if (known?.version === version) return known.anchors;
  const reading: Reading = { version, anchors: read(deps) };
  readings.set(orm, reading);
  try {
    return await reading.anchors;
  } catch (error) {
    // A reading that failed is nobody's answer.
    if (readings.get(orm) === reading) readings.delete(orm);
    throw error;
  }
};

/** Whose signature counts for these types of credential, as of this moment. */
export const anchorsFor = async (
  deps: Pick<Deps, "db">,
  credentialTypes: readonly string[],
): Promise<TrustAnchor[]> =>
  (await allAnchors(deps)).filter(({ credentialType }) => credentialTypes.includes(credentialType));

/** The providers of lists that an operator pinned by hand: no list vouches for another's provider. */
export const pinnedProviders = async (deps: Pick<Deps, "db">): Promise<TrustAnchor[]> =>
  (await anchorsFor(deps, [VICAL_TYPE])).filter(({ source }) => source === "pem");
