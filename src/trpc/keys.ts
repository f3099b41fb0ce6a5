import * as keysContract from "#contracts/console/keys.ts";
import { rotateKey, updateKey } from "#services/keys/change-keys.ts";
import { issueKey, renameKey, revokeKeyByName } from "#services/keys/keys.ts";
import { listKeys } from "#services/keys/list-keys.ts";
import * as deviceLogin from "#services/tenants/device-login.ts";
import { memberProcedure, personProcedure, router, using } from "./init.ts";

const keysWrite = memberProcedure("keys.write");

export const keys = router({
  list: memberProcedure("keys.read").query(({ ctx }) => listKeys(ctx)),
  create: keysWrite.input(keysContract.createKey).mutation(using(issueKey)),
  rename: keysWrite.input(keysContract.renameKey).mutation(using(renameKey)),
  update: keysWrite.input(keysContract.updateKey).mutation(using(updateKey)),
  rotate: keysWrite.input(keysContract.rotateKey).mutation(using(rotateKey)),
  revoke: keysWrite.input(keysContract.revokeKey).mutation(using(revokeKeyByName)),
});

/** Sign-ins of the command line. Mutations, so that the code is never in an address. */
export const deviceLogins = router({
  view: personProcedure
    .input(keysContract.deviceLogin)
    .mutation(({ ctx, input }) => deviceLogin.viewDevice(ctx, input.userCode)),
  approve: keysWrite
    .input(keysContract.deviceLogin)
    .mutation(({ ctx, input }) => deviceLogin.approveDevice(ctx, input.userCode)),
  deny: personProcedure
    .input(keysContract.deviceLogin)
    .mutation(({ ctx, input }) => deviceLogin.denyDevice(ctx, input.userCode)),
});
