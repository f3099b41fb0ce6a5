import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

// What takes no tenant, and why nothing of another tenant's comes of it.
const WITHOUT_TENANT: Readonly<Record<string, readonly string[]>> = {
  "a row that brings its tenant": [
    ...[
      "insertApiKey",
      "insertAuditEntry",
      "insertProvider",
      "insertRequest",
      "insertClient",
      "insertGate",
      "addGateCounts",
      "addKeyHours",
      "insertVendor",
    ],
    ...[
      "insertVendorSession",
      "replaceCertificate",
      "insertChallenge",
      "insertHandoff",
      "insertVerification",
    ],
    ...[
      "insertForSubject",
      "insertSubjectUse",
      "insertToken",
      "insertReturnCode",
      "insertVoucher",
      "insertEvent",
    ],
    ...[
      "insertWalletTransaction",
      "insertDeliveries",
      "insertEndpoint",
      "insertReader",
      "insertAppeal",
      "recordAttempt",
    ],
    "insertVisit",
    ...["recordDocumentUse", "insertWaiting", "replaceWaiting", "insertListener"],
  ],
  "found by a secret, or by the hash of one: who has it may": [
    ...[
      "findKeyByHash",
      "findRequest",
      "takeRequest",
      "findSessionOfBrowser",
      "takeChallenge",
      "dropChallenge",
    ],
    ...["findRequestOfPage", "findHandoffByCode", "claimHandoff", "findPage", "lockSubject", "releaseResult"],
    // By the address that a wallet posts to.
    "findPendingTransaction",
  ],
  "within a visit that was found by its tenant": ["notePage"],
  "an age key is a person's, and good at every tenant that accepts it": [
    ...["insertAgeKey", "findAgeKey", "advanceCounter", "deleteAgeKey", "purgeAgeKeys"],
  ],
  "which tenant it is follows from the public id": ["findOpenClient", "findOpenGate", "findVendorCalled"],
  "which tenant it is follows from the host name, which its DNS has proven": [
    ...["findServedHost", "findOwner", "lockHostName"],
  ],
  "the row is the caller's: it was found by its tenant or its secret just before": [
    ...["touchApiKey", "rehashApiKey", "markReturned", "endSession", "deleteVendorSession", "isRemembered"],
    ...["claimCheck", "releaseCheck", "closeMethod", "noteOthersAsked", "endRequest", "endHandoffs"],
    ...["findProgress", "holdDeliveries", "keepCount", "closeForSubject", "linkVoucher", "setVoucherTries"],
    ...["refuseAnswer", "declineTransaction", "useTransaction", "holdResult", "endTransactions"],
    "cancelDeliveries",
  ],
  "the worker's, for every tenant alike": [
    ...[
      "claimOverdue",
      "claimUncountedTenants",
      "claimInOrder",
      "claimFairly",
      "refreshClaim",
      "trippedBreakers",
    ],
    ...["recordDeliveryResults", "markAnswering", "markFailing", "openBreaker", "createDeliveryNotifier"],
    ...["takeEndpointNews", "takeExhausted", "troubledEndpoints"], // of all tenants: the worker tells each of its own
    "countTroubled", // of all tenants: for the operator
    ...[
      "claimUnseen",
      "purgeListeners",
      "purgeKeyHours",
      "cancelLeftBehind",
      "listenersDue",
      "createAwaitHeld",
    ],
    ...["takeForRedaction", "forgetLateLines", "endOverdueTransactions", "requestsAtOnce"],
    ...["takeDueHosts", "purgeRemovedHosts", "openDeletions"],
  ],
  "the operator's: the deployment as a whole": [
    ...["allVisits", "billedTenants", "runningVisitsOf", "namesOfAny"],
    ...["hasMadeTenant", "countTenants", "countHostsOn", "pricesBefore", "latestPrices", "addPriceList"],
    ...[
      "countKeysUnusedSince",
      "countEnding",
      "countReaders",
      "queueState",
      "countAnnounced",
      "listRegistrarCertificates",
    ],
  ],
};

/** Functions of a file of src that ask the database, and of whose parameters none says whose rows are meant. */
const withoutTenant = (path: string): string[] => {
  const text = readFileSync(join(ROOT, "src", path), "utf8");
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer)) {
      const [first, ...rest] = node.initializer.parameters;
      const asks = /\b(?:Db|Database)\b/.test(first?.type?.getText() ?? "");
      if (asks && !rest.some((parameter) => /tenant/i.test(parameter.getText())))
        found.push(node.name.getText());
    }
  };
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements)
    if (
      ts.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    )
      ts.forEachChild(statement.declarationList, visit);
  return found;
};

// Rows of tenants. data/members has people, data/service and the rest of data/operator the deployment.
const asking = readPaths().filter((path) =>
  /^data\/(?:operator\/(?:tenants|visits)\.ts$|(?:tenants|verifications|webhooks)\/)/.test(path),
);

test("every read and write of a tenant's rows names the tenant, or has a reason not to", () => {
  const named = Object.values(WITHOUT_TENANT).flat();
  expect(new Set(named).size).toBe(named.length);
  expect([...new Set(asking.flatMap(withoutTenant))].toSorted()).toEqual(named.toSorted());
});
