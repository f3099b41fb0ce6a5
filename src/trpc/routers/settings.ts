import * as contract from "#contracts/console/settings.ts";
import { closeTenant } from "#services/settings/close-tenant.ts";
import { getSettings } from "#services/settings/get.ts";
import { setLogo } from "#services/settings/set-logo.ts";
import { updateSettings } from "#services/settings/update.ts";
import { memberProcedure, router } from "../init.ts";

export const settings = router({
  get: memberProcedure("settings.read").query(({ ctx }) => getSettings(ctx)),
  update: memberProcedure("settings.write")
    .input(contract.updateSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),
  setLogo: memberProcedure("settings.write")
    .input(contract.setLogo)
    .mutation(({ ctx, input }) => setLogo(ctx, input.png)),
  close: memberProcedure("tenant.close")
    .input(contract.closeTenant)
    .mutation(({ ctx, input }) => closeTenant(ctx, input.name)),
});
