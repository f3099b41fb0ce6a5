"use client";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { cloneElement, useEffect, useState } from "react";
import { type Failure, late } from "#kit/late/late.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { toast } from "#kit/toast.tsx";
import { MenuItem, MenuSeparator } from "./menu-parts.tsx";
import type { MenuProps } from "./menu-window.tsx";

const closedButton = (trigger: MenuProps["trigger"], open: () => void): MenuProps["trigger"] =>
  cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: Window.prepare,
    onFocus: Window.prepare,
    onClick: open,
  });

type MissingMenuProps = Pick<MenuProps, "trigger"> & { failure: Failure; again: () => void };

/** The button of a menu whose script did not load; the next press is another try. */
const MissingMenu = ({ trigger, failure, again }: MissingMenuProps) => {
  useEffect(() => {
    toast.failed(
      "The menu did not load",
      failure.isOutdated
        ? "The service was updated. Save what you changed, then reload the page."
        : "Check your connection, then press the button again.",
    );
  }, [failure]);
  return closedButton(trigger, again);
};

const Window = late(() => import("./menu-window.tsx").then(({ MenuWindow }) => MenuWindow), {
  waiting: ({ trigger }) => closedButton(trigger, () => undefined),
  missing: ({ props: { trigger }, failure, again }) => (
    <MissingMenu trigger={trigger} failure={failure} again={again} />
  ),
});

/** A plain button until pressed; the menu's code loads on hover or focus. */
export const Menu = (props: MenuProps) => {
  const [isWanted, setIsWanted] = useState(false);
  return isWanted ? <Window {...props} /> : closedButton(props.trigger, () => setIsWanted(true));
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
