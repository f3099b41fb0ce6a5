import type { DcqlQuery } from "dcql";
import { claimsToShow, type Held, type Path, typeAskedFor } from "./choose-claims.ts";
import { presentMdoc } from "./mdoc.ts";
import { presentSdJwt } from "./sd-jwt.ts";
import type { Session } from "./session.ts";

/** The query's id, and what answers it. */
export type Presentation = { id: string; presentation: string };

const hasElement =
  (held: Held) =>
  ([first, second]: Path): boolean => {
    if ("sdJwt" in held) return held.sdJwt.thresholds.includes(String(second));
    const items = held.mdoc.issuerSigned.getIssuerNamespace(String(first)) ?? [];
    return items.some(({ elementIdentifier }) => elementIdentifier === second);
  };

/** Presents what the query asks for of this attestation, and nothing else. */
export const present = async (
  query: DcqlQuery,
  held: Held,
  session: Session,
  now: Date,
): Promise<Presentation> => {
  const format = "sdJwt" in held ? "dc+sd-jwt" : "mso_mdoc";
  const type = "sdJwt" in held ? held.sdJwt.vct : held.mdoc.docType;
  const wanted = query.credentials.find((each) => each.format === format && typeAskedFor(each) === type);
  const paths = wanted ? claimsToShow(wanted, hasElement(held)) : null;
  const [first] = paths ?? [];
  if (!wanted || !paths || !first) throw new Error("the wallet has nothing that the request asks for");
  if ("sdJwt" in held) {
    const [claim, threshold] = first;
    const shown = { [String(claim)]: { [String(threshold)]: true } };
    const { nonce, audience: aud } = session;
    return { id: wanted.id, presentation: await presentSdJwt(held.sdJwt, shown, { nonce, aud, now }) };
  }
  const names = paths.map(([, name]) => String(name));
  const response = await presentMdoc(held.mdoc, { [String(first[0])]: names }, session.transcript);
  return { id: wanted.id, presentation: Buffer.from(response).toString("base64url") };
};
