import {
  Building2,
  FileText,
  KeyRound,
  LogOut,
  Moon,
  Sun,
  UserPlus,
  UserRoundCog,
  Webhook,
} from "lucide-react";
import type { Permission } from "#core/access.ts";
import type { Command } from "../../kit/command-list.ts";
import { consolePath } from "../paths.ts";
import { signOut } from "../session/sign-out.ts";
import { applyTheme } from "../theme.ts";
import { GROUPS } from "./navigation.ts";
import type { TenantChoice } from "./tenant-switcher.tsx";

type World = {
  tenantId: string;
  may: (permission: Permission) => boolean;
  tenants: readonly TenantChoice[];
  go: (href: string) => void;
};

const places = ({ tenantId, may, go }: World): Command[] =>
  GROUPS.flatMap(({ places }) => places)
    .filter(({ permission }) => may(permission))
    .map(({ page, name, Icon }) => ({
      id: `page-${page}`,
      group: "Go to",
      name,
      Icon,
      run: () => go(consolePath(tenantId, page)),
    }));

const actions = ({ tenantId, may, go }: World): Command[] => [
  ...(may("keys.write")
    ? [
        {
          id: "new-key",
          group: "Do",
          name: "Create API key",
          Icon: KeyRound,
          run: () => go(`${consolePath(tenantId, "keys")}?new`),
        },
      ]
    : []),
  ...(may("webhooks.write")
    ? [
        {
          id: "new-endpoint",
          group: "Do",
          name: "Add webhook endpoint",
          Icon: Webhook,
          run: () => go(`${consolePath(tenantId, "webhooks")}?new`),
        },
      ]
    : []),
  ...(may("members.write")
    ? [
        {
          id: "invite",
          group: "Do",
          name: "Invite a member",
          Icon: UserPlus,
          run: () => go(`${consolePath(tenantId, "members")}?new`),
        },
      ]
    : []),
  {
    id: "account",
    group: "Do",
    name: "Account and sessions",
    Icon: UserRoundCog,
    run: () => go(consolePath(tenantId, "account")),
  },
  {
    id: "docs",
    group: "Do",
    name: "Read the API reference",
    Icon: FileText,
    run: () => window.location.assign("/docs"),
  },
  { id: "light", group: "Do", name: "Light theme", Icon: Sun, run: () => applyTheme("light") },
  { id: "dark", group: "Do", name: "Dark theme", Icon: Moon, run: () => applyTheme("dark") },
  { id: "sign-out", group: "Do", name: "Sign out", Icon: LogOut, run: () => void signOut() },
];

const switches = ({ tenantId, tenants, go }: World): Command[] =>
  tenants
    .filter((tenant) => tenant.tenantId !== tenantId)
    .map(({ tenantId: other, tenantName }) => ({
      id: other,
      group: "Switch tenant",
      name: tenantName,
      Icon: Building2,
      run: () => go(consolePath(other)),
    }));

export const commandsFor = (world: World): Command[] => [
  ...places(world),
  ...actions(world),
  ...switches(world),
];
