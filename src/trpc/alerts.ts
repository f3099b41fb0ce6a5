import * as contract from "#contracts/console/alerts.ts";
import {
  alertSettings,
  countOpenAlerts,
  listAlerts,
  testSlack,
  updateAlerts,
  updatePreference,
} from "#services/alerts/settings.ts";
import { memberProcedure, router, using } from "./init.ts";

const alertsRead = memberProcedure("alerts.read");
const alertsWrite = memberProcedure("alerts.write");

export const alerts = router({
  list: alertsRead.input(contract.listAlerts).query(using(listAlerts)),
  countOpen: alertsRead.query(({ ctx }) => countOpenAlerts(ctx)),
  settings: alertsRead.query(({ ctx }) => alertSettings(ctx)),
  update: alertsWrite.input(contract.updateAlerts).mutation(using(updateAlerts)),
  // Each member's own: everyone who may read alerts.
  updatePreference: alertsRead.input(contract.updatePreference).mutation(using(updatePreference)),
  testSlack: alertsWrite.mutation(({ ctx }) => testSlack(ctx)),
});
