"use client";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import type { Host } from "./host-words.ts";

const KEPT = keptForm("host-add", { host: READ.text });

export const AddHostDialog = formDialog({
  act: ({ hosts }) => hosts.add.mutationOptions(),
  stale: ({ hosts }) => hosts.list.queryFilter(),
  done: ({ readable }) => [`${readable} added`, "Set its DNS records now, then check them."],
  keeps: KEPT,
  start: () => ({ host: "" }),
  asks: () => ({
    title: "Add a host",
    about: "A name of yours at which people prove their age. A DNS record proves that it is yours.",
  }),
  form: ({ values, field }) => ({
    action: "Add host",
    field: "host",
    isComplete: values.host.trim() !== "",
    send: () => ({ host: values.host }),
    fields: (
      <TextField
        label="Host"
        hint="For example verify.shop.example. Choose a name that serves nothing else: all of it is for age checks."
        {...field("host")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
    ),
  }),
});

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

type Links = {
  /** Null: the main host. */
  host: Host | null;
  name: string;
  primaryId: string | null;
};

/** Where new links lead: to a host, or to the main one again. */
const LinksDialog = confirmDialog({
  act: ({ hosts }) => hosts.makePrimary.mutationOptions(),
  stale: ({ hosts }) => hosts.list.queryFilter(),
  seen: ({ primaryId }: Links) => ({ hostId: primaryId }),
  ask: ({ host, name }: Links, seen) => ({
    title: `Use ${name} in new links?`,
    about:
      host === null
        ? "Within 5 seconds, new links lead to the main host. Links made before keep their host."
        : `First open https://${name}/ yourself: a page that says “not found” is right, a warning about the certificate is not. Links made before keep their host.`,
    verb: "Use in links",
    look: "primary",
    input: { hostId: host?.id ?? null, seen },
    done: [`New links lead to ${name}`],
  }),
});

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

const linksFor = ({ action, host, target, primaryId }: ConfirmProps): Links | null => {
  if (action === "main") return { host: null, name: target, primaryId };
  return action === "primary" && host ? { host, name: host.readable, primaryId } : null;
};

export const HostDialogs = (props: ConfirmProps) => {
  const { action, host, onClose } = props;
  return (
    <>
      <LinksDialog of={linksFor(props)} onClose={onClose} />
      <OffDialog of={action === "off" && host} onClose={onClose} />
      <RemoveDialog of={action === "remove" && host} onClose={onClose} />
    </>
  );
};
