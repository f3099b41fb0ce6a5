"use client";
import { Check, ChevronsUpDown } from "lucide-react";
import type { Role } from "#core/access.ts";
import { Menu } from "../../kit/menu.tsx";
import { MenuItem } from "../../kit/menu-item.tsx";
import { useAccess } from "../access.tsx";
import { consolePath } from "../paths.ts";
import { ROLE_NAMES } from "../words/permission-words.ts";
import { TenantMark } from "./tenant-mark.tsx";

export type TenantChoice = { tenantId: string; tenantName: string; role: Role };

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
            <span title={tenant.tenantName} className="truncate">
              {tenant.tenantName}
            </span>
            <span className="text-xs text-soft">{ROLE_NAMES[tenant.role]}</span>
            {tenant.tenantId === tenantId && <Check size={14} aria-label="current" />}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
};
