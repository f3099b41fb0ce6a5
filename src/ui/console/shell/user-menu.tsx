"use client";
import { CircleUserRound, LogOut } from "lucide-react";
import { buttonStyle } from "../../kit/button-style.ts";
import { Menu } from "../../kit/menu.tsx";
import { MenuItem } from "../../kit/menu-item.tsx";
import { signOut } from "../session/sign-out.ts";

export const UserMenu = ({ name }: { name: string }) => (
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
    <MenuItem icon={<LogOut size={15} aria-hidden="true" />} onSelect={() => void signOut()}>
      Sign out
    </MenuItem>
  </Menu>
);
