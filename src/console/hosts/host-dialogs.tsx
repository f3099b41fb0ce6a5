"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useOpened } from "#console/client/use-seen.ts";
import { ConfirmDialog, Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import type { Host } from "./host-words.ts";

const KEPT = keptForm("host-add", { host: READ.text });

const EMPTY: KeptValues<typeof KEPT> = { host: "" };

type AddFormProps = {
  call: DialogCall;
  opened: Opened<KeptValues<typeof KEPT>>;
  onAdd: (host: string) => void;
};

const AddForm = ({ call, opened, onAdd }: AddFormProps) => {
  const { values, field } = useTexts({ ...EMPTY, ...opened.typed }, call.problem?.issues);
  useKeeping(opened, values, EMPTY);
  return (
    <DialogForm
      action="Add host"
      call={call}
      field="host"
      opened={opened}
      isComplete={values.host.trim() !== ""}
      onSubmit={() => onAdd(values.host)}
    >
      <TextField
        label="Host"
        hint="For example verify.shop.example. Choose a name that serves nothing else: all of it is for age checks."
        {...field("host")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
    </DialogForm>
  );
};

type AddProps = { isOpen: boolean; onClose: () => void };

export const AddHostDialog = ({ isOpen, onClose }: AddProps) => {
  const { hosts } = useTRPC();
  const kept = useKept(KEPT, "new");
  const call = useDialogCall(hosts.add.mutationOptions(), onClose, {
    kept,
    stale: hosts.list.queryFilter(),
    done: ({ readable }) => [`${readable} added`, "Set its DNS records now, then check them."],
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title="Add a host"
      about="A name of yours at which people prove their age. A DNS record proves that it is yours."
    >
      <Restorable kept={kept} onStartOver={call.forget}>
        {(opened) => <AddForm call={call} opened={opened} onAdd={(host) => call.mutate({ host })} />}
      </Restorable>
    </Dialog>
  );
};

/** What a confirmation is about. */
export type HostAction = "off" | "primary" | "main" | "remove";

type ConfirmProps = {
  action: HostAction | null;
  host: Host | null;
  target: string;
  /** The host in new links; null: the main one. */
  primaryId: string | null;
  onClose: () => void;
};

/** Where new links lead: to a host, or to the main one again. */
const LinksDialog = ({ action, host, target, primaryId, onClose }: ConfirmProps) => {
  const { hosts } = useTRPC();
  const isMain = action === "main";
  const name = isMain ? target : (host?.readable ?? "");
  const isOpen = (action === "primary" && host !== null) || isMain;
  const opened = useOpened(isOpen ? { hostId: primaryId } : null);
  const call = useDialogCall(hosts.makePrimary.mutationOptions(), onClose, {
    seen: opened,
    stale: hosts.list.queryFilter(),
    done: () => [`New links lead to ${name}`],
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      call={call}
      look="primary"
      title={`Use ${name} in new links?`}
      about={
        isMain
          ? "Within 5 seconds, new links lead to the main host. Links made before keep their host."
          : `First open https://${name}/ yourself: a page that says “not found” is right, a warning about the certificate is not. Links made before keep their host.`
      }
      action="Use in links"
      onConfirm={() => call.mutate({ hostId: isMain ? null : (host?.id ?? null), seen: opened.begun })}
    />
  );
};

const OffDialog = confirmDialog({
  act: ({ hosts }) => hosts.switch.mutationOptions(),
  stale: ({ hosts }) => hosts.list.queryFilter(),
  ask: ({ id, readable }: Host) => ({
    title: "Switch this host off?",
    about: `People who are at ${readable} now see “not found”. Their page is still at the main host, under the same path. New links lead there too.`,
    verb: "Switch off",
    input: { hostId: id, isOn: false },
    done: [`${readable} is off`],
  }),
});

const RemoveDialog = confirmDialog({
  act: ({ hosts }) => hosts.remove.mutationOptions(),
  stale: ({ hosts }) => hosts.list.queryFilter(),
  ask: ({ id, host, readable, state }: Host) => ({
    title: "Remove this host?",
    about:
      state === "pending"
        ? "To use it, you have to add and prove it again."
        : `${readable} answers “not found” from now on. Age keys that people made there are of no use any more. To use it again, you have to prove it again.`,
    verb: "Remove host",
    name: state === "pending" ? undefined : host,
    input: { hostId: id },
    done: ["Host removed", "Delete its DNS records as well."],
  }),
});

export const HostDialogs = (props: ConfirmProps) => {
  const { action, host, onClose } = props;
  return (
    <>
      <LinksDialog {...props} />
      <OffDialog of={action === "off" && host} onClose={onClose} />
      <RemoveDialog of={action === "remove" && host} onClose={onClose} />
    </>
  );
};
