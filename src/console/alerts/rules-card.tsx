import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { problemOf } from "#console/session/problem.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import { useKept, useKeptEdits } from "#kit/kept/use-kept.tsx";
import { toast } from "#kit/toast.tsx";
import type { AlertSettings } from "./alert-settings.ts";
import { SaveCard } from "./save-card.tsx";

const KEPT = keptForm("alert-rules", { pressed: READ.flags });

/** Which rules this tenant has on. */
export const RulesCard = ({ settings: { rules } }: { settings: AlertSettings }) => {
  const { refusal } = useAccess();
  const { alerts } = useTRPC();
  const queries = useQueryClient();
  // Only what was pressed: what another member saves in the meantime stays.
  const [edits, setEdits] = useState<Readonly<Record<string, boolean>>>({});
  const isOn = ({ id, isOn: saved }: AlertSettings["rules"][number]): boolean => edits[id] ?? saved;
  const isDirty = rules.some((rule) => isOn(rule) !== rule.isOn);
  // A press says on or off, whatever someone else has pressed since: it needs nothing that it was made over.
  const restoredAt = useKeptEdits(
    useKept(KEPT, ""),
    { typed: isDirty ? { pressed: edits } : {}, over: {} },
    ({ typed }) => setEdits(typed.pressed ?? {}),
  );
  const save = useMutation(
    alerts.update.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(alerts.settings.queryFilter());
        toast.done("Rules saved");
      },
      onError: async (error) => {
        if (problemOf(error).code !== "CONFLICT") return;
        await queries.invalidateQueries(alerts.settings.queryFilter());
      },
    }),
  );
  const unsaved = (now: typeof edits): typeof edits =>
    Object.fromEntries(Object.entries(now).filter(([id, wanted]) => edits[id] !== wanted));
  const idsOf = (off: AlertSettings["rules"]): string[] => off.map(({ id }) => id);
  return (
    <SaveCard
      title="Rules"
      about="For the whole tenant. A rule that is off raises nothing, and its open alerts end."
      isDirty={isDirty}
      restoredAt={restoredAt}
      isBusy={save.isPending}
      problem={save.error && problemOf(save.error)}
      refusal={refusal("alerts.write")}
      onSave={() =>
        save.mutate(
          {
            rulesOff: idsOf(rules.filter((rule) => !isOn(rule))),
            // What the others show, too: of a rule that was not pressed here, the latest choice is kept.
            seen: { rulesOff: idsOf(rules.filter((rule) => !rule.isOn)) },
          },
          // What is pressed in the meantime stays.
          { onSuccess: () => setEdits(unsaved) },
        )
      }
      onDiscard={() => setEdits({})}
      onTake={() => {
        save.reset();
        setEdits({});
      }}
    >
      <CheckboxGroup label="Raise an alert when">
        {rules.map((rule) => (
          <Checkbox
            key={rule.id}
            label={rule.title}
            {...(rule.isUrgent && { hint: "Urgent" })}
            checked={isOn(rule)}
            onChange={(event) => setEdits((before) => ({ ...before, [rule.id]: event.target.checked }))}
          />
        ))}
      </CheckboxGroup>
    </SaveCard>
  );
};
