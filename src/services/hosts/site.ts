import { hostOfHeader, isOnTenantHost } from "#core/tenant-host.ts";
import { findPrimaryHost, findServedHost } from "#data/tenants/tenant-hosts.ts";
import { isSignedCarried, signCarried } from "#services/carried.ts";
import type { At, Deps, Site } from "#services/context.ts";

// Which site a request is at: the deployment's own, or a tenant's host, which has that tenant's pages only.

type Finding = Pick<Deps, "db" | "hostCache" | "settings">;

/** The host of PUBLIC_URL, without its port. */
const publicHostOf = ({ settings }: Pick<Deps, "settings">): string => new URL(settings.publicUrl).hostname;

/** The main site's address with another host: tenants' hosts share its scheme and its port. */
export const originAt = ({ settings }: Pick<Deps, "settings">, host: string): string => {
  const url = new URL(settings.publicUrl);
  url.hostname = host;
  return url.origin;
};

/**
 * Whose host this is: the one answer for everything that a request can reach. Up to 5 seconds old.
 * @param header the `Host` header, however it is written
 * @returns null: no tenant's, so the main site answers; `isOn: false`: once a tenant's, and no site answers
 */
export const tenantHostOf = async (deps: Finding, header: string | null | undefined) => {
  const host = hostOfHeader(header);
  if (host === null || host === publicHostOf(deps)) return null;
  return deps.hostCache.find(`host:${host}`, () => findServedHost(deps.db.orm, host));
};

/** A request at a host that is switched off, or at an address that a tenant's host does not have. */
export const NOWHERE = Symbol("nowhere");

/**
 * The site of a request.
 * @param path of its address; null: only the site counts
 * @returns NOWHERE: the host has no such address; the answer is that of any unknown one
 */
export const siteOf = async (
  deps: Finding,
  header: string | null | undefined,
  path: string | null,
): Promise<Site | null | typeof NOWHERE> => {
  const found = await tenantHostOf(deps, header);
  if (!found) return null;
  const { host, tenantId, isOn } = found;
  if (!isOn || (path !== null && !isOnTenantHost(path, tenantId))) return NOWHERE;
  return { tenantId, host, origin: originAt(deps, host) };
};

/** Where the pages that this request leads to are: at the host that it came to. */
export const originOf = ({ deps, site }: At): string =>
  site?.origin ?? new URL(deps.settings.publicUrl).origin;

/** The site for a method's context; nothing at the main one. */
export const siteContext = ({ site }: Pick<At, "site">): { origin?: string } =>
  site === null ? {} : { origin: site.origin };

/** Whether a tenant's pages are at the site of this request: at the main one are all tenants' pages. */
export const isOwnSite = ({ site }: Pick<At, "site">, tenantId: string): boolean =>
  site === null || site.tenantId === tenantId;

/** Where a tenant's new links lead: to its primary host, or to the main one. Up to 5 seconds old. */
export const linkOriginOf = async (deps: Finding, tenantId: string): Promise<string> => {
  const primary = await deps.hostCache.find(`tenant:${tenantId}`, () =>
    findPrimaryHost(deps.db.orm, tenantId),
  );
  return primary ? originAt(deps, primary.host) : new URL(deps.settings.publicUrl).origin;
};

/** A host's address, if it is still on and this tenant's: it may have gone to another since the browser left it. */
export const originOfOwn = async (
  { deps, site }: At,
  host: string,
  tenantId: string,
): Promise<string | null> => {
  if (site !== null) return null;
  const found = await tenantHostOf(deps, host);
  return found?.isOn && found.tenantId === tenantId ? originAt(deps, found.host) : null;
};

/** What a browser leaves a tenant's host with: the id that another site returns unchanged, and the path that it returns it to. */
type Leaving = { id: string; path: string };

const leftFrom = ({ host, tenantId }: Omit<Site, "origin">, { id, path }: Leaving) =>
  ({ purpose: "hostLeft", subject: { id, tenantId }, place: { path, host } }) as const;

/**
 * The note of the host that a browser leaves, to stand behind an id such as a state.
 * @param leaving.id without dots
 * @param leaving.until the end of the request that it leaves with
 * @returns "" at the main host
 */
export const noteOf = ({ deps, site }: At, { until, ...leaving }: Leaving & { until: Date }): string => {
  if (site === null) return "";
  const signed = signCarried(deps, { ...leftFrom(site, leaving), until });
  return `.${Buffer.from(site.host).toString("base64url")}.${signed}`;
};

const NOTED = /^([^.]+)\.([A-Za-z0-9_-]{4,340})\.([0-9a-z]{1,11}\.[A-Za-z0-9_-]{22})$/;

/** The id in a noted text. */
export const idNoted = (text: string): string => text.split(".", 1)[0] ?? "";

/**
 * Where a browser continues that another site has sent back to the main host: at the tenant's host that it left, where its
 * cookie is.
 * @param text an id with its note, as it came back
 * @param path where it came back
 * @returns null: here; it left from here, the note is not ours or for another path, it has ended, or the host is off or
 *   another tenant's now
 */
export const wayOn = async (
  at: At,
  text: string,
  path: string,
): Promise<{ origin: string; host: string; tenantId: string } | null> => {
  const { deps } = at;
  const [, id = "", note = "", signed = ""] = NOTED.exec(text) ?? [];
  const host = hostOfHeader(Buffer.from(note, "base64url").toString());
  const found = host === null ? null : await tenantHostOf(deps, host);
  if (!found || !isSignedCarried(deps, leftFrom(found, { id, path }), signed)) return null;
  const origin = await originOfOwn(at, found.host, found.tenantId);
  return origin === null ? null : { origin, host: found.host, tenantId: found.tenantId };
};
