"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { classNames } from "./class-names.ts";
import { Link } from "./link.tsx";
import type { MenuItemProps } from "./menu-parts.ts";

const style = (isDanger: boolean): string =>
  classNames(
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
