import * as gatesContract from "#contracts/console/gates.ts";
import * as hostsContract from "#contracts/console/hosts.ts";
import * as oidcContract from "#contracts/console/oidc.ts";
import * as gatesOf from "#services/gates/gates.ts";
import * as leaks from "#services/gates/leaks.ts";
import * as hostsOf from "#services/hosts/hosts.ts";
import * as sites from "#services/oidc/sites.ts";
import { memberProcedure, router, using } from "./init.ts";

// The sites of a tenant: those with a gate before them, and those that ask by OpenID Connect, which both hold a key; and its
// own names for hosted pages.

const hostsWrite = memberProcedure("hosts.write");
const keysRead = memberProcedure("keys.read");
const keysWrite = memberProcedure("keys.write");

export const gates = router({
  list: keysRead.query(({ ctx }) => gatesOf.listGates(ctx)),
  create: keysWrite.input(gatesContract.createGate).mutation(using(gatesOf.createGate)),
  update: keysWrite.input(gatesContract.updateGate).mutation(using(gatesOf.updateGate)),
  rotateSecret: keysWrite.input(gatesContract.rotateGateSecret).mutation(using(gatesOf.rotateGateSecret)),
  remove: keysWrite.input(gatesContract.oneGate).mutation(using(gatesOf.removeGate)),
  // It asks the site, so it is not a query: pages repeat queries at will.
  lookForLeaks: keysWrite.input(gatesContract.lookForLeaks).mutation(using(leaks.lookForLeaks)),
  traffic: keysRead.input(gatesContract.gateTraffic).query(using(gatesOf.gateTraffic)),
});

export const oidcClients = router({
  list: keysRead.query(({ ctx }) => sites.listSites(ctx)),
  create: keysWrite.input(oidcContract.createClient).mutation(using(sites.createSite)),
  update: keysWrite.input(oidcContract.updateClient).mutation(using(sites.updateSite)),
  rotateSecret: keysWrite.input(oidcContract.rotateSecret).mutation(using(sites.rotateSiteSecret)),
  remove: keysWrite.input(oidcContract.oneClient).mutation(using(sites.removeSite)),
});

export const hosts = router({
  list: memberProcedure("settings.read").query(({ ctx }) => hostsOf.listHosts(ctx)),
  add: hostsWrite.input(hostsContract.addHost).mutation(using(hostsOf.addHost)),
  // It asks the DNS, so it is not a query: pages repeat queries at will.
  check: hostsWrite.input(hostsContract.oneHost).mutation(using(hostsOf.checkHost)),
  switch: hostsWrite.input(hostsContract.switchHost).mutation(using(hostsOf.switchHost)),
  makePrimary: hostsWrite.input(hostsContract.primaryHost).mutation(using(hostsOf.makePrimary)),
  remove: hostsWrite.input(hostsContract.oneHost).mutation(using(hostsOf.removeHost)),
});
