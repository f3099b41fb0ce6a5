import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

/** What makes its dialog's call by hand, and why no description fits. */
const BY_HAND: Readonly<Record<string, string>> = {
  "account/sessions-card.tsx": "the call ends the session, and the page is left without a toast",
  "keys/change-key.tsx": "a new name is shown before the service has answered",
  "members/change-role.tsx": "members who remove themselves leave the tenant's pages",
  "oidc/site-dialogs.tsx": "a site without a secret opens another dialog",
  "operator-access/access-section.tsx": "it is on the settings, the page whose script is nearest to its bound",
  "operator/import-anchors.tsx": "a list of entries is answered, chosen from and sent once more",
  "operator/tenants/create-tenant.tsx": "two secrets are shown one after the other, then the page changes",
  "providers/change-provider.tsx": "a secret goes with the fields, and is compared by its mark",
  "providers/provider-dialogs.tsx": "the answer of a test is shown in the form, which can be sent again",
  "vouchers/issue-voucher.tsx": "the form begins with an age that is read while the dialog is closed",
  "webhooks/endpoint-actions.tsx": "the page of what is removed is left",
  "webhooks/resend-card.tsx": "the card goes on from what the answer left over",
};

test("a dialog's call is made by its description, except where its dialog is unlike the others", () => {
  const found = readPaths().filter(
    (path) =>
      /^console\/(?!client\/).*\.tsx$/.test(path) &&
      readFileSync(join(ROOT, "src", path), "utf8").includes("useDialogCall("),
  );
  expect(found).toEqual(Object.keys(BY_HAND).map((path) => `console/${path}`));
});
