"use client";
import { CircleUserRound, FileText, LifeBuoy, LogOut, UserRoundCog } from "lucide-react";
import { buttonStyle } from "../../kit/button-style.ts";
import { Menu } from "../../kit/menu.tsx";
import { MenuHead } from "../../kit/menu-head.tsx";
import { MenuItem } from "../../kit/menu-item.tsx";
import { MenuSeparator } from "../../kit/menu-separator.tsx";
import { useAccess } from "../access.tsx";
import { consolePath } from "../paths.ts";
import { signOut } from "../session/sign-out.ts";

export type Person = { name: string; email: string | null };

export const UserMenu = ({ name, email }: Person) => {
  const { tenantId, supportUrl } = useAccess();
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className={buttonStyle("ghost", "md", "min-w-0 justify-start! px-2! data-popup-open:bg-hover")}
        >
          <CircleUserRound size={17} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          <span className="truncate">{name}</span>
        </button>
      }
    >
      <MenuHead>
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-soft">{email ?? "No confirmed e-mail address"}</p>
      </MenuHead>
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog size={15} aria-hidden="true" />} href={consolePath(tenantId, "account")}>
        Account
      </MenuItem>
      <MenuItem
        icon={<FileText size={15} aria-hidden="true" />}
        onSelect={() => window.location.assign("/docs")}
      >
        API reference
      </MenuItem>
      {supportUrl !== null && (
        <MenuItem
          icon={<LifeBuoy size={15} aria-hidden="true" />}
          onSelect={() => window.location.assign(supportUrl)}
        >
          Support
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut size={15} aria-hidden="true" />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
};
