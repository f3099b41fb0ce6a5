"use client";
import {
  Building2,
  FileText,
  Globe,
  KeyRound,
  LogIn,
  LogOut,
  Moon,
  ScrollText,
  Send,
  ShieldCheck,
  Sun,
  UserPlus,
  UserRoundCog,
  Webhook,
} from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { GROUPS } from "#console/client/navigation.ts";
import { consolePath, deliveryPath, requestPath, verificationPath } from "#console/client/paths.ts";
import { signOut } from "#console/session/sign-in.ts";
import { nameOf, type VerificationSummary } from "#console/verifications/verification-table.tsx";
import { STATUS_NAMES } from "#console/words/badges.tsx";
import type { Permission } from "#core/access/permissions.ts";
import { useGo } from "#kit/link.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { type Command, CommandPalette } from "./command-palette.tsx";
import type { TenantChoice } from "./tenant-switcher.tsx";
import { applyTheme } from "./theme.ts";

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

// Pages whose dialog opens with `?new`.
const MAKERS = [
  { id: "new-key", page: "keys", permission: "keys.write", name: "Create API key", Icon: KeyRound },
  {
    id: "new-endpoint",
    page: "webhooks",
    permission: "webhooks.write",
    name: "Add webhook endpoint",
    Icon: Webhook,
  },
  { id: "new-gate", page: "sites", permission: "keys.write", name: "Add a gate", Icon: Globe },
  { id: "invite", page: "members", permission: "members.write", name: "Invite a member", Icon: UserPlus },
] as const;

/** The last actions of every palette. @param docs the page of the documentation that it opens */
export const lastActions = (docs: string): Omit<Command, "group">[] => [
  {
    id: "docs",
    name: "Read the documentation",
    Icon: FileText,
    run: () => window.location.assign(docs),
  },
  { id: "light", name: "Light theme", Icon: Sun, run: () => applyTheme("light") },
  { id: "dark", name: "Dark theme", Icon: Moon, run: () => applyTheme("dark") },
  { id: "sign-out", name: "Sign out", Icon: LogOut, run: () => void signOut() },
];

const actions = ({ tenantId, may, go }: World): Command[] => {
  const to = (page: string) => () => go(consolePath(tenantId, page));
  const done: Omit<Command, "group">[] = [
    ...MAKERS.filter(({ permission }) => may(permission)).map(({ id, page, name, Icon }) => ({
      id,
      name,
      Icon,
      run: to(`${page}?new`),
    })),
    ...(may("keys.read")
      ? [{ id: "oidc", name: "Sign in with age", Icon: LogIn, run: to("sites/sign-in-with-age") }]
      : []),
    { id: "account", name: "Account and sessions", Icon: UserRoundCog, run: to("account") },
    ...lastActions("/docs"),
  ];
  return done.map((command) => ({ ...command, group: "Do" }));
};

const switches = ({ tenantId, tenants, go }: World): Command[] =>
  tenants
    .filter((tenant) => tenant.tenantId !== tenantId)
    .map(({ tenantId: other, tenantName, distinction }) => ({
      id: other,
      group: "Switch tenant",
      name: distinction === null ? tenantName : `${tenantName} (${distinction})`,
      Icon: Building2,
      run: () => go(consolePath(other)),
    }));

export const commandsFor = (world: World): Command[] => [
  ...places(world),
  ...actions(world),
  ...switches(world),
];

export type Finds = ConsoleOutputs["reports"]["find"];

type FindWorld = { tenantId: string; listMetadataKey: string | null; go: (href: string) => void };

const GROUP = "Found";

// If no key is chosen, the matching reference or metadata value names the result.
const valueLike = ({ metadata, reference = "" }: VerificationSummary, typed: string): string | undefined =>
  [reference, ...(metadata ?? []).map(([, value]) => String(value))].find(
    (value) => value.toLowerCase() === typed.trim().toLowerCase(),
  );

const verificationCommands = (
  verifications: readonly VerificationSummary[],
  typed: string,
  { tenantId, listMetadataKey, go }: FindWorld,
): Command[] =>
  verifications.map((found) => ({
    id: found.verificationId,
    group: GROUP,
    name: nameOf(found, listMetadataKey) ?? valueLike(found, typed) ?? found.verificationId,
    note: `Verification · ${STATUS_NAMES[found.status]}`,
    Icon: ShieldCheck,
    run: () => go(verificationPath(tenantId, found.verificationId)),
  }));

/** Search results as commands. */
export const foundCommands = (finds: Finds | undefined, typed: string, world: FindWorld): Command[] => {
  if (!finds) return [];
  const others = [
    { id: finds.deliveryId, note: "Delivery", Icon: Send, path: deliveryPath },
    { id: finds.requestId, note: "Request", Icon: ScrollText, path: requestPath },
  ];
  return [
    ...verificationCommands(finds.verifications, typed, world),
    ...others.flatMap(({ id, path, ...look }) =>
      id === null
        ? []
        : { ...look, id, group: GROUP, name: id, run: () => world.go(path(world.tenantId, id)) },
    ),
  ];
};

/** Searches for a text. */
export type UseFind = (typed: string) => { finds: Finds | undefined; isSearching: boolean };

type Props = {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  tenants: readonly TenantChoice[];
  /** A hook, so it must stay the same between renders. */
  useFind: UseFind;
};

/** Opens a palette by Ctrl K or Cmd K. */
export const usePaletteKey = (setIsOpen: (isOpen: boolean) => void): void =>
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [setIsOpen]);

/** Ctrl K or Cmd K: every page, common actions, and anything by its id or name. */
export const Palette = ({ isOpen, setIsOpen, tenants, useFind }: Props) => {
  const { tenantId, listMetadataKey, role, may } = useAccess();
  const go = useGo();
  const [typed, setTyped] = useState("");
  const { finds, isSearching } = useFind(typed);
  usePaletteKey(setIsOpen);
  const close = useCallback(() => setIsOpen(false), [setIsOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the member may do changes with their role
  const commands = useMemo(() => commandsFor({ tenantId, may, tenants, go }), [tenantId, role, tenants, go]);
  const found = useMemo(
    () => foundCommands(finds, typed, { tenantId, listMetadataKey, go }),
    [finds, typed, tenantId, listMetadataKey, go],
  );
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={close}
      typed={typed}
      onType={setTyped}
      commands={commands}
      found={found}
      isSearching={isSearching}
    />
  );
};
