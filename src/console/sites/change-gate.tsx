"use client";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { GATES } from "#core/gates/gate.ts";
import { SelectField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { GateSecret } from "./add-gate.tsx";
import { type GateFields, GateForm, gateIn, gateValues, KEPT_GATE } from "./gate-form.tsx";
import type { Gate } from "./gate-words.ts";

/** What a gate’s form can change. */
const fieldsOf = ({ name, minimumAge, country, region, lifetimeSeconds, openPaths }: GateFields) => ({
  ...{ name, minimumAge, country, region, lifetimeSeconds, openPaths },
});

export const EditGateDialog = changeDialog({
  act: ({ gates }) => gates.update.mutationOptions(),
  stale: ({ gates }) => gates.list.queryFilter(),
  done: () => [
    "Gate changed",
    "It applies within 5 seconds. Copy the configuration again where paths or the age changed.",
  ],
  saved: (gate: Gate) => fieldsOf(gate),
  keeps: KEPT_GATE,
  place: ({ siteId, mode }) => [siteId, mode],
  old: (over, gate) => fieldsOf(gateIn({ ...gateValues(gate), ...over })),
  asks: ({ origin }) => ({ title: "Edit gate", about: origin }),
  size: "lg",
  body: ({ of: gate, call, opened, seen, save }) => (
    <GateForm
      mode={gate.mode}
      gate={{ ...gate, ...seen.start }}
      before={{ ...gate, ...seen.begun }}
      opened={opened}
      call={call}
      onSubmit={(typed) => save(fieldsOf(typed), (change) => ({ siteId: gate.siteId, ...change }))}
      onTake={(typed) => seen.note(fieldsOf(typed))}
    />
  ),
});

const OVERLAPS = [
  { value: "12", label: "In 12 hours" },
  { value: "4", label: "In 4 hours" },
  { value: "1", label: "In 1 hour" },
  { value: "0", label: "At once" },
] as const satisfies readonly { value: string; label: string }[];

export const RotateGateDialog = formDialog({
  act: ({ gates }) => gates.rotateSecret.mutationOptions(),
  stale: ({ gates }) => gates.list.queryFilter(),
  seen: ({ secretMark }: Gate) => ({ secretMark }),
  start: () => ({ hours: String(GATES.overlapHours) }),
  asks: ({ name }) => ({ title: "Rotate the secret", about: name }),
  form: ({ values, field, seen }, { siteId }) => ({
    action: "Rotate secret",
    send: () => ({ siteId, overlapHours: Number(values.hours), seen }),
    fields: (
      <>
        <SelectField
          label="The old secret ends"
          hint="Proofs signed with it count until then, so no one is asked twice."
          options={OVERLAPS}
          {...field("hours")}
        />
        {values.hours === "0" && (
          <Notice tone="warn">Every visitor has to prove their age again, from this moment on.</Notice>
        )}
      </>
    ),
  }),
  answer: ({ secret, previousSecretUntil }, onDone, { name }) => ({
    title: "The new secret",
    about: previousSecretUntil ? (
      <>
        The old secret ends <Time at={previousSecretUntil} as="long" />.
      </>
    ) : (
      name
    ),
    body: <GateSecret secret={secret} onDone={onDone} />,
  }),
});

export const RemoveGateDialog = confirmDialog({
  act: ({ gates }) => gates.remove.mutationOptions(),
  stale: ({ gates }) => gates.list.queryFilter(),
  ask: ({ siteId, name }: Gate) => ({
    title: "Remove this gate?",
    about:
      "Take its configuration off your server first: as long as your server asks this gate, no one gets in. The verifications that it started are kept.",
    verb: "Remove gate",
    name,
    input: { siteId },
    done: ["Gate removed"],
  }),
});
