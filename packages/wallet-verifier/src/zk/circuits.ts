/** Google's libzk (draft-google-cfrg-libzk), the one system that the EU's profile allows (Annex A §A.8). */
export const ZK_SYSTEM = "longfellow-libzk-v1";

/** What a proof says is fixed by its circuit, so a circuit is trusted like a key: by name, on a list. */
export type Circuit = {
  /** SHA-256 in hexadecimal over the ids of its two parts. */
  readonly hash: string;
  readonly version: number;
  /** How many data elements it proves: exactly so many. */
  readonly attributes: number;
  readonly blockEncHash: number;
  readonly blockEncSig: number;
};

type Parameters = Omit<Circuit, "hash">;

/** `block_enc_hash` and `block_enc_sig` for 1 to 4 elements, by version. */
const BLOCKS = {
  5: { hash: [4096, 4025, 4121, 4283], sig: 2945 },
  6: { hash: [4096, 4025, 4121, 4283], sig: 2945 },
  7: { hash: [4151, 4265, 4307, 4415], sig: 4096 },
} as const;

/** The published circuits for 1 to 4 elements, by version; two older versions are withdrawn. */
const PUBLISHED = {
  5: [
    "f88a39e561ec0be02bb3dfe38fb609ad154e98decbbe632887d850fc612fea6f",
    "f51b7248b364462854d306326abded169854697d752d3bb6d9a9446ff7605ddb",
    "c27195e03e22c9ab4efe9e1dabd2c33aa8b2429cc4e86410c6f12542d3c5e0a1",
    "fa5fadfb2a916d3b71144e9b412eff78f71fd6a6d4607eac10de66b195868b7a",
  ],
  6: [
    "137e5a75ce72735a37c8a72da1a8a0a5df8d13365c2ae3d2c2bd6a0e7197c7c6",
    "b4bb6f01b7043f4f51d8302a30b36e3d4d2d0efc3c24557ab9212ad524a9764e",
    "b2211223b954b34a1081e3fbf71b8ea2de28efc888b4be510f532d6ba76c2010",
    "c70b5f44a1365c53847eb8948ad5b4fdc224251a2bc02d958c84c862823c49d6",
  ],
  7: [
    "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121",
    "6a5810683e62b6d7766ebd0d7ca72518a2b8325418142adcadb10d51dbbcd5ad",
    "8ee4849ae1293ae6fe5f9082ce3e5e15c4f198f2998c682fa1b727237d6d252f",
    "5aebdaaafe17296a3ef3ca6c80c6e7505e09291897c39700410a365fb278e460",
  ],
} as const;

const KNOWN: ReadonlyMap<string, Parameters> = new Map(
  ([5, 6, 7] as const).flatMap((version) =>
    PUBLISHED[version].map((hash, index): [string, Parameters] => [
      hash,
      {
        version,
        attributes: index + 1,
        blockEncHash: BLOCKS[version].hash[index] ?? 0,
        blockEncSig: BLOCKS[version].sig,
      },
    ]),
  ),
);

/** A circuit as an operator names it: by its hash, and with its parameters where it is not a published one. */
export type NamedCircuit = { hash: string; parameters: Parameters | null };

const isSameAs = (one: Parameters, other: Parameters): boolean =>
  one.version === other.version &&
  one.attributes === other.attributes &&
  one.blockEncHash === other.blockEncHash &&
  one.blockEncSig === other.blockEncSig;

/**
 * The circuits that an operator allows, in the order of preference.
 * @throws Error, with what to write instead, for an unknown hash without parameters and for a published one with other
 *   parameters than its own
 */
export const circuitsFrom = (named: readonly NamedCircuit[]): Circuit[] =>
  named.map(({ hash, parameters }) => {
    const known = KNOWN.get(hash);
    const start = `the circuit that begins with ${hash.slice(0, 8)}`;
    if (known && parameters && !isSameAs(known, parameters))
      throw new Error(`expected other parameters for ${start}: it is published, so its hash alone is enough`);
    const all = known ?? parameters;
    if (!all)
      throw new Error(
        `expected hash:version:num_attributes:block_enc_hash:block_enc_sig for ${start}: it is not a published one`,
      );
    return { hash, ...all };
  });

/** Whether two descriptions are of one circuit; the blocks follow from these three. */
export const isSameCircuit = (one: Circuit, other: Circuit): boolean =>
  one.hash === other.hash && one.version === other.version && one.attributes === other.attributes;

/**
 * A circuit's label in requests, for the wallet to echo. Wallets built on multipaz answer with the label that they made of
 * the circuit's file name, so it is spelt the same.
 */
export const labelOf = ({ hash, version, attributes, blockEncHash, blockEncSig }: Circuit): string =>
  [ZK_SYSTEM, version, attributes, blockEncHash, blockEncSig, hash].join("_");
