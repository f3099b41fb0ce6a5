"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { ROLE_ABOUT, ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { Copyable } from "#kit/copy.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { Card, Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import { DirectoryRequests } from "./directory-requests.tsx";

type DirectoryRole = Exclude<Role, "owner">;

const isGiven = (role: Role): role is DirectoryRole => role !== "owner";
const CHOICES = ROLES.filter(isGiven).map((role) => ({
  value: role,
  name: ROLE_NAMES[role],
  about: ROLE_ABOUT[role],
}));

type RoleFieldProps = { value: DirectoryRole; onChange: (role: DirectoryRole) => void };

const RoleField = (role: RoleFieldProps) => (
  <RadioCards label="Role of people for whom the directory names none" options={CHOICES} {...role} />
);

type RoleFormProps = { start: DirectoryRole; call: DialogCall; onChoose: (role: DirectoryRole) => void };

const RoleForm = ({ start, call, onChoose }: RoleFormProps) => {
  const [role, setRole] = useState(start);
  return (
    <DialogForm action="Change role" call={call} onSubmit={() => onChoose(role)}>
      <RoleField value={role} onChange={setRole} />
    </DialogForm>
  );
};

const KNOWN_DIRECTORIES = "Microsoft Entra ID, Okta and others that speak SCIM 2.0";

type Issued = { baseUrl: string; token: string };

/** The only time the token is shown. */
const TokenOnce = ({ issued, onDone }: { issued: Issued; onDone: () => void }) => (
  <SecretOnce
    label="Token"
    secret={issued.token}
    note="Paste it into your directory as the secret token or bearer token. You will not see it again."
    onDone={onDone}
  >
    <Facts facts={{ "Base URL": <Copyable text={issued.baseUrl} label="Copy base URL" /> }} />
  </SecretOnce>
);

const ConnectDialog = formDialog({
  act: ({ directory }) => directory.connect.mutationOptions(),
  stale: ({ directory }) => directory.get.queryFilter(),
  start: (): { role: DirectoryRole } => ({ role: "viewer" }),
  asks: () => ({ title: "Connect a directory", about: KNOWN_DIRECTORIES }),
  form: ({ values, choice }) => ({
    action: "Connect",
    send: () => ({ role: values.role }),
    fields: <RoleField {...choice("role")} />,
  }),
  answer: (issued, onDone) => ({
    title: "Connect your directory",
    about: KNOWN_DIRECTORIES,
    body: <TokenOnce issued={issued} onDone={onDone} />,
  }),
});

const RotateDialog = formDialog({
  act: ({ directory }) => directory.rotate.mutationOptions(),
  stale: ({ directory }) => directory.get.queryFilter(),
  seen: ({ hint }: { hint: string | undefined }) => ({ hint }),
  start: () => ({}),
  asks: () => ({
    title: "Rotate the token?",
    about: "The present one stops at once. Your directory needs the new one.",
  }),
  form: ({ seen }) => ({ action: "Rotate token", send: () => ({ seen }), fields: null }),
  answer: (issued, onDone) => ({
    title: "The new token",
    body: <TokenOnce issued={issued} onDone={onDone} />,
  }),
});

const RoleDialog = changeDialog({
  act: ({ directory }) => directory.setRole.mutationOptions(),
  stale: ({ directory }) => directory.get.queryFilter(),
  done: () => ["Role changed", "It applies to people who join from now on."],
  saved: (role: DirectoryRole) => ({ role }),
  asks: () => ({
    title: "Change the directory’s role",
    about: "It applies to people who join from now on. Members keep theirs.",
  }),
  body: ({ seen, call, save }) => (
    <RoleForm
      start={seen.start.role}
      call={call}
      onChoose={(role) => save({ role }, (change) => ({ ...change, role }))}
    />
  ),
});

const DisconnectDialog = confirmDialog({
  act: ({ directory }) => directory.disconnect.mutationOptions(),
  stale: ({ directory }) => directory.get.queryFilter(),
  ask: () => ({
    title: "Disconnect the directory?",
    about:
      "Its token stops at once. Members stay members, and it no longer adds or deactivates anyone. People who have not accepted yet are forgotten.",
    verb: "Disconnect",
    input: undefined,
    done: ["Directory disconnected"],
  }),
});

type Open = "connect" | "rotate" | "role" | "disconnect" | null;

/** The tenant's directory, which adds and deactivates members (SCIM). */
export const DirectoryCard = () => {
  const { refusal } = useAccess();
  const [open, setOpen] = useState<Open>(null);
  const { data } = useQuery(useTRPC().directory.get.queryOptions());
  const refused = refusal("directory.write");
  const close = (): void => setOpen(null);
  if (!data) return null;
  const { baseUrl, directory } = data;
  const role = directory && isGiven(directory.role) ? directory.role : "viewer";
  return (
    <>
      <Card
        title="Directory"
        about="Your company’s directory adds and deactivates members by itself, over SCIM 2.0. People become members when they sign in with an address that it names, and accept."
        actions={
          directory ? (
            <>
              <Button refusal={refused} onClick={() => setOpen("role")}>
                Change role
              </Button>
              <Button refusal={refused} onClick={() => setOpen("rotate")}>
                Rotate token
              </Button>
              <Button look="danger" refusal={refused} onClick={() => setOpen("disconnect")}>
                Disconnect
              </Button>
            </>
          ) : (
            <Button refusal={refused} onClick={() => setOpen("connect")}>
              Connect a directory
            </Button>
          )
        }
      >
        {directory ? (
          <Facts
            facts={{
              "Base URL": <Copyable text={baseUrl} label="Copy base URL" />,
              Token: <code>{directory.hint}</code>,
              "Default role": ROLE_NAMES[directory.role],
              People: `${directory.active} active, of whom ${directory.joined} ${directory.joined === 1 ? "is a member" : "are members"}; ${directory.people - directory.active} deactivated`,
              "Last call": directory.lastUsedAt && <Time at={directory.lastUsedAt} />,
            }}
          />
        ) : (
          <p className="text-sm text-soft">No directory is connected. Members are invited by hand.</p>
        )}
        <ConnectDialog of={open === "connect"} onClose={close} />
        <RotateDialog of={open === "rotate" && { hint: directory?.hint }} onClose={close} />
        <RoleDialog of={open === "role" && role} onClose={close} />
        <DisconnectDialog of={open === "disconnect"} onClose={close} />
      </Card>
      {directory && <DirectoryRequests />}
    </>
  );
};
