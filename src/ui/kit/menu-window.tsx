"use client";
import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { MenuEntry } from "./menu-entry.tsx";
import { MenuParts } from "./menu-parts.ts";

export type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom";
  align?: "start" | "end";
  children: ReactNode;
};

const Separator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />;

// A role of its own would promise an entry to screen readers; they read it on the button.
const Head = ({ children }: { children: ReactNode }) => (
  <div role="presentation" className="max-w-64 px-2.5 pt-1.5 pb-2 text-sm">
    {children}
  </div>
);

const PARTS = { Item: MenuEntry, Separator, Head };

export const MenuWindow = ({ trigger, side = "bottom", align = "end", children }: MenuProps) => (
  <Base.Root modal={false} defaultOpen>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner side={side} align={align} sideOffset={6} className="z-50">
        <Base.Popup className="min-w-44 max-w-[min(24rem,calc(100vw-1rem))] origin-(--transform-origin) rounded-lg bg-surface p-1 shadow-pop outline-none transition-[opacity,scale] duration-100 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <MenuParts value={PARTS}>{children}</MenuParts>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
