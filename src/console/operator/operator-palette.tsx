"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Building2, KeyRound, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath, operatorPath, operatorTenantPath } from "#console/client/paths.ts";
import { type Command, CommandPalette } from "#console/shell/command-palette.tsx";
import { lastActions, usePaletteKey } from "#console/shell/palette.tsx";
import { useTypedText } from "#console/shell/use-find.ts";
import { useGo } from "#kit/link.tsx";
import { OPERATOR_GROUPS } from "./operator-navigation.ts";

type Go = (href: string) => void;

const commandsOf = (go: Go, firstTenantId: string | null): Command[] => {
  const places = OPERATOR_GROUPS.flatMap((group) => group.places).map(({ page, name, Icon }) => ({
    id: `page-${page}`,
    group: "Go to",
    name,
    Icon,
    run: () => go(operatorPath(page)),
  }));
  const actions: Omit<Command, "group">[] = [
    { id: "new-tenant", name: "Create a tenant", Icon: Plus, run: () => go(operatorPath("tenants?new=1")) },
    { id: "new-key", name: "Create an admin key", Icon: KeyRound, run: () => go(operatorPath("keys?new=1")) },
    ...(firstTenantId === null
      ? []
      : [
          {
            id: "own",
            name: "Back to your tenants",
            Icon: Building2,
            run: () => go(consolePath(firstTenantId)),
          },
        ]),
    ...lastActions("/docs/operators-console"),
  ];
  return [...places, ...actions.map((action) => ({ ...action, group: "Do" }))];
};

const FOUND = 8;

type Props = {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  firstTenantId: string | null;
};

/** Ctrl K or Cmd K: every page of the operator's, and any tenant by its name or id. */
export const OperatorPalette = ({ isOpen, setIsOpen, firstTenantId }: Props) => {
  const go = useGo();
  const [typed, setTyped] = useState("");
  const { text, isTyping } = useTypedText(typed);
  const { data, isFetching } = useQuery(
    useTRPC().operator.tenants.queryOptions(text === null ? skipToken : { search: text, limit: FOUND }),
  );
  usePaletteKey(setIsOpen);
  const close = useCallback(() => setIsOpen(false), [setIsOpen]);
  const commands = useMemo(() => commandsOf(go, firstTenantId), [go, firstTenantId]);
  const found = useMemo(
    () =>
      (text === null ? [] : (data?.tenants ?? [])).map(({ id, name, isActive }) => ({
        id,
        group: "Tenants",
        name,
        note: isActive ? "Tenant" : "Closed tenant",
        Icon: Building2,
        run: () => go(operatorTenantPath(id)),
      })),
    [text, data, go],
  );
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={close}
      typed={typed}
      onType={setTyped}
      commands={commands}
      found={found}
      isSearching={isTyping || (text !== null && isFetching)}
      words={{ label: "Page, action or tenant", placeholder: "Page, action, or a tenant’s name or id" }}
    />
  );
};
