"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useOpened, useSeen } from "#console/client/use-seen.ts";
import { ROLE_ABOUT, ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { Copyable } from "#kit/copy.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
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

type RoleFormProps = {
  initial: DirectoryRole;
  action: string;
  call: DialogCall;
  onChoose: (role: DirectoryRole) => void;
};

const RoleForm = ({ initial, action, call, onChoose }: RoleFormProps) => {
  const [role, setRole] = useState(initial);
  return (
    <DialogForm action={action} call={call} onSubmit={() => onChoose(role)}>
      <RadioCards
        label="Role of people for whom the directory names none"
        value={role}
        options={CHOICES}
        onChange={setRole}
      />
    </DialogForm>
  );
};

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

type Opened = { isOpen: boolean; onClose: () => void };

const ConnectDialog = ({ isOpen, onClose }: Opened) => {
  const { directory } = useTRPC();
  const call = useDialogCall(directory.connect.mutationOptions(), onClose, {
    stale: directory.get.queryFilter(),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={call.data ? "Connect your directory" : "Connect a directory"}
      about="Microsoft Entra ID, Okta and others that speak SCIM 2.0"
    >
      {call.data ? (
        <TokenOnce issued={call.data} onDone={call.close} />
      ) : (
        <RoleForm initial="viewer" action="Connect" call={call} onChoose={(role) => call.mutate({ role })} />
      )}
    </Dialog>
  );
};

const RotateDialog = ({ isOpen, onClose, hint }: Opened & { hint: string | undefined }) => {
  const { directory } = useTRPC();
  const opened = useOpened(isOpen ? { hint } : null);
  const call = useDialogCall(directory.rotate.mutationOptions(), onClose, {
    seen: opened,
    stale: directory.get.queryFilter(),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={call.data ? "The new token" : "Rotate the token?"}
      about={call.data ? undefined : "The present one stops at once. Your directory needs the new one."}
    >
      {call.data ? (
        <TokenOnce issued={call.data} onDone={call.close} />
      ) : (
        <DialogForm action="Rotate token" call={call} onSubmit={() => call.mutate({ seen: opened.begun })}>
          {null}
        </DialogForm>
      )}
    </Dialog>
  );
};

const ChangeRole = ({ onClose, role }: { onClose: () => void; role: DirectoryRole }) => {
  const { directory } = useTRPC();
  const seen = useSeen({ role });
  const call = useDialogCall(directory.setRole.mutationOptions(), onClose, {
    seen,
    stale: directory.get.queryFilter(),
    done: () => ["Role changed", "It applies to people who join from now on."],
  });
  return (
    <RoleForm
      key={seen.round}
      initial={seen.start.role}
      action="Change role"
      call={call}
      onChoose={(to) => {
        const change = seen.changeOf({ role: to });
        if (change) call.mutate({ ...change, role: to });
        else call.close();
      }}
    />
  );
};

const RoleDialog = ({ isOpen, onClose, role }: Opened & { role: DirectoryRole }) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Change the directory’s role"
    about="It applies to people who join from now on. Members keep theirs."
  >
    {isOpen && <ChangeRole onClose={onClose} role={role} />}
  </Dialog>
);

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
        <ConnectDialog isOpen={open === "connect"} onClose={close} />
        <RotateDialog isOpen={open === "rotate"} onClose={close} hint={directory?.hint} />
        <RoleDialog isOpen={open === "role"} onClose={close} role={role} />
        <DisconnectDialog of={open === "disconnect"} onClose={close} />
      </Card>
      {directory && <DirectoryRequests />}
    </>
  );
};
