import { isCallbackHost } from "#core/callback-host.ts";
import { checkBrandColour } from "#core/colour.ts";
import { type Issue, invalid } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { forgetDocumentUses, shortenDocumentUses } from "#data/document-uses.ts";
import { findSettings, type TenantSettings, updateSettings as updateRow } from "#data/tenant-settings.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { availableMethods, getSettings, type SettingsView } from "./get.ts";

const DAY_MS = 86_400_000;

export type SettingsChanges = { [Key in keyof TenantSettings]?: TenantSettings[Key] | undefined };

const colourIssues = (colour: string | null | undefined): Issue[] => {
  const check = colour ? checkBrandColour(colour) : { ok: true as const };
  return check.ok ? [] : [{ path: "brandColour", message: check.message }];
};

const methodIssues = (ctx: MemberCtx, methods: readonly string[]): Issue[] => {
  const known = availableMethods(ctx);
  return methods.flatMap((method, index) =>
    known.includes(method)
      ? []
      : [{ path: `methods.${index}`, message: `expected one of ${known.join(", ") || "none"}` }],
  );
};

const hostIssues = (hosts: readonly string[]): Issue[] =>
  hosts.flatMap((host, index) =>
    isCallbackHost(host)
      ? []
      : [
          {
            path: `callbackHosts.${index}`,
            message: "expected a host such as shop.example.com or *.example.com",
          },
        ],
  );

/** What shape alone cannot say. @throws INVALID_REQUEST_BODY */
const check = (ctx: MemberCtx, changes: SettingsChanges): void => {
  const issues = [
    ...colourIssues(changes.brandColour),
    ...methodIssues(ctx, changes.methods ?? []),
    ...hostIssues(changes.callbackHosts ?? []),
  ];
  const [first] = issues;
  if (first) throw invalid(first.path, first.message, issues);
};

const shown = <Value>(value: Value | string[]): Value | string =>
  Array.isArray(value) ? value.join(", ") : value;

/** The old values of what is given. */
const replaced = (before: TenantSettings, given: object) =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => (name in given ? [[name, shown(value)]] : [])),
  );

/**
 * Changes the given settings; at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: a colour without contrast, an unknown method, a host that is none
 */
export const updateSettings = async (ctx: MemberCtx, changes: SettingsChanges): Promise<SettingsView> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "settings.write");
  check(ctx, changes);
  const given = withoutUndefined(changes);
  await inTransaction(deps.db, async (db) => {
    const before = await findSettings(db, tenant.id);
    await updateRow(db, tenant.id, given, deps.now());
    if (given.documentReuseDays === null) await forgetDocumentUses(db, tenant.id);
    if (typeof changes.documentReuseDays === "number") {
      const latest = new Date(deps.now().getTime() + changes.documentReuseDays * DAY_MS);
      await shortenDocumentUses(db, tenant.id, latest);
    }
    await recordAudit(ctx, db, {
      tenantId: tenant.id,
      action: "settings.update",
      target: tenant.id,
      changes: {
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, shown(value)])),
        ...(before && { before: replaced(before, given) }),
      },
    });
  });
  deps.keyCache.invalidate(tenant.id);
  return getSettings(ctx);
};
