"use client";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { cloneElement, lazy, Suspense, useState } from "react";
import { buttonStyle } from "#kit/styles.ts";
import { MenuItem, MenuSeparator } from "./menu-parts.tsx";
import type { MenuProps } from "./menu-window.tsx";

const load = () => import("./menu-window.tsx");
const Window = lazy(() => load().then((module) => ({ default: module.MenuWindow })));

/** A plain button until pressed; the menu's code loads on hover or focus. */
export const Menu = (props: MenuProps) => {
  const [isWanted, setIsWanted] = useState(false);
  // A failed load is repeated when the button is pressed.
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

type Action = {
  name: string;
  Icon: LucideIcon;
  /** Why it cannot be chosen. */
  refusal: string | null;
  onSelect: () => void;
};

const ActionItem = ({ name, Icon, ...rest }: Action & { isDanger?: boolean }) => (
  <MenuItem {...rest} icon={<Icon size={14} aria-hidden="true" />}>
    {name}
  </MenuItem>
);

type ActionMenuProps = { label: string; className?: string; actions: readonly Action[]; danger?: Action };

/** The actions for one thing; one that cannot be undone comes last, after a line. */
export const ActionMenu = ({
  label,
  className = buttonStyle("ghost", "icon-sm", "data-popup-open:bg-hover"),
  actions,
  danger,
}: ActionMenuProps) => (
  <Menu
    trigger={
      <button type="button" aria-label={label} className={className}>
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    }
  >
    {actions.map((action) => (
      <ActionItem key={action.name} {...action} />
    ))}
    {danger && (
      <>
        <MenuSeparator />
        <ActionItem {...danger} isDanger />
      </>
    )}
  </Menu>
);
