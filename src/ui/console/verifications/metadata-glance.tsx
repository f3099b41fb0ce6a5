import type { MetadataValue } from "#core/verification.ts";

/** The first piece of metadata, and how many more there are. */
export const MetadataGlance = ({
  metadata,
}: {
  metadata: Readonly<Record<string, MetadataValue>> | null;
}) => {
  const [first, ...others] = Object.entries(metadata ?? {});
  if (!first) return <span className="text-soft">–</span>;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs">
      <span className="truncate">
        <span className="text-soft">{first[0]}</span> {String(first[1])}
      </span>
      {others.length > 0 && <span className="shrink-0 text-soft">+{others.length}</span>}
    </span>
  );
};
