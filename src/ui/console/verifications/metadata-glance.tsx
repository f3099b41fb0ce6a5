import type { MetadataValue } from "#core/verification.ts";

/** The metadata on two lines at most: as many of its pairs as there is room for, the whole on hover. */
export const MetadataGlance = ({
  metadata,
}: {
  metadata: Readonly<Record<string, MetadataValue>> | null;
}) => {
  const pairs = Object.entries(metadata ?? {});
  if (pairs.length === 0) return <span className="text-soft">–</span>;
  return (
    <span
      title={pairs.map(([key, value]) => `${key}: ${value}`).join("\n")}
      className="flex max-h-10 min-w-0 flex-wrap gap-x-3 overflow-hidden leading-5"
    >
      {pairs.map(([key, value]) => (
        <span key={key} className="max-w-full truncate">
          <span className="text-xs text-soft">{key}</span> {String(value)}
        </span>
      ))}
    </span>
  );
};
