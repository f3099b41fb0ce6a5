import { KeyRound } from "lucide-react";
import type { Mode } from "#core/verification.ts";
import { Card } from "../../kit/card.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { isWorking, type KeyGlance } from "./key-glance.ts";
import { type KeyAction, KeyTable } from "./key-table.tsx";

type Props = {
  mode: Mode;
  keys: readonly KeyGlance[];
  refusal: string | null;
  onAction: (action: KeyAction, key: KeyGlance) => void;
};

/** Keys that work, and below them those that are kept for the record. */
export const KeySections = ({ mode, keys, refusal, onAction }: Props) => {
  const working = keys.filter(isWorking);
  const ended = keys.filter((key) => !isWorking(key));
  return (
    <div className="grid gap-4">
      <Card isFlush>
        {working.length === 0 ? (
          <EmptyState icon={KeyRound} title={`No active ${mode} keys`}>
            {mode === "test"
              ? "Test keys are free, and safe to try things out with."
              : "Live keys run real checks that count towards your quota. To try things out, use test mode."}
          </EmptyState>
        ) : (
          <KeyTable keys={working} refusal={refusal} onAction={onAction} />
        )}
      </Card>
      {ended.length > 0 && (
        <Card
          title="Inactive keys"
          about="These keys no longer work. They are kept for your records."
          isFlush
        >
          <KeyTable keys={ended} refusal={refusal} onAction={onAction} />
        </Card>
      )}
    </div>
  );
};
