import {
  BellRing,
  BookOpenText,
  ChartColumn,
  Eraser,
  FileText,
  Gauge,
  Globe,
  IdCard,
  KeyRound,
  type LucideIcon,
  Network,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Ticket,
  UsersRound,
  Waypoints,
  Webhook,
} from "lucide-react";
import type { Permission } from "#core/access/permissions.ts";

export type Place = {
  page: string;
  name: string;
  Icon: LucideIcon;
  permission: Permission;
  /** Live and test mode share this page: nothing on it depends on the console's mode. */
  isShared?: true;
};
/** `links` lead out of the console; every role sees them. */
export type Group = {
  name: string;
  places: readonly Place[];
  links?: readonly { href: string; name: string; Icon: LucideIcon }[];
};

/** The console's pages in the sidebar's order. */
export const GROUPS: readonly Group[] = [
  {
    name: "",
    places: [
      { page: "", name: "Overview", Icon: Gauge, permission: "overview.read" },
      { page: "verifications", name: "Verifications", Icon: ShieldCheck, permission: "verifications.read" },
      { page: "requests", name: "Requests", Icon: Eraser, permission: "verifications.read", isShared: true },
      { page: "alerts", name: "Alerts", Icon: BellRing, permission: "alerts.read", isShared: true },
      { page: "vouchers", name: "Vouchers", Icon: Ticket, permission: "vouchers.read" },
      { page: "usage", name: "Usage and billing", Icon: ChartColumn, permission: "usage.read" },
    ],
  },
  {
    name: "Developers",
    places: [
      { page: "keys", name: "API keys", Icon: KeyRound, permission: "keys.read" },
      { page: "sites", name: "Sites", Icon: Globe, permission: "keys.read" },
      { page: "webhooks", name: "Webhooks", Icon: Webhook, permission: "webhooks.read" },
      { page: "logs", name: "Logs", Icon: ScrollText, permission: "logs.read", isShared: true },
      { page: "quickstart", name: "Quick start", Icon: BookOpenText, permission: "overview.read" },
    ],
    links: [{ href: "/docs", name: "Documentation", Icon: FileText }],
  },
  {
    name: "Tenant",
    places: [
      { page: "policy", name: "Policy", Icon: Scale, permission: "policies.read", isShared: true },
      { page: "providers", name: "Identity providers", Icon: IdCard, permission: "settings.read" },
      { page: "members", name: "Members", Icon: UsersRound, permission: "members.read", isShared: true },
      { page: "audit", name: "Audit trail", Icon: Waypoints, permission: "audit.read", isShared: true },
      { page: "hosts", name: "Hosts", Icon: Network, permission: "settings.read", isShared: true },
      { page: "settings", name: "Settings", Icon: Settings, permission: "settings.read", isShared: true },
    ],
  },
];

/** Whether an address is that of a place or of a page below it. */
export const isAt = (pathname: string, base: string, page: string): boolean => {
  const here = pathname.slice(base.length + 1);
  return page === "" ? here === "" : here === page || here.startsWith(`${page}/`);
};

/** The place that an address belongs to. */
export const placeAt = (pathname: string, base: string): Place | undefined =>
  GROUPS.flatMap(({ places }) => places).find(({ page }) => isAt(pathname, base, page));

const ACCOUNT = "account";

/**
 * Whether live and test mode share the page at an address. Deliveries belong to one mode, their endpoints to
 * both.
 */
export const isSharedByModes = (pathname: string, base: string): boolean =>
  isAt(pathname, base, ACCOUNT) ||
  (isAt(pathname, base, "webhooks") && !isAt(pathname, base, "webhooks/deliveries")) ||
  placeAt(pathname, base)?.isShared === true;
