/** A tenant's first letter, where a logo would be. */
export const TenantMark = ({ name, isSmall = false }: { name: string; isSmall?: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid shrink-0 place-items-center rounded-sm bg-accent font-semibold text-on-accent ${isSmall ? "size-5 text-2xs" : "size-7 text-sm"}`}
  >
    {(name.trim()[0] ?? "?").toUpperCase()}
  </span>
);
