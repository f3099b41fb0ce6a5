import * as contract from "#contracts/console/verifications.ts";
import { revokeToken } from "#services/tokens/revoke.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { listVerifications } from "#services/verifications/list.ts";
import { metadataKeys } from "#services/verifications/metadata-keys.ts";
import { memberProcedure, router } from "../init.ts";

export const verifications = router({
  list: memberProcedure("verifications.read")
    .input(contract.listVerifications)
    .query(({ ctx, input }) => listVerifications(ctx, input)),
  detail: memberProcedure("verifications.read")
    .input(contract.oneVerification)
    .query(({ ctx, input }) => verificationDetail(ctx, input.verificationId)),
  metadataKeys: memberProcedure("verifications.read").query(({ ctx }) => metadataKeys(ctx)),
  revokeToken: memberProcedure("tokens.revoke")
    .input(contract.oneVerification)
    .mutation(({ ctx, input }) => revokeToken(ctx, input.verificationId)),
});
