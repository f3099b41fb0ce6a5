import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

type Props = {
  title: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; name: string };
};

export const PageHeader = ({ title, about, actions, back }: Props) => (
  <header className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-1.5">
    {back && (
      <Link
        href={back.href}
        className="-ml-1 flex w-fit items-center gap-0.5 py-0.5 text-sm text-soft no-underline hover:text-ink"
      >
        <ChevronLeft size={15} aria-hidden="true" />
        {back.name}
      </Link>
    )}
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="max-w-full min-w-0">
        <h1 className="text-xl tracking-tight wrap-anywhere">{title}</h1>
        {about && <div className="mt-1 max-w-2xl text-sm text-soft">{about}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  </header>
);
