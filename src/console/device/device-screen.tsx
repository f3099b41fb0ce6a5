"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { clientOf, TRPCProvider, useTRPC } from "#console/client/api-provider.tsx";
import { consolePath, inMode } from "#console/client/paths.ts";
import { useDistinctions } from "#console/client/use-distinctions.ts";
import { isSignedOut, type Problem, problemOf } from "#console/session/problem.ts";
import { behindHash } from "#console/sign-in/behind-hash.ts";
import { Gate } from "#console/sign-in/gate.tsx";
import { Button, Spinner } from "#kit/button.tsx";
import { Field, Select, TextField } from "#kit/fields.tsx";
import { Link } from "#kit/link.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

/** The code in the address that `lintel login` prints. */
const CODE = behindHash("lintel-device-code", 40);

/** Empty: the member types it. */
const takeCode = (): string => CODE.take() ?? "";

type EnterProps = {
  initial: string;
  isBusy: boolean;
  problem: Problem | null;
  onEnter: (code: string) => void;
};

const EnterCode = ({ initial, isBusy, problem, onEnter }: EnterProps) => {
  const [code, setCode] = useState(initial);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onEnter(code);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      <TextField
        label="Code"
        hint="Eight letters, as your terminal shows them."
        value={code}
        onChange={setCode}
        required
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono tracking-widest uppercase"
      />
      <Button look="primary" size="lg" type="submit" isBusy={isBusy}>
        Continue
      </Button>
    </form>
  );
};

type Answered = { tenantId: string; tenantName: string } | "declined";

type ApproveProps = {
  code: string;
  tenant: { tenantId: string; tenantName: string };
  onDone: (answer: Answered) => void;
};

/** Calls below go to this tenant: the page itself belongs to none. */
const TenantCalls = ({ tenantId, children }: { tenantId: string; children: ReactNode }) => {
  const [client] = useState(() => clientOf(tenantId));
  return (
    <TRPCProvider trpcClient={client} queryClient={useQueryClient()}>
      {children}
    </TRPCProvider>
  );
};

/** Rendered within the chosen tenant's API client, so that the server checks the role there. */
const ApproveButton = ({ code, tenant, onDone }: ApproveProps) => {
  const approve = useMutation(
    useTRPC().deviceLogins.approve.mutationOptions({ onSuccess: () => onDone(tenant) }),
  );
  return (
    <>
      {approve.error && <Notice tone="danger">{problemOf(approve.error).message}</Notice>}
      <Button
        look="primary"
        size="lg"
        isBusy={approve.isPending || approve.isSuccess}
        onClick={() => approve.mutate({ userCode: code })}
      >
        Create a test key
      </Button>
    </>
  );
};

type Tenant = ConsoleOutputs["session"]["me"]["tenants"][number] & { distinction: string | null };
type Tenants = readonly Tenant[];

const choiceOf = ({ tenantName, distinction }: Tenant): string =>
  distinction === null ? tenantName : `${tenantName} (${distinction})`;

type ConfirmProps = {
  code: string;
  device: ConsoleOutputs["deviceLogins"]["view"];
  /** Where the member may create keys; null while loading. */
  tenants: Tenants | null;
  onDone: (answer: Answered) => void;
};

const ConfirmDevice = ({ code, device, tenants, onDone }: ConfirmProps) => {
  const [chosen, setChosen] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const deny = useMutation(
    useTRPC().deviceLogins.deny.mutationOptions({ onSuccess: () => onDone("declined") }),
  );
  // Of several, none is chosen for them: a key would go to the tenant with the first name.
  const tenant = tenants?.length === 1 ? tenants[0] : tenants?.find(({ tenantId }) => tenantId === chosen);
  const isMissing = isAsked && tenant === undefined;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md border p-3 text-sm">
        <dt className="text-soft">Code</dt>
        <dd className="font-mono font-medium tracking-widest uppercase">{code}</dd>
        <dt className="text-soft">Computer</dt>
        <dd className="wrap-anywhere">{device.hostName}</dd>
        <dt className="text-soft">Started</dt>
        <dd>
          <Time at={device.createdAt} as="relative" />
        </dd>
      </dl>
      <Notice tone="warn">
        Continue only if you ran <code>lintel login</code> yourself and your terminal shows this code. Someone
        who sent you a link or a code would get a key to your tenant.
      </Notice>
      {tenants && tenants.length > 1 && (
        <Field
          label="Tenant"
          hint="The key is for this tenant, in test mode."
          error={isMissing ? "Choose the tenant that the key is for." : undefined}
        >
          {(parts) => (
            <Select
              {...parts}
              value={chosen}
              options={[
                { value: "", label: "Choose a tenant" },
                ...tenants.map((each) => ({ value: each.tenantId, label: choiceOf(each) })),
              ]}
              onChange={(event) => setChosen(event.target.value)}
            />
          )}
        </Field>
      )}
      {tenants?.length === 1 && tenant && (
        <p className="text-sm text-soft wrap-anywhere">
          The key is for <strong className="font-medium text-ink">{tenant.tenantName}</strong>, in test mode.
        </p>
      )}
      {tenants?.length === 0 && (
        <Notice tone="danger">
          Your role does not include creating API keys in any tenant. Ask an owner or an admin for the
          developer role.
        </Notice>
      )}
      {deny.error && <Notice tone="danger">{problemOf(deny.error).message}</Notice>}
      {tenants && tenants.length > 1 && !tenant && (
        <Button look="primary" size="lg" onClick={() => setIsAsked(true)}>
          Create a test key
        </Button>
      )}
      {tenant && (
        <TenantCalls key={tenant.tenantId} tenantId={tenant.tenantId}>
          <ApproveButton code={code} tenant={tenant} onDone={onDone} />
        </TenantCalls>
      )}
      <Button isBusy={deny.isPending} onClick={() => deny.mutate({ userCode: code })}>
        I did not start this
      </Button>
    </div>
  );
};

const Answer = ({ answer }: { answer: Answered }) =>
  answer === "declined" ? (
    <Notice tone="ok">Declined. The computer gets no key. You can close this page.</Notice>
  ) : (
    <div className="grid gap-4">
      <Notice tone="ok">Confirmed. Go back to your terminal, which fetches the key within seconds.</Notice>
      <p className="text-sm text-soft">
        You can revoke the key at any time under{" "}
        <Link href={inMode(consolePath(answer.tenantId, "keys"), "test")} className="underline">
          API keys
        </Link>
        .
      </p>
    </div>
  );

/** Confirms a sign-in of the command line. Visitors without a session sign in first and return. */
export const DeviceScreen = () => {
  const router = useRouter();
  const trpc = useTRPC();
  const [code, setCode] = useState("");
  const [answer, setAnswer] = useState<Answered | null>(null);
  const me = useQuery(trpc.session.me.queryOptions());
  const view = useMutation(trpc.deviceLogins.view.mutationOptions());
  const isAway = me.error !== null && isSignedOut(me.error);
  useEffect(() => {
    const given = takeCode();
    setCode(given);
    if (isAway) router.replace("/console/sign-in?callbackUrl=/console/device");
  }, [isAway, router]);
  const { mutate: look } = view;
  const isIn = me.isSuccess;
  useEffect(() => {
    const given = takeCode();
    if (isIn && given !== "") look({ userCode: given });
  }, [isIn, look]);
  const distinctions = useDistinctions();
  const tenants = me.data?.tenants
    .filter(({ permissions, isActive }) => isActive && permissions.includes("keys.write"))
    .map((tenant) => ({ ...tenant, distinction: distinctions?.get(tenant.tenantId) ?? null }));
  return (
    <Gate>
      <h1 className="text-3xl tracking-tighter">Sign in the command line</h1>
      <p className="mt-3 text-md text-soft">
        <code>lintel login</code> asks for an API key of test mode.
      </p>
      <div className="mt-7">
        {answer !== null ? (
          <Answer answer={answer} />
        ) : view.data ? (
          <ConfirmDevice
            code={code}
            device={view.data}
            tenants={distinctions === null ? null : (tenants ?? null)}
            onDone={(given) => {
              CODE.forget();
              setAnswer(given);
            }}
          />
        ) : me.isSuccess ? (
          <EnterCode
            key={code}
            initial={code}
            isBusy={view.isPending}
            problem={view.error && !isSignedOut(view.error) ? problemOf(view.error) : null}
            onEnter={(typed) => {
              CODE.forget();
              setCode(typed.trim().toUpperCase());
              look({ userCode: typed });
            }}
          />
        ) : me.error && !isAway ? (
          <Notice tone="danger">{problemOf(me.error).message}</Notice>
        ) : (
          <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
            <Spinner />
            Opening the page…
          </p>
        )}
      </div>
    </Gate>
  );
};
