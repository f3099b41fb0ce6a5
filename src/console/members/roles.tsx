import { Check, ChevronRight } from "lucide-react";
import { ROLE_NAMES } from "#console/words/words.ts";
import { type ActingRole, mayDo, PERMISSIONS, type Permission, ROLES } from "#core/access/permissions.ts";
import { TableFrame } from "#kit/table.tsx";

/** Every permission in words, from the least to the most powerful. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  "overview.read": "See the overview",
  "verifications.read": "See verifications",
  "usage.read": "See usage and statements",
  "settings.read": "See settings, identity providers, vendors, certificates for wallets and host names",
  "policies.read": "See policies",
  "members.read": "See members",
  "verifications.export": "Export verifications",
  "tokens.revoke": "Revoke tokens",
  "vouchers.read": "See vouchers",
  "vouchers.issue": "Issue vouchers: a code that proves an age for anyone who holds it",
  "logs.read": "Read request logs",
  "webhooks.read": "See webhook deliveries",
  "webhooks.retry": "Send a failed delivery again",
  "keys.read": "See API keys and sites",
  "keys.write": "Create, rotate and revoke API keys; add, change and remove sites",
  "webhooks.write": "Set up webhook endpoints",
  "alerts.read": "See alerts",
  "alerts.write": "Choose what the tenant is alerted to, and where",
  "verifications.erase": "Erase verifications",
  "settings.write": "Change settings, identity providers, vendors and the public practice statement",
  "policies.write": "Publish a policy",
  "members.write": "Invite, change and remove members",
  "audit.read": "Read the audit trail",
  "hosts.write": "Set up the tenant’s own host names",
  "operators.admit": "Let the operator read this console for some hours",
  "owners.write": "Add and remove owners",
  "policies.accept": "Take over a pack, or go back to an earlier policy",
  "tenant.export": "Export everything that is stored for the tenant",
  "tenant.close": "Close the tenant",
  "certificates.write": "Add, replace and remove certificates for wallets",
  "directory.write": "Connect the directory that adds and deactivates members (SCIM)",
};

const PLACES = Object.keys(PERMISSION_WORDS);

const PERMISSION_ROWS = PERMISSIONS.toSorted((a, b) => PLACES.indexOf(a) - PLACES.indexOf(b)).map(
  (permission) => ({ permission, text: PERMISSION_WORDS[permission] }),
);

/** The permissions as a list, for narrow screens. */
const RoleList = () => (
  <dl className="grid">
    {PERMISSION_ROWS.map(({ permission, text }) => (
      <div key={permission} className="grid gap-0.5 border-t px-4 py-2.5 text-sm">
        <dt>{text}</dt>
        <dd className="text-xs text-soft">
          {ROLES.filter((role) => mayDo(role, permission))
            .map((role) => ROLE_NAMES[role])
            .join(", ")}
        </dd>
      </div>
    ))}
  </dl>
);

/** The permissions of every role; the member's own role is highlighted. */
const RoleMatrix = ({ own }: { own: ActingRole }) => (
  <TableFrame label="What each role may do">
    <thead>
      <tr className="relative">
        <th
          scope="col"
          className="sticky left-0 z-10 h-9 bg-surface px-4 text-left text-xs font-medium text-soft"
        >
          May
        </th>
        {ROLES.map((role) => (
          <th
            key={role}
            scope="col"
            className={`h-9 px-3 text-center text-xs font-medium ${role === own ? "bg-accent-soft text-ink" : "text-soft"}`}
          >
            {ROLE_NAMES[role]}
            {role === own && <span className="sr-only"> (your role)</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {PERMISSION_ROWS.map(({ permission, text }) => (
        <tr key={permission} className="relative border-t">
          <th scope="row" className="sticky left-0 z-10 min-w-32 bg-surface px-4 py-2 text-left font-normal">
            {text}
          </th>
          {ROLES.map((role) => (
            <td key={role} className={`px-3 py-2 text-center ${role === own ? "bg-accent-soft" : ""}`}>
              {mayDo(role, permission) ? (
                <>
                  <Check size={15} className="inline text-ok" aria-hidden="true" />
                  <span className="sr-only">Yes</span>
                </>
              ) : (
                <span className="text-soft">
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">No</span>
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </TableFrame>
);

/** What each role can do, collapsed at first. */
export const RoleGuide = ({ own }: { own: ActingRole }) => (
  <details className="group min-w-0 overflow-hidden rounded-lg border bg-surface shadow-card">
    <summary className="focus-inset flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 text-sm font-medium select-none hover:bg-hover">
      <ChevronRight
        size={15}
        className="shrink-0 text-soft transition-transform group-open:rotate-90 motion-reduce:transition-none"
        aria-hidden="true"
      />
      What each role can do
    </summary>
    <div className="hidden border-t md:block">
      <RoleMatrix own={own} />
    </div>
    <div className="md:hidden">
      <RoleList />
    </div>
  </details>
);
