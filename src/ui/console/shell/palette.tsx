"use client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { CommandPalette } from "../../kit/command-palette.tsx";
import { useGo } from "../../kit/link.tsx";
import { useAccess } from "../access.tsx";
import { commandsFor } from "./commands.ts";
import { type Finds, foundCommands } from "./found-commands.ts";
import type { TenantChoice } from "./tenant-switcher.tsx";

/** Asks the service what a text means. */
export type UseFind = (typed: string) => { finds: Finds | undefined; isSearching: boolean };

type Props = {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  tenants: readonly TenantChoice[];
  /** The same for as long as the palette is there: it is a hook. */
  useFind: UseFind;
};

/** Ctrl or Cmd and K: every page, the common actions, and anything by its id or by what the tenant calls it. */
export const Palette = ({ isOpen, setIsOpen, tenants, useFind }: Props) => {
  const { tenantId, listMetadataKey, role, may } = useAccess();
  const go = useGo();
  const [typed, setTyped] = useState("");
  const { finds, isSearching } = useFind(typed);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [setIsOpen]);
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
