import { DeviceRequest } from "@owf/mdoc";
import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import { type Bench, isoRequestsOf } from "../bench.ts";
import { type Check, check } from "../check.ts";
import type { Kind } from "../target.ts";

// OpenID4VP 1.0 §5 and §6: what the deployment asks for, and how. A wallet's own reading of it comes first: a request
// that @openid4vc or dcql refuses is a miss in every other check too.

const DCQL = "OpenID4VP 1.0 §6";
const PRIVACY = "ISO/IEC 18013-5 §7.2.5";
const REQUEST = "OpenID4VP 1.0 §5";
const SIGNED = "OpenID4VP 1.0 §5.9.3";
const FRESH = "OpenID4VP 1.0 §14.1";

const KINDS: readonly [Kind, string][] = [
  ["eu_link", "EU link"],
  ["signed_link", "signed link"],
  ["dc_api", "browser"],
];

const AGE = /^(age_over_)?\d{2}$/;

/** The last part of every path that is asked for. */
const asked = ({ request }: Bench): string[] =>
  request.query.credentials.flatMap(({ claims = [] }) =>
    claims.map((claim) => ("path" in claim && claim.path ? String(claim.path.at(-1)) : "?")),
  );

const onlyAges = (kind: Kind, where: string): Check =>
  check(PRIVACY, `${where}: asks for nothing but “over NN”`, "ages only", async (kit) => {
    const names = asked(await kit.bench(kind));
    const others = names.filter((name) => !AGE.test(name));
    return names.length > 0 && others.length === 0
      ? "ages only"
      : `asks for ${others.join(", ") || "nothing"}`;
  });

const retainsNothing = (kind: Kind, where: string): Check =>
  check(DCQL, `${where}: says that it keeps nothing`, "keeps nothing", async (kit) => {
    const { request } = await kit.bench(kind);
    const claims = request.query.credentials.flatMap((query) =>
      query.format === "mso_mdoc" ? [...(query.claims ?? [])] : [],
    );
    const keeps = claims.filter(
      (claim) => !("intent_to_retain" in claim && claim.intent_to_retain === false),
    );
    return claims.length > 0 && keeps.length === 0 ? "keeps nothing" : "does not say so";
  });

const fresh = (kind: Kind, where: string): Check =>
  check(FRESH, `${where}: nonce, state and key are new each time`, "new each time", async (kit) => {
    const [one, other] = [await kit.bench(kind), await kit.bench(kind)];
    const partsOf = ({ request: { payload, encryptionJwk } }: Bench) => [
      payload.nonce,
      payload.state,
      encryptionJwk?.x,
    ];
    const again = partsOf(one).filter((part, index) => part !== undefined && part === partsOf(other)[index]);
    if (again.length > 0) return "the same again";
    // §5.2: enough of it that nobody guesses it; 16 characters of base64url are 96 bits
    return one.request.payload.nonce.length >= 16 ? "new each time" : "a short nonce";
  });

export const requestChecks: readonly Check[] = [
  ...KINDS.flatMap(([kind, where]) => [
    onlyAges(kind, where),
    retainsNothing(kind, where),
    fresh(kind, where),
  ]),
  check(
    PRIVACY,
    "browser, org-iso-mdoc: asks for nothing but “over NN”, and keeps nothing",
    "ages only",
    async (kit) => {
      const docRequests = isoRequestsOf((await kit.bench("iso_mdoc")).ask).flatMap(
        ({ deviceRequest }) =>
          DeviceRequest.decode(new Uint8Array(Buffer.from(deviceRequest, "base64url"))).docRequests,
      );
      const elements = docRequests.flatMap(({ itemsRequest }) =>
        [...itemsRequest.namespaces.values()].flatMap((names) => [...names]),
      );
      const others = elements.filter(([name, keeps]) => keeps || !AGE.test(name));
      return elements.length > 0 && others.length === 0 ? "ages only" : `asks for ${others.join(", ")}`;
    },
  ),
  check(
    SIGNED,
    "EU link: the client id is the response address, which is the deployment's own",
    "its own",
    async (kit) => {
      const { request, ask } = await kit.bench("eu_link");
      const responseUri = responseUriOf(request);
      const isOwn = new URL(responseUri).origin === ask.origin;
      return isOwn && request.payload.client_id === `redirect_uri:${responseUri}` ? "its own" : "another's";
    },
  ),
  check(
    SIGNED,
    "signed link: signed by the certificate that the client id names, which did not sign itself",
    "signed",
    async (kit) => {
      const { signer } = (await kit.bench("signed_link")).request;
      if (!signer) return "not signed";
      return signer.subject === signer.issuer ? "self-signed" : "signed";
    },
  ),
  check(
    REQUEST,
    "signed link: the wallet's nonce comes back, and the answer is to be encrypted",
    "direct_post.jwt",
    async (kit) => {
      // The reading itself compares the nonce: see read-request.ts.
      const { payload, encryptionJwk } = (await kit.bench("signed_link")).request;
      return encryptionJwk ? String(payload.response_mode) : "no key";
    },
  ),
];
