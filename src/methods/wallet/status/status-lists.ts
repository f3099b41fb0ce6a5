import { ServiceError } from "#core/errors.ts";
import { accept, PASSED, type Result, refuse } from "#methods/wallet/result.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { checkChain } from "#methods/wallet/trust/check-chain.ts";
import { readCertificate } from "#methods/wallet/x509/certificate.ts";
import type { AskHttp } from "#platform/http.ts";
import { holdsIdentifier } from "./identifier-list.ts";
import {
  readStatus,
  type StatusReference,
  type StatusRules,
  type VerifiedCredential,
} from "./status-claim.ts";
import { readStatusToken, type StatusToken, statusAt } from "./status-token.ts";

type Options = {
  rules: StatusRules;
  /**
   * Follows the webhook sender's rules for addresses: no private ones, no redirects, limits on size and time.
   */
  http: AskHttp;
  now: () => Date;
  /** The list's host and the result of asking it; nothing about a credential. */
  note: (host: string, outcome: Outcome) => void;
};

type Outcome =
  | "fetched"
  | "unavailable"
  | "address_refused"
  | "list_refused"
  /** Signed before the copy in hand; a CDN edge may still serve such a list. */
  | "older_list";

/** What is known about a list. */
type Copy = { token: StatusToken; askedAt: number; size: number };
type Known = {
  copy: Copy | null;
  /** The last refusal, and when it happened. */
  failed: { at: number; refusal: Refused } | null;
  asking: Promise<Fetched> | null;
};
type Refused = ReturnType<typeof refuse>;
type Fetched = Result<Copy>;

type Format = VerifiedCredential["format"];

/**
 * ISO/IEC 18013-5:2025 §12.3.6.3 allows only CWTs for mdocs, and hosts that keep both forms may sign each
 * below a different CA (Token Status List §8.1: the client chooses the form).
 */
const ACCEPTED: Record<Format, string> = {
  mso_mdoc: "application/statuslist+cwt, application/identifierlist+cwt, application/statuslist+jwt;q=0.5",
  "dc+sd-jwt":
    "application/statuslist+jwt, application/statuslist+cwt;q=0.5, application/identifierlist+cwt;q=0.5",
};

/** A list in the form requested. */
type Wanted = { uri: string; url: URL; format: Format };

const keyOf = ({ uri, format }: Pick<Wanted, "uri" | "format">): string => `${format} ${uri}`;

const MAX_LISTS = 64;
/** Of all lists together. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** For this long after a failure, no call waits for the same list again. */
const RETRY_MS = 1_000;

/**
 * The address to fetch, if its host is allowed. An address with a query or a fragment is refused: a list
 * covers many credentials, and an address for just one of them would tell its host who is being checked.
 */
const fetchable = (uri: string, hosts: readonly string[]): URL | null => {
  if (!URL.canParse(uri) || /[?#]/.test(uri)) return null;
  const url = new URL(uri);
  return hosts.includes(url.host) && url.username === "" && url.password === "" ? url : null;
};

/**
 * The list's signer must be below the same anchor that vouches for the credential, or below the certificate
 * that the credential's issuer named for the list. ISO/IEC 18013-5:2025 Table B.9 allows it to have no
 * extended key usage, and the one that Token Status List §10 names has no number yet; a signer that has any
 * needs one of the usages for signing credentials, so that a TLS server of the same CA cannot sign lists.
 */
const isSignedBelow = (
  anchor: TrustAnchor,
  { root }: StatusReference,
  { chain }: StatusToken,
  now: Date,
): boolean => {
  const signer = chain[0] ? readCertificate(chain[0]) : null;
  if (!signer?.ok) return false;
  const above = root
    ? { ...anchor, certificate: root, validity: { from: root.notBefore, until: root.notAfter } }
    : anchor;
  const rule = signer.value.use.extendedKeyUsage.length === 0 ? { ...above, ekus: [] } : above;
  return checkChain(chain, { credentialType: anchor.credentialType, anchors: [rule], now }).ok;
};

/** Token Status List §7.1: 0 is valid; anything else, whether revoked, suspended or unknown, is not. */
const judge = ({ entries }: StatusToken, reference: StatusReference): Result<null> => {
  if (reference.kind === "identifier_list") {
    if (entries.kind !== "identifier_list") return refuse("status_list_refused");
    return holdsIdentifier(entries, reference.id) ? refuse("credential_revoked") : PASSED;
  }
  const status = entries.kind === "status_list" ? statusAt(entries, reference.index) : null;
  if (status === null) return refuse("status_list_refused");
  return status === 0 ? PASSED : refuse("credential_revoked");
};

/**
 * Looks up the status of verified credentials. A list is fetched whole and kept for at most `maxAgeMs`, or
 * less where its `ttl` or `exp` says so; concurrent answers share one fetch.
 */
export const createStatusLists = ({ rules, http, now, note }: Options) => {
  const lists = new Map<string, Known>();

  const knownOf = (key: string): Known => {
    const known = lists.get(key) ?? { copy: null, failed: null, asking: null };
    // The list used most recently is the last to be evicted.
    lists.delete(key);
    lists.set(key, known);
    let kept = 0;
    for (const [index, [other, { copy }]] of [...lists].toReversed().entries()) {
      kept += copy?.size ?? 0;
      if (index >= MAX_LISTS || (index > 0 && kept > MAX_KEPT_BYTES)) lists.delete(other);
    }
    return known;
  };

  const isFresh = ({ token: { ttlMs, expiresAt }, askedAt }: Copy): boolean => {
    const at = now().getTime();
    // Setting the clock back does not make a copy younger.
    if (at < askedAt) return false;
    return at - askedAt < Math.min(rules.maxAgeMs, ttlMs ?? rules.maxAgeMs) && isInForce(expiresAt, at);
  };

  const ask = async ({ url, uri, format }: Wanted): Promise<Fetched> => {
    const askedAt = now().getTime();
    const headers = {
      accept: ACCEPTED[format],
      // A copy in a cache on the way could be older than the setting allows.
      "cache-control": "no-cache",
    };
    const answer = await http(url.href, { headers }).catch((error: unknown) => {
      if (error instanceof ServiceError) return null;
      if (error instanceof Error && error.name === "AddressRefused") return "refused" as const;
      throw error;
    });
    if (answer === "refused") {
      note(url.host, "address_refused");
      return refuse("status_host_refused");
    }
    if (!answer?.isOk || !answer.bytes) {
      note(url.host, "unavailable");
      return refuse("status_unavailable");
    }
    const token = await readStatusToken({ type: answer.type, bytes: answer.bytes }, now());
    const isRight = token.ok && token.value.uri === uri && isInForce(token.value.expiresAt, askedAt);
    if (!isRight) {
      note(url.host, "list_refused");
      return refuse("status_list_refused");
    }
    const { entries } = token.value;
    const size = entries.kind === "status_list" ? entries.bytes.length : answer.bytes.length;
    return accept({ token: token.value, askedAt, size });
  };

  /**
   * Whether this copy stands in for an older list, so that nothing revoked becomes valid again. The copy's
   * issuer says for how long; without a limit, a host that replays an old list could hide every later
   * revocation.
   */
  const standsIn = ({ token: { ttlMs, expiresAt }, askedAt }: Copy): boolean => {
    const at = now().getTime();
    if (ttlMs === null && expiresAt === null) return false;
    return at >= askedAt && (ttlMs === null || at - askedAt < ttlMs) && isInForce(expiresAt, at);
  };

  const failure = ({ copy }: Known, refusal: Refused): Fetched =>
    refusal === OLDER_LIST && copy && standsIn(copy) ? accept(copy) : refusal;

  const current = async (wanted: Wanted): Promise<Fetched> => {
    const known = knownOf(keyOf(wanted));
    if (known.copy && isFresh(known.copy)) return accept(known.copy);
    const { failed } = known;
    if (failed && Math.abs(now().getTime() - failed.at) < RETRY_MS) return failure(known, failed.refusal);
    known.asking ??= ask(wanted)
      .then((answered) => {
        const fetched = isOlder(answered, known.copy) ? OLDER_LIST : answered;
        if (fetched === OLDER_LIST || fetched.ok)
          note(wanted.url.host, fetched.ok ? "fetched" : "older_list");
        if (fetched.ok) known.copy = fetched.value;
        known.failed = fetched.ok ? null : { at: now().getTime(), refusal: fetched };
        return fetched.ok ? fetched : failure(known, fetched);
      })
      .finally(() => {
        known.asking = null;
      });
    return known.asking;
  };

  const ruleFor = (rule: "whenUnreachable" | "whenMissing", { credentialType }: TrustAnchor) =>
    rules.exceptions?.[credentialType]?.[rule] ?? rules[rule];

  const lookUp = async (
    reference: StatusReference,
    { anchor, format }: VerifiedCredential,
  ): Promise<Result<null>> => {
    const { uri } = reference;
    const url = fetchable(uri, rules.hosts);
    if (!url) return refuse("status_host_refused");
    const fetched = await current({ uri, url, format });
    const isPassedOver =
      !fetched.ok && fetched.code === "status_unavailable" && ruleFor("whenUnreachable", anchor) === "accept";
    // What the last copy called revoked is not accepted just because the list has gone away.
    const copy = fetched.ok ? fetched.value : isPassedOver ? lists.get(keyOf({ uri, format }))?.copy : null;
    if (!copy) return isPassedOver ? PASSED : refuse(fetched.ok ? "status_unavailable" : fetched.code);
    if (!isSignedBelow(anchor, reference, copy.token, now())) return refuse("status_list_refused");
    return judge(copy.token, reference);
  };

  const checkOne = async (credential: VerifiedCredential): Promise<Result<null>> => {
    const { anchor, status } = credential;
    if (!rules.types.includes(anchor.credentialType)) return PASSED;
    const references = readStatus(status);
    if (!references.ok) return references;
    if (references.value.length === 0) {
      return ruleFor("whenMissing", anchor) === "accept" ? PASSED : refuse("status_missing");
    }
    const results = await Promise.all(references.value.map((reference) => lookUp(reference, credential)));
    return results.find((result) => !result.ok) ?? PASSED;
  };

  return {
    /**
     * Whether these verified credentials still count by their lists. Only then may the answer be believed.
     */
    check: async (credentials: readonly VerifiedCredential[]): Promise<Result<null>> => {
      const results = await Promise.all(credentials.map(checkOne));
      return results.find((result) => !result.ok) ?? PASSED;
    },
  };
};

export type StatusLists = ReturnType<typeof createStatusLists>;

const OLDER_LIST = refuse("status_list_refused");

/** Whether a list was signed before the present copy: replaying an old one would revive what was revoked. */
const isOlder = (fetched: Fetched, copy: Copy | null): boolean =>
  fetched.ok && copy !== null && fetched.value.token.issuedAt < copy.token.issuedAt;

const isInForce = (expiresAt: Date | null, at: number): boolean =>
  expiresAt === null || at < expiresAt.getTime();
