"use client";
import { Menu } from "@base-ui/react/menu";

export const MenuSeparator = () => <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
