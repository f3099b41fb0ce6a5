import type { MetadataValue } from "#core/verification.ts";
import { Card } from "../../kit/card.tsx";
import { Facts } from "../../kit/facts.tsx";

export const MetadataCard = ({ metadata }: { metadata: Readonly<Record<string, MetadataValue>> | null }) => {
  const entries = Object.entries(metadata ?? {});
  return (
    <Card title="Metadata" about="Set by your backend">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">No metadata was set, or it was erased after the retention period.</p>
      ) : (
        <Facts
          facts={entries.map(([name, value]) => ({
            name,
            value: <span className="font-mono text-xs break-all">{String(value)}</span>,
          }))}
        />
      )}
    </Card>
  );
};
