import { ChevronRight } from "lucide-react";
import type { Role } from "#core/access.ts";
import { RoleList } from "./role-list.tsx";
import { RoleMatrix } from "./role-matrix.tsx";

/** What each role may do, for who wants to know. */
export const RoleGuide = ({ own }: { own: Role }) => (
  <details className="group min-w-0 overflow-hidden rounded-lg border bg-surface shadow-card">
    <summary className="focus-inset flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 text-sm font-medium select-none hover:bg-hover">
      <ChevronRight
        size={15}
        className="shrink-0 text-soft transition-transform group-open:rotate-90 motion-reduce:transition-none"
        aria-hidden="true"
      />
      What each role can do
    </summary>
    <div className="hidden border-t md:block">
      <RoleMatrix own={own} />
    </div>
    <div className="md:hidden">
      <RoleList />
    </div>
  </details>
);
