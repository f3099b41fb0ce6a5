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

/**
 * Whether a page shows only the things of the console's mode ("own"), or the same in live and test ("shared"). A
 * part of an own page that both modes share says so in words.
 */
type Modes = "own" | "shared";

export type Place = {
  page: string;
  name: string;
  Icon: LucideIcon;
  permission: Permission;
  modes: Modes;
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
      { page: "", name: "Overview", Icon: Gauge, permission: "overview.read", modes: "own" },
      {
        page: "verifications",
        name: "Verifications",
        Icon: ShieldCheck,
        permission: "verifications.read",
        modes: "own",
      },
      { page: "requests", name: "Requests", Icon: Eraser, permission: "verifications.read", modes: "shared" },
      { page: "alerts", name: "Alerts", Icon: BellRing, permission: "alerts.read", modes: "shared" },
      { page: "vouchers", name: "Vouchers", Icon: Ticket, permission: "vouchers.read", modes: "own" },
      { page: "usage", name: "Usage and billing", Icon: ChartColumn, permission: "usage.read", modes: "own" },
    ],
  },
  {
    name: "Developers",
    places: [
      { page: "keys", name: "API keys", Icon: KeyRound, permission: "keys.read", modes: "own" },
      { page: "sites", name: "Sites", Icon: Globe, permission: "keys.read", modes: "own" },
      { page: "webhooks", name: "Webhooks", Icon: Webhook, permission: "webhooks.read", modes: "shared" },
      { page: "logs", name: "Logs", Icon: ScrollText, permission: "logs.read", modes: "shared" },
      {
        page: "quickstart",
        name: "Quick start",
        Icon: BookOpenText,
        permission: "overview.read",
        modes: "own",
      },
    ],
    links: [{ href: "/docs", name: "Documentation", Icon: FileText }],
  },
  {
    name: "Tenant",
    places: [
      { page: "policy", name: "Policy", Icon: Scale, permission: "policies.read", modes: "shared" },
      {
        page: "providers",
        name: "Identity providers",
        Icon: IdCard,
        permission: "settings.read",
        modes: "own",
      },
      { page: "members", name: "Members", Icon: UsersRound, permission: "members.read", modes: "shared" },
      { page: "audit", name: "Audit trail", Icon: Waypoints, permission: "audit.read", modes: "shared" },
      { page: "hosts", name: "Hosts", Icon: Network, permission: "settings.read", modes: "shared" },
      { page: "settings", name: "Settings", Icon: Settings, permission: "settings.read", modes: "shared" },
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

/** Pages whose answer is not that of the place above them. */
const OTHERWISE: readonly { pages: RegExp; modes: Modes }[] = [
  { pages: /^account(\/|$)/, modes: "shared" },
  // Deliveries belong to one mode, their endpoints to both.
  { pages: /^webhooks\/deliveries(\/|$)/, modes: "own" },
  // A statement has both modes side by side.
  { pages: /^usage\/./, modes: "shared" },
];

/** Whether live and test mode share the page at an address. */
export const isSharedByModes = (pathname: string, base: string): boolean => {
  const here = pathname.slice(base.length + 1);
  const other = OTHERWISE.find(({ pages }) => pages.test(here));
  return (other?.modes ?? placeAt(pathname, base)?.modes) === "shared";
};
