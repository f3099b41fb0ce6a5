import { KeyRound } from "lucide-react";
import { Card } from "../../kit/card.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { isWorking, type KeyGlance } from "./key-glance.ts";
import { type KeyAction, KeyTable } from "./key-table.tsx";

type Props = {
  keys: readonly KeyGlance[];
  refusal: string | null;
  onAction: (action: KeyAction, key: KeyGlance) => void;
};

/** Keys that work, and below them those that are kept for the record. */
export const KeySections = ({ keys, refusal, onAction }: Props) => {
  const working = keys.filter(isWorking);
  const ended = keys.filter((key) => !isWorking(key));
  return (
    <div className="grid gap-4">
      <Card isFlush>
        {working.length === 0 ? (
          <EmptyState icon={KeyRound} title="No key works">
            A test key is free and safe to try things out with; a live key counts towards the quota.
          </EmptyState>
        ) : (
          <KeyTable keys={working} refusal={refusal} onAction={onAction} />
        )}
      </Card>
      {ended.length > 0 && (
        <Card
          title="Ended keys"
          about="Refused everywhere within 10 seconds of their end; kept for the record"
          isFlush
        >
          <KeyTable keys={ended} refusal={refusal} onAction={onAction} />
        </Card>
      )}
    </div>
  );
};
