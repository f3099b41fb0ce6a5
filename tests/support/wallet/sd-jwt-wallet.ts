import { issueSdJwt as issue, type SdJwtOptions } from "../../../lab/demo-wallet/wallet/sd-jwt.ts";
import { days } from "./authority.ts";

type Dates = "issued" | "expires";

/** Issues a credential of the tests' time to a new holder. */
export const issueSdJwt = (options: Omit<SdJwtOptions, Dates> & Partial<Pick<SdJwtOptions, Dates>>) =>
  issue({ issued: days(-1), expires: days(60), ...options });
