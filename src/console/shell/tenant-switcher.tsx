"use client";
import { Check, ChevronsUpDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { consolePath } from "#console/client/paths.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { ROLE_NAMES } from "#console/words/words.ts";
import type { ActingRole } from "#core/access/permissions.ts";
import { Segmented } from "#kit/choices.tsx";
import { Menu } from "#kit/menu/menu.tsx";
import { MenuItem } from "#kit/menu/menu-parts.tsx";

/** A tenant's first letter, where a logo would be. */
export const TenantMark = ({ name, isSmall = false }: { name: string; isSmall?: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid shrink-0 place-items-center rounded-sm bg-accent font-semibold text-on-accent ${isSmall ? "size-5 text-2xs" : "size-7 text-sm"}`}
  >
    {(name.trim()[0] ?? "?").toUpperCase()}
  </span>
);

export type TenantChoice = {
  tenantId: string;
  tenantName: string;
  role: ActingRole;
  /** What tells it from a tenant whose name looks alike; null: no name does. */
  distinction: string | null;
};

export const TenantSwitcher = ({ tenants }: { tenants: readonly TenantChoice[] }) => {
  const { tenantId, tenantName, role } = useAccess();
  const face = (
    <>
      <TenantMark name={tenantName} />
      <span className="grid min-w-0 grow text-left">
        <span title={tenantName} className="truncate text-sm leading-tight font-semibold">
          {tenantName}
        </span>
        <span className="text-xs leading-tight text-soft">{ROLE_NAMES[role]}</span>
      </span>
    </>
  );
  if (tenants.length < 2) return <div className="flex h-11 min-w-0 items-center gap-2.5 px-1.5">{face}</div>;
  return (
    <Menu
      isPinned
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-11 w-full min-w-0 cursor-pointer items-center gap-2.5 rounded-md px-1.5 hover:bg-hover"
        >
          <span className="sr-only">Switch tenant:</span>
          {face}
          <ChevronsUpDown size={14} className="shrink-0 text-soft" aria-hidden="true" />
        </button>
      }
    >
      {tenants.map((tenant) => (
        <MenuItem
          key={tenant.tenantId}
          href={consolePath(tenant.tenantId)}
          icon={<TenantMark name={tenant.tenantName} isSmall />}
        >
          <span className="flex items-center gap-3">
            <span className="grid min-w-0">
              <span title={tenant.tenantName} className="truncate">
                {tenant.tenantName}
              </span>
              {tenant.distinction !== null && (
                <span className="text-xs wrap-anywhere text-warn">{tenant.distinction}</span>
              )}
            </span>
            <span className="text-xs text-soft">{ROLE_NAMES[tenant.role]}</span>
            {tenant.tenantId === tenantId && <Check size={14} aria-label="current" />}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
};

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test", tone: "test" },
] as const;

/** Switches between live and test mode, on every page. */
export const ModeSwitch = () => {
  const mode = useMode();
  const [, setUrl] = useUrlState();
  // The choice shows immediately; the page follows once it has loaded.
  const [chosen, setChosen] = useState(mode);
  useEffect(() => setChosen(mode), [mode]);
  return (
    <Segmented
      label="Mode"
      isWide
      value={chosen}
      options={MODES}
      onChange={(next) => {
        setChosen(next);
        setUrl({ mode: next === "test" ? "test" : "" });
      }}
    />
  );
};
