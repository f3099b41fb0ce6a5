"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";
import { Link } from "#kit/link.tsx";
import { type MenuItemProps, MenuParts } from "./menu-parts.tsx";

const style = (isDanger: boolean): string =>
  clsx(
    "flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm no-underline outline-none select-none",
    "data-highlighted:bg-hover data-disabled:cursor-default data-disabled:text-soft pointer-coarse:min-h-10",
    isDanger ? "text-danger hover:text-danger" : "text-ink hover:text-ink",
  );

export const MenuEntry = ({ icon, isDanger = false, refusal, href, onSelect, children }: MenuItemProps) => {
  const content = (
    <>
      {icon}
      <span className="grid min-w-0">
        <span className="truncate">{children}</span>
        {refusal && <span className="text-xs text-soft">{refusal}</span>}
      </span>
    </>
  );
  return href === undefined ? (
    <Base.Item className={style(isDanger)} disabled={Boolean(refusal)} onClick={onSelect}>
      {content}
    </Base.Item>
  ) : (
    <Base.LinkItem className={style(isDanger)} closeOnClick render={<Link href={href} />}>
      {content}
    </Base.LinkItem>
  );
};

export type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom";
  align?: "start" | "end";
  /**
   * The trigger stays in place while the page scrolls, and so does the menu, rather than following a frame
   * later.
   */
  isPinned?: boolean;
  children: ReactNode;
};

const Separator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />;

// Any other role would announce an entry; screen readers read this text on the button.
const Head = ({ children }: { children: ReactNode }) => (
  <div role="presentation" className="max-w-64 px-2.5 pt-1.5 pb-2 text-sm">
    {children}
  </div>
);

const PARTS = { Item: MenuEntry, Separator, Head };

export const MenuWindow = ({
  trigger,
  side = "bottom",
  align = "end",
  isPinned = false,
  children,
}: MenuProps) => (
  <Base.Root modal={false} defaultOpen>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={6}
        positionMethod={isPinned ? "fixed" : "absolute"}
        className="z-50"
      >
        <Base.Popup className="min-w-44 max-w-[min(24rem,calc(100vw-1rem))] origin-(--transform-origin) rounded-lg bg-surface p-1 shadow-pop outline-none transition-[opacity,scale] duration-100 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <MenuParts value={PARTS}>{children}</MenuParts>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
