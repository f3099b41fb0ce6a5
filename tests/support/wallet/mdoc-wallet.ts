import { issueMdoc as issue, type MdocOptions } from "../../../lab/demo-wallet/wallet/mdoc.ts";
import { days } from "./authority.ts";

export { presentMdoc } from "../../../lab/demo-wallet/wallet/mdoc.ts";

type Dates = "signed" | "validUntil";

/** Issues a credential of the tests' time to a new device. */
export const issueMdoc = (options: Omit<MdocOptions, Dates> & Partial<Pick<MdocOptions, Dates>>) =>
  issue({ signed: days(-1), validUntil: days(60), ...options });
