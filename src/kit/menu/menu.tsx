"use client";
import { Ellipsis } from "lucide-react";
import { cloneElement, lazy, type ReactNode, Suspense, useState } from "react";
import { buttonStyle } from "#kit/styles.ts";
import type { MenuProps } from "./menu-window.tsx";

const load = () => import("./menu-window.tsx");
const Window = lazy(() => load().then((module) => ({ default: module.MenuWindow })));

/** A plain button until pressed; the menu's code loads on hover or focus. */
export const Menu = (props: MenuProps) => {
  const [isWanted, setIsWanted] = useState(false);
  // A failed load is repeated at the press.
  const prepare = (): void => void load().catch(() => undefined);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setIsWanted(true),
  });
  return isWanted ? (
    <Suspense fallback={button}>
      <Window {...props} />
    </Suspense>
  ) : (
    button
  );
};

/** The actions of one row. */
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
