import {
  Banknote,
  Building2,
  ChartNoAxesCombined,
  Eye,
  FileBadge,
  Gauge,
  KeyRound,
  type LucideIcon,
  ServerCog,
  Settings2,
  ShieldCheck,
  Waypoints,
  Webhook,
} from "lucide-react";

export type OperatorPlace = { page: string; name: string; Icon: LucideIcon };
type OperatorGroup = { name: string; places: readonly OperatorPlace[] };

/** The operator's pages in the sidebar's order. */
export const OPERATOR_GROUPS: readonly OperatorGroup[] = [
  {
    name: "",
    places: [
      { page: "", name: "Overview", Icon: Gauge },
      { page: "tenants", name: "Tenants", Icon: Building2 },
      { page: "usage", name: "Usage and money", Icon: Banknote },
    ],
  },
  {
    name: "Health",
    places: [
      { page: "webhooks", name: "Webhooks", Icon: Webhook },
      { page: "rates", name: "Rates", Icon: ChartNoAxesCombined },
      { page: "system", name: "System", Icon: ServerCog },
      { page: "settings", name: "Settings", Icon: Settings2 },
    ],
  },
  {
    name: "Trust",
    places: [
      { page: "trust", name: "Trust anchors", Icon: ShieldCheck },
      { page: "certificates", name: "Certificates", Icon: FileBadge },
      { page: "keys", name: "Admin keys", Icon: KeyRound },
      { page: "visits", name: "Visits", Icon: Eye },
      { page: "audit", name: "Audit trail", Icon: Waypoints },
    ],
  },
];
