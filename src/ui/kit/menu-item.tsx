"use client";
import { useContext } from "react";
import { type MenuItemProps, MenuParts } from "./menu-parts.ts";

export const MenuItem = (props: MenuItemProps) => {
  const parts = useContext(MenuParts);
  return parts && <parts.Item {...props} />;
};
