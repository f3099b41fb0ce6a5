import {
  type Authority,
  createAuthority,
  type Signer,
  type SignerOptions,
  SubjectAlternativeNameExtension,
} from "./authority.ts";

// Readers and the authorities that vouch for them, as a wallet's provider has them for websites.

/** ISO/IEC 18013-5 Annex B.1.7: the extended key usage of a reader. */
export const READER_EKU = "1.0.18013.5.1.6";

/** A root for readers, with a P-256 key. A CA below it is made by its `intermediate`. */
export const createReaderAuthority = (
  options: Partial<Parameters<typeof createAuthority>[0]> & { now: Date },
): Promise<Authority> => createAuthority({ name: "CN=Utopia Reader Root,C=UT", ...options });

/**
 * A reader's key and certificate.
 * @param options.hosts the names in the subject alternative name; none leaves the extension out
 */
export const newReader = (
  authority: Authority,
  { hosts = [], ...options }: SignerOptions & { hosts?: readonly string[] } = {},
): Promise<Signer> =>
  authority.signer({
    name: "CN=Corner Shop,O=Corner Shop Ltd,C=UT",
    eku: READER_EKU,
    more:
      hosts.length === 0
        ? []
        : [new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: "dns" as const, value })))],
    ...options,
  });
