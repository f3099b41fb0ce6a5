"use client";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";
import { Menu } from "./menu.tsx";

/** What can be done with one row. */
export const RowMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu
    trigger={
      <button
        type="button"
        aria-label={label}
        className={buttonStyle("ghost", "icon-sm", "data-popup-open:bg-hover")}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    }
  >
    {children}
  </Menu>
);
