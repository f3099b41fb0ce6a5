import * as verificationsContract from "#contracts/console/verifications.ts";
import { downloadStored } from "#services/erasure/kept-data.ts";
import { redactByMember } from "#services/erasure/redact.ts";
import { carryOutRequest, declineRequest, listRequests, openRequests } from "#services/erasure/requests.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { listVerifications, metadataKeys, waitingAppeals } from "#services/verifications/list.ts";
import { revokeToken } from "#services/verifications/tokens.ts";
import { issueVoucher, listVouchers, revokeVoucher } from "#services/vouchers/vouchers.ts";
import { memberProcedure, router, using } from "./init.ts";

const verificationsRead = memberProcedure("verifications.read");
const verificationsErase = memberProcedure("verifications.erase");
const vouchersIssue = memberProcedure("vouchers.issue");

export const verifications = router({
  list: verificationsRead.input(verificationsContract.listVerifications).query(using(listVerifications)),
  detail: verificationsRead
    .input(verificationsContract.oneVerification)
    .query(({ ctx, input }) => verificationDetail(ctx, input.verificationId)),
  // It leaves an entry in the audit trail, so it is not a query: pages repeat queries at will.
  download: memberProcedure("verifications.export")
    .input(verificationsContract.oneVerification)
    .mutation(using(downloadStored)),
  metadataKeys: verificationsRead.query(({ ctx }) => metadataKeys(ctx)),
  revokeToken: memberProcedure("tokens.revoke")
    .input(verificationsContract.oneVerification)
    .mutation(({ ctx, input }) => revokeToken(ctx, input.verificationId)),
  erase: verificationsErase.input(verificationsContract.eraseVerification).mutation(using(redactByMember)),
});

// Not a look at the list of verifications: every page counts these.
export const appeals = router({
  waiting: verificationsRead.query(({ ctx }) => waitingAppeals(ctx)),
});

export const erasureRequests = router({
  list: verificationsRead.input(verificationsContract.listErasureRequests).query(using(listRequests)),
  open: verificationsRead.query(({ ctx }) => openRequests(ctx)),
  carryOut: verificationsErase
    .input(verificationsContract.oneErasureRequest)
    .mutation(({ ctx, input }) => carryOutRequest(ctx, input.requestId)),
  decline: verificationsErase
    .input(verificationsContract.declineErasureRequest)
    .mutation(using(declineRequest)),
});

export const vouchers = router({
  list: memberProcedure("vouchers.read").input(verificationsContract.listVouchers).query(using(listVouchers)),
  issue: vouchersIssue.input(verificationsContract.issueVoucher).mutation(using(issueVoucher)),
  revoke: vouchersIssue
    .input(verificationsContract.oneVoucher)
    .mutation(({ ctx, input }) => revokeVoucher(ctx, input.voucherId)),
});
