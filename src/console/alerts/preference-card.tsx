import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { changeOf, editsAfter } from "#console/client/use-seen.ts";
import { problemOf } from "#console/session/problem.ts";
import { VISITOR } from "#core/access/permissions.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { ownZone } from "#kit/format.ts";
import { useBegun, useIsClient } from "#kit/hooks.ts";
import { Notice } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import { type AlertSettings, clockText, minutesOf } from "./alert-settings.ts";
import { SaveCard } from "./save-card.tsx";

const FROM = 22 * 60;
const TO = 7 * 60;

const draftOf = ({
  mails,
  rulesOff,
  quietFrom,
  quietTo,
  zone,
  urgentPasses,
}: AlertSettings["preference"]) => ({
  mails,
  rulesOff: [...rulesOff].sort(),
  isQuiet: quietFrom !== null && quietTo !== null,
  from: clockText(quietFrom ?? FROM),
  to: clockText(quietTo ?? TO),
  zone,
  urgentPasses,
});

type Draft = ReturnType<typeof draftOf>;

const inputOf = ({ isQuiet, from: begins, to: ends, mails, rulesOff, zone, urgentPasses }: Draft) => {
  const [from, to] = [minutesOf(begins), minutesOf(ends)];
  const quiet = isQuiet && from !== null && to !== null ? { from, to } : null;
  return { mails, rulesOff, quiet, zone, urgentPasses };
};

type PartProps = { draft: Draft; set: (changes: Partial<Draft>) => void };

const RulesByMail = ({ draft, set, rules }: PartProps & Pick<AlertSettings, "rules">) => (
  <CheckboxGroup label="Send me an e-mail when">
    {rules.map(({ id, title, isOn }) => (
      <Checkbox
        key={id}
        label={title}
        {...(!isOn && { hint: "This rule is off for the tenant" })}
        checked={!draft.rulesOff.includes(id)}
        onChange={({ target }) => {
          const others = draft.rulesOff.filter((other) => other !== id);
          set({ rulesOff: target.checked ? others : [...others, id].sort() });
        }}
      />
    ))}
  </CheckboxGroup>
);

/** Every zone that the browser knows. On the server only the chosen one: its list may differ from the browser's. */
const useZones = (chosen: string) => {
  const isClient = useIsClient();
  const known = isClient ? [ownZone(), "UTC", ...Intl.supportedValuesOf("timeZone")] : [];
  return [...new Set([chosen, ...known])].sort().map((value) => ({ value, label: value }));
};

const QuietHours = ({ draft, set, fault }: PartProps & { fault: string | null }) => {
  const zones = useZones(draft.zone);
  return (
    <div className="grid gap-4">
      <Checkbox
        label="Quiet hours"
        hint="E-mails wait until quiet hours end, and arrive as one."
        checked={draft.isQuiet}
        // A member who turns them on means their own clock.
        onChange={({ target }) =>
          set({ isQuiet: target.checked, ...(target.checked && { zone: ownZone() }) })
        }
      />
      {draft.isQuiet && (
        <>
          <div className="grid gap-4 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <TextField
              label="From"
              type="time"
              required
              value={draft.from}
              onChange={(from) => set({ from })}
              error={fault ?? undefined}
            />
            <TextField label="To" type="time" required value={draft.to} onChange={(to) => set({ to })} />
            <SelectField
              label="Time zone"
              value={draft.zone}
              options={zones}
              onChange={(zone) => set({ zone })}
            />
          </div>
          <Checkbox
            label="Urgent alerts pass"
            hint="They come at once, even in quiet hours."
            checked={draft.urgentPasses}
            onChange={({ target }) => set({ urgentPasses: target.checked })}
          />
        </>
      )}
    </div>
  );
};

/** Why the quiet hours cannot be saved; null: they can. */
const faultOf = ({ isQuiet, from, to }: Draft): string | null => {
  if (!isQuiet) return null;
  if (minutesOf(from) === null || minutesOf(to) === null) return "Enter two times of day.";
  return from === to ? "“From” and “To” are the same time." : null;
};

/** What the member wants by e-mail from this tenant. */
export const PreferenceCard = ({ settings }: { settings: AlertSettings }) => {
  const { role } = useAccess();
  const { alerts } = useTRPC();
  const queries = useQueryClient();
  const saved = draftOf(settings.preference);
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const draft: Draft = { ...saved, ...edits };
  const set = (changes: Partial<Draft>): void => setEdits((before) => ({ ...before, ...changes }));
  const { begun, renew } = useBegun(settings.preference, Object.keys(edits).length > 0);
  const fault = faultOf(draft);
  const save = useMutation(
    alerts.updatePreference.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(alerts.settings.queryFilter());
        toast.done("Notifications saved");
      },
      onError: async (error) => {
        if (problemOf(error).code !== "CONFLICT") return;
        await queries.invalidateQueries(alerts.settings.queryFilter());
        renew();
      },
    }),
  );
  const send = (): void => {
    const change = changeOf(inputOf(draft), inputOf(saved), inputOf(draftOf(begun)));
    if (!change) {
      setEdits({});
      return;
    }
    save.mutate(change, {
      onSuccess: () => {
        // What is changed in the meantime stays, and was changed over what is saved now.
        setEdits((before) => editsAfter(before, edits));
        renew();
      },
    });
  };
  const part = { draft, set };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!settings.canMail && (
        <Notice tone="warn">
          This service has no mail server, so no e-mails are sent. Your choices are kept for when its operator
          sets one.
        </Notice>
      )}
      <SaveCard
        title="My notifications"
        about="Only for you, and only in this tenant. E-mails go to the verified address of your sign-in."
        isDirty={JSON.stringify(draft) !== JSON.stringify(saved)}
        isBusy={save.isPending}
        problem={save.error && problemOf(save.error)}
        refusal={
          role === VISITOR ? "You are visiting as the operator: members choose their own e-mails." : null
        }
        fault={fault}
        onSave={send}
        onDiscard={() => setEdits({})}
        onTake={() => {
          save.reset();
          setEdits({});
        }}
      >
        <Checkbox
          label="Send me alerts by e-mail"
          checked={draft.mails}
          onChange={({ target }) => set({ mails: target.checked })}
        />
        {draft.mails && (
          <>
            <RulesByMail {...part} rules={settings.rules} />
            <QuietHours {...part} fault={fault} />
          </>
        )}
      </SaveCard>
    </div>
  );
};
