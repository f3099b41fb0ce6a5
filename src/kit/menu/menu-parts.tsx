"use client";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";

export type MenuItemProps = {
  icon?: ReactNode;
  isDanger?: boolean;
  /** Why it cannot be chosen. */
  refusal?: string | null | undefined;
  children: ReactNode;
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void });

/** The parts of an open menu, which arrive with the first menu that is opened. */
export const MenuParts = createContext<{
  Item: ComponentType<MenuItemProps>;
  Separator: ComponentType;
  /** Says what the entries below it are about; it cannot be chosen. */
  Head: ComponentType<{ children: ReactNode }>;
} | null>(null);

export const MenuHead = ({ children }: { children: ReactNode }) => {
  const parts = useContext(MenuParts);
  return parts && <parts.Head>{children}</parts.Head>;
};

export const MenuItem = (props: MenuItemProps) => {
  const parts = useContext(MenuParts);
  return parts && <parts.Item {...props} />;
};

export const MenuSeparator = () => {
  const parts = useContext(MenuParts);
  return parts && <parts.Separator />;
};
