"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useOpened, useSeen } from "#console/client/use-seen.ts";
import { GATES } from "#core/gates/gate.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField } from "#kit/fields.tsx";
import { goingOn, type Opened, Restorable, useKept } from "#kit/kept/use-kept.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { GateSecret } from "./add-gate.tsx";
import { type GateFields, GateForm, type GateValues, gateIn, gateValues, KEPT_GATE } from "./gate-form.tsx";
import type { Gate } from "./gate-words.ts";

type Props = { gate: Gate | null; onClose: () => void };

/** What a gate’s form can change. */
const fieldsOf = ({ name, minimumAge, country, region, lifetimeSeconds, openPaths }: GateFields) => ({
  ...{ name, minimumAge, country, region, lifetimeSeconds, openPaths },
});

type EditProps = { gate: Gate; opened: Opened<GateValues>; onClose: () => void };

const EditGate = ({ gate, opened, onClose }: EditProps) => {
  const { gates } = useTRPC();
  const saved = fieldsOf(gate);
  const old = fieldsOf(gateIn({ ...gateValues(gate), ...opened.over }));
  const seen = useSeen(saved, opened.at === null ? saved : old);
  const call = useDialogCall(gates.update.mutationOptions(), onClose, {
    seen,
    kept: opened,
    stale: gates.list.queryFilter(),
    done: () => [
      "Gate changed",
      "It applies within 5 seconds. Copy the configuration again where paths or the age changed.",
    ],
  });
  return (
    <GateForm
      key={seen.round}
      mode={gate.mode}
      gate={{ ...gate, ...seen.start }}
      before={{ ...gate, ...seen.begun }}
      opened={seen.round === 0 ? opened : goingOn(opened)}
      call={call}
      onSubmit={(typed) => {
        const change = seen.changeOf(fieldsOf(typed));
        if (change) call.mutate({ siteId: gate.siteId, ...change });
        else {
          // One space too many is not a change, and is not kept.
          opened.forget();
          call.close();
        }
      }}
      onTake={(typed) => seen.note(fieldsOf(typed))}
    />
  );
};

type OpenProps = { gate: Gate; onClose: () => void };

const OpenGate = ({ gate, onClose }: OpenProps) => (
  <Restorable kept={useKept(KEPT_GATE, gate.siteId, gate.mode)}>
    {(opened) => <EditGate gate={gate} opened={opened} onClose={onClose} />}
  </Restorable>
);

export const EditGateDialog = ({ gate, onClose }: Props) => (
  <Dialog isOpen={gate !== null} onClose={onClose} title="Edit gate" about={gate?.origin} size="lg">
    {gate && <OpenGate key={gate.siteId} gate={gate} onClose={onClose} />}
  </Dialog>
);

const OVERLAPS = [
  { value: "12", label: "In 12 hours" },
  { value: "4", label: "In 4 hours" },
  { value: "1", label: "In 1 hour" },
  { value: "0", label: "At once" },
] as const satisfies readonly { value: string; label: string }[];

const RotateForm = ({ call, onRotate }: { call: DialogCall; onRotate: (hours: number) => void }) => {
  const [hours, setHours] = useState(String(GATES.overlapHours));
  return (
    <DialogForm action="Rotate secret" call={call} onSubmit={() => onRotate(Number(hours))}>
      <SelectField
        label="The old secret ends"
        hint="Proofs signed with it count until then, so no one is asked twice."
        value={hours}
        options={OVERLAPS}
        onChange={setHours}
      />
      {hours === "0" && (
        <Notice tone="warn">Every visitor has to prove their age again, from this moment on.</Notice>
      )}
    </DialogForm>
  );
};

export const RotateGateDialog = ({ gate, onClose }: Props) => {
  const { gates } = useTRPC();
  const opened = useOpened(gate && { secretMark: gate.secretMark });
  const call = useDialogCall(gates.rotateSecret.mutationOptions(), onClose, {
    seen: opened,
    stale: gates.list.queryFilter(),
  });
  const { data } = call;
  const about = data?.previousSecretUntil ? (
    <>
      The old secret ends <Time at={data.previousSecretUntil} as="long" />.
    </>
  ) : (
    gate?.name
  );
  return (
    <Dialog
      isOpen={gate !== null}
      onClose={call.close}
      title={data ? "The new secret" : "Rotate the secret"}
      about={about}
    >
      {data ? (
        <GateSecret secret={data.secret} onDone={call.close} />
      ) : (
        gate && (
          <RotateForm
            call={call}
            onRotate={(overlapHours) =>
              call.mutate({ siteId: gate.siteId, overlapHours, seen: opened.begun })
            }
          />
        )
      )}
    </Dialog>
  );
};

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
