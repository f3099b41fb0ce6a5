import { EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import { declineWith, type ResponseParameters } from "../../demo-wallet/wallet/respond.ts";
import { idOf, textOf } from "../bench.ts";
import { type Check, check, refused } from "../check.ts";
import type { Kind } from "../target.ts";

// OpenID4VP 1.0 §8: the form that a wallet posts, when it is not what was asked for.

const RESPONSE = "OpenID4VP 1.0 §8.1";
const DIRECT_POST = "OpenID4VP 1.0 §8.2";
const ERROR = "OpenID4VP 1.0 §8.5";

type Parts = { id: string; presentation: string; state: string };

/** A form with the request's own state, if it gives no other. */
const posted = (spec: string, name: string, make: (parts: Parts) => ResponseParameters | string): Check =>
  refused(spec, name, "eu_link", async ({ request, mdoc }) => {
    const id = idOf(request, EU_PROOF_OF_AGE);
    const presentation = textOf(await mdoc());
    const state = String(request.payload.state ?? "");
    const made = make({ id, presentation, state });
    return {
      responseUri: responseUriOf(request),
      form: typeof made === "string" ? made : { state, ...made },
    };
  });

/** §8.2: an Authorization Error Response that was processed MUST be answered with 200. */
const declined = (name: string, kind: Kind): Check =>
  check(ERROR, name, "taken, then open", async (kit) => {
    const bench = await kit.bench(kind);
    const form = declineWith(bench.request);
    const { isTaken } = await bench.ask.send({ responseUri: responseUriOf(bench.request), form });
    const late = await bench.ask.send(await bench.honest());
    const state = await bench.verification.state();
    if (late.isTaken) return "the question was still open";
    return `${isTaken ? "taken" : "refused"}, then ${state}`;
  });

export const postedChecks: readonly Check[] = [
  posted(DIRECT_POST, "another transaction's state", ({ id, presentation }) => ({
    vp_token: { [id]: [presentation] },
    state: "another",
  })),
  posted(RESPONSE, "two presentations", ({ id, presentation }) => ({
    vp_token: { [id]: [presentation, presentation] },
  })),
  posted(RESPONSE, "two credentials", ({ id, presentation }) => ({
    vp_token: { [id]: [presentation], mdl: [presentation] },
  })),
  posted(RESPONSE, "a name that was not asked for", ({ presentation }) => ({
    vp_token: { another: [presentation] },
  })),
  posted(RESPONSE, "a name from the prototype", ({ presentation }) => ({
    vp_token: `{"__proto__":["${presentation}"]}`,
  })),
  posted(RESPONSE, "no presentation", ({ id }) => ({ vp_token: { [id]: [] } })),
  posted(RESPONSE, "no vp_token", () => ({})),
  posted(RESPONSE, "a vp_token that is text", () => ({ vp_token: "yes" })),
  posted(RESPONSE, "a presentation that is no base64url", ({ id }) => ({ vp_token: { [id]: ["a+b="] } })),
  posted(DIRECT_POST, "vp_token twice", ({ id, presentation, state }) => {
    const token = encodeURIComponent(JSON.stringify({ [id]: [presentation] }));
    return `vp_token=${token}&vp_token=${token}&state=${encodeURIComponent(state)}`;
  }),
  posted(DIRECT_POST, "vp_token in both forms", ({ id, presentation }) => ({
    vp_token: { [id]: [presentation] },
    [`vp_token[${id}]`]: presentation,
  })),
  posted(DIRECT_POST, "300 KB", () => ({ vp_token: "a".repeat(300_000) })),
  posted(ERROR, "a decline with another transaction's state", () => ({
    error: "access_denied",
    state: "another",
  })),
  posted(ERROR, "a decline beside a presentation", ({ id, presentation }) => ({
    vp_token: { [id]: [presentation] },
    error: "access_denied",
  })),
  declined("EU link, a decline: answered with 200, ends the question and decides nothing", "eu_link"),
  declined("signed link, a decline: answered with 200, ends the question and decides nothing", "signed_link"),
];
