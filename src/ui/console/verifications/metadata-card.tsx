import type { MetadataValue } from "#core/verification.ts";
import { Card } from "../../kit/card.tsx";
import { Facts } from "../../kit/facts.tsx";

export const MetadataCard = ({ metadata }: { metadata: Readonly<Record<string, MetadataValue>> | null }) => {
  const entries = Object.entries(metadata ?? {});
  return (
    <Card title="Metadata" about="As your backend gave it">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">None was given, or retention has erased it.</p>
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
