import * as contract from "#contracts/console/keys.ts";
import { issueKey } from "#services/keys/issue.ts";
import { listKeys } from "#services/keys/list.ts";
import { renameKey } from "#services/keys/rename.ts";
import { revokeKeyByName } from "#services/keys/revoke-by-name.ts";
import { rotateKey } from "#services/keys/rotate.ts";
import { memberProcedure, router } from "../init.ts";

export const keys = router({
  list: memberProcedure("keys.read").query(({ ctx }) => listKeys(ctx)),
  create: memberProcedure("keys.write")
    .input(contract.createKey)
    .mutation(({ ctx, input }) => issueKey(ctx, input)),
  rename: memberProcedure("keys.write")
    .input(contract.renameKey)
    .mutation(({ ctx, input }) => renameKey(ctx, input)),
  rotate: memberProcedure("keys.write")
    .input(contract.rotateKey)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
  revoke: memberProcedure("keys.write")
    .input(contract.revokeKey)
    .mutation(({ ctx, input }) => revokeKeyByName(ctx, input)),
});
