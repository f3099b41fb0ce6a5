"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Network, Plus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { problemOf } from "#console/session/problem.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Card, DASH, Facts, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AddHostDialog, type HostAction, HostDialogs } from "./host-dialogs.tsx";
import { type Host, LOOKS, lastLook, outcomeWords } from "./host-words.ts";

type CardProps = {
  host: Host;
  target: string;
  refusal: string | null;
  onAction: (action: HostAction, host: Host) => void;
};

/** Looks at the DNS, and switches a host on again, which is a look as well. */
const useLook = (host: Host) => {
  const { hosts } = useTRPC();
  const queries = useQueryClient();
  const after = { onSuccess: () => queries.invalidateQueries(hosts.list.queryFilter()) };
  const check = useMutation({ ...hosts.check.mutationOptions(), ...after });
  const start = useMutation({ ...hosts.switch.mutationOptions(), ...after });
  const last = start.data ?? check.data;
  const error = start.error ?? check.error;
  return {
    isBusy: check.isPending || start.isPending,
    look: () => {
      // What an earlier look said is over.
      check.reset();
      start.reset();
      if (host.state === "off") start.mutate({ hostId: host.id, isOn: true });
      else check.mutate({ hostId: host.id });
    },
    said: last === undefined ? null : outcomeWords(last.outcome, last.host),
    problem: error === null ? null : problemOf(error).message,
  };
};

const Records = ({ host, target }: Pick<CardProps, "host" | "target">) => (
  <div className="grid gap-2">
    <p className="text-sm text-soft">
      Set these two records where you manage the DNS of {host.readable}. Keep the first for as long as you use
      the host: it is looked at every few hours.
    </p>
    <CodeBlock
      label="Record that proves it"
      code={`${host.record.name}. TXT "${host.record.value}"`}
      isWrapped
    />
    <CodeBlock label="Record that leads here" code={`${host.host}. CNAME ${target}.`} isWrapped />
    <p className="text-xs text-soft">
      A name that cannot have a CNAME, such as shop.example itself, gets the A and AAAA records of {target}.
    </p>
  </div>
);

const HostCard = ({ host, target, refusal, onAction }: CardProps) => {
  const { isBusy, look, said, problem } = useLook(host);
  const { state, readable, isPrimary, endsAt } = host;
  const isOn = state === "on" || state === "warned";
  const act = (action: HostAction) => () => onAction(action, host);
  return (
    <Card title={readable} {...(readable !== host.host && { about: host.host })}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>
          {isPrimary && isOn && <Badge tone="info">In new links</Badge>}
        </div>
        {endsAt && (
          <Notice tone="danger">
            The record that proves this host is gone. Put it back before <Time at={endsAt} as="long" />, or
            the host is switched off then.
          </Notice>
        )}
        {(state === "pending" || state === "warned") && <Records host={host} target={target} />}
        <Facts
          facts={{
            "Proven since": host.verifiedAt ? <Time at={host.verifiedAt} /> : DASH,
            "Last look": host.checkedAt ? (
              <span>
                {lastLook(host.lastAnswer)}, <Time at={host.checkedAt} as="relative" />
              </span>
            ) : (
              lastLook(null)
            ),
          }}
        />
        {(said !== null || problem !== null) && (
          <div role="status">
            <Notice tone={problem === null ? (said?.tone ?? "ok") : "danger"}>{problem ?? said?.text}</Notice>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look={state === "pending" ? "primary" : "secondary"}
            refusal={refusal}
            isBusy={isBusy}
            onClick={look}
          >
            {state === "off" ? "Check and switch on" : "Check now"}
          </Button>
          {isOn && !isPrimary && (
            <Button refusal={refusal} onClick={act("primary")}>
              Use in links
            </Button>
          )}
          {isOn && isPrimary && (
            <Button refusal={refusal} onClick={act("main")}>
              Use the main host in links
            </Button>
          )}
          {isOn && (
            <Button look="danger-quiet" refusal={refusal} onClick={act("off")}>
              Switch off
            </Button>
          )}
          <Button look="danger-quiet" refusal={refusal} onClick={act("remove")}>
            Remove
          </Button>
        </div>
      </div>
    </Card>
  );
};

type ListProps = Omit<CardProps, "host"> & { hosts: ConsoleOutputs["hosts"]["list"]["hosts"] };

const HostList = ({ hosts, ...rest }: ListProps) =>
  hosts.length === 0 ? (
    <Card isFlush>
      <EmptyState icon={Network} title="No hosts yet">
        People prove their age at {rest.target}. With a host of your own, such as verify.shop.example, they do
        it under your name.
      </EmptyState>
    </Card>
  ) : (
    <div className="grid max-w-4xl gap-4">
      {hosts.map((host) => (
        <HostCard key={host.id} host={host} {...rest} />
      ))}
    </div>
  );

/** The host in new links; null: the main one, also while the chosen one is off. */
const primaryIn = (hosts: readonly Host[]): string | null =>
  hosts.find(({ isPrimary, state }) => isPrimary && (state === "on" || state === "warned"))?.id ?? null;

export const HostsScreen = () => {
  const access = useAccess();
  const [url, setUrl] = useUrlState();
  const [chosen, setChosen] = useState<{ action: HostAction; host: Host } | null>(null);
  const query = useQuery(useTRPC().hosts.list.queryOptions());
  const refusal = access.refusal("hosts.write");
  const { hosts = [], most = 0, target = "" } = query.data ?? {};
  const isFull = query.data !== undefined && hosts.length >= most;
  const full = isFull ? `A tenant can have ${most} hosts: remove one first.` : null;
  const add = (
    <Button look="primary" refusal={refusal ?? full} onClick={() => setUrl({ new: "host" })}>
      <Plus size={15} aria-hidden="true" />
      Add a host
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Hosts"
        about="Names of your own for the pages on which people prove their age. The console, the API and gates stay at the main host."
        actions={add}
      />
      <QueryView query={query} skeleton={<CardSkeleton />}>
        {(list) => (
          <HostList {...list} refusal={refusal} onAction={(action, host) => setChosen({ action, host })} />
        )}
      </QueryView>
      <AddHostDialog
        of={url.has("new") && refusal === null && full === null}
        onClose={() => setUrl({ new: "" })}
      />
      <HostDialogs
        action={chosen?.action ?? null}
        host={chosen?.host ?? null}
        target={target}
        primaryId={primaryIn(hosts)}
        onClose={() => setChosen(null)}
      />
    </>
  );
};
