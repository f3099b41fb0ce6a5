"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { tenantToOpen } from "#console/client/last-tenant.ts";
import { consolePath, OFFERS_PATH, operatorPath } from "#console/client/paths.ts";
import { isSignedOut, problemOf } from "#console/session/problem.ts";
import { signOut } from "#console/session/sign-in.ts";
import { ROLE_ABOUT, ROLE_NAMES } from "#console/words/words.ts";
import { Button, ButtonLink, Spinner } from "#kit/button.tsx";
import { Facts, LongText } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { Gate } from "./gate.tsx";

type Offer = ConsoleOutputs["session"]["memberships"]["offers"][number];

/** Names the asker in words. */
export const inviterText = ({ kind, name }: Offer["from"]): string => {
  if (kind === "operator") return "The operator of this service";
  if (kind === "directory") return "The tenant’s directory of people";
  return name ?? "A member who has left";
};

/** For a tenant whose name could be taken for another's. */
export const LookAlikeNotice = () => (
  <Notice tone="warn">
    This name looks like that of one of your tenants, or of another that asks you. Anyone can choose any name:
    check the id and when the tenant was created.
  </Notice>
);

type TenantFactsProps = Pick<Offer, "tenantId" | "tenantCreatedAt" | "role" | "from" | "expiresAt">;

/** What a person should know of a tenant that asks them to join. */
export const TenantFacts = ({ tenantId, tenantCreatedAt, role, from, expiresAt }: TenantFactsProps) => (
  <Facts
    facts={{
      "Asked by": <span className="wrap-anywhere">{inviterText(from)}</span>,
      "Your role": `${ROLE_NAMES[role]}. ${ROLE_ABOUT[role]}.`,
      "Tenant id": <code className="text-xs wrap-anywhere">{tenantId}</code>,
      "Tenant created": <Time at={tenantCreatedAt} as="date" />,
      ...(expiresAt && { Ends: <Time at={expiresAt} as="relative" /> }),
    }}
  />
);

type OfferProps = { offer: Offer; onAccepted: (tenantId: string) => void; onDeclined: () => void };

const OfferCard = ({ offer, onAccepted, onDeclined }: OfferProps) => {
  const { tenantId, tenantName, role, isLookAlike } = offer;
  const { session } = useTRPC();
  const queries = useQueryClient();
  // Another tab has answered, or the tenant offers another role now.
  const onError = (): Promise<void> => queries.invalidateQueries(session.memberships.queryFilter());
  const accept = useMutation(
    session.acceptOffer.mutationOptions({ onSuccess: () => onAccepted(tenantId), onError }),
  );
  const decline = useMutation(
    session.declineOffer.mutationOptions({
      onSuccess: () => {
        toast.done("Declined", `You have not joined ${tenantName}.`);
        onDeclined();
      },
      onError,
    }),
  );
  const error = accept.error ?? decline.error;
  return (
    <section
      aria-label={`${tenantName}, ${tenantId}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border p-4"
    >
      <h2 className="text-lg font-semibold">
        <LongText text={tenantName} />
      </h2>
      {isLookAlike && <LookAlikeNotice />}
      <TenantFacts {...offer} />
      {error && <Notice tone="danger">{problemOf(error).message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          isBusy={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate({ tenantId, role })}
        >
          Accept<span className="sr-only"> and join {tenantName}</span>
        </Button>
        <Button isBusy={decline.isPending} onClick={() => decline.mutate({ tenantId })}>
          Decline<span className="sr-only"> {tenantName}</span>
        </Button>
      </div>
    </section>
  );
};

type ListProps = {
  offers: readonly Offer[];
  /** Where the person goes without an answer; null: they have no other tenant. */
  laterHref: string | null;
  onAccepted: (tenantId: string) => void;
  onDeclined: () => void;
};

export const OfferList = ({ offers, laterHref, ...then }: ListProps) => (
  <>
    <h1 className="text-3xl tracking-tighter">
      {offers.length === 1 ? "A tenant asks you to join" : `${offers.length} tenants ask you to join`}
    </h1>
    <p className="mt-3 text-md text-soft">
      You are not a member until you accept, and no call of yours reaches the tenant. You can leave at any
      time.
    </p>
    <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4">
      {offers.map((offer) => (
        <OfferCard key={offer.tenantId} offer={offer} {...then} />
      ))}
      <div className="flex flex-wrap gap-2">
        {laterHref !== null && (
          <ButtonLink look="ghost" href={laterHref}>
            Decide later
          </ButtonLink>
        )}
        <Button look="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  </>
);

/** Asks for what waits for the person's answer. Without anything, it goes on to the console. */
export const OffersScreen = () => {
  const router = useRouter();
  const { session } = useTRPC();
  const queries = useQueryClient();
  const { data, error } = useQuery(session.memberships.queryOptions());
  const { data: me } = useQuery(session.me.queryOptions());
  const [isLeaving, setIsLeaving] = useState(false);
  const isAway = error !== null && isSignedOut(error);
  const isEmpty = data?.offers.length === 0;
  useEffect(() => {
    if (isAway) router.replace(`/console/sign-in?callbackUrl=${OFFERS_PATH}`);
    else if (isEmpty && !isLeaving) router.replace("/console");
  }, [isAway, isEmpty, isLeaving, router]);
  if (error !== null && !isAway)
    return (
      <Gate>
        <Notice tone="danger">{problemOf(error).message}</Notice>
      </Gate>
    );
  const own = tenantToOpen(data?.accepted ?? []);
  const laterHref = own === null ? (me?.isOperator ? operatorPath() : null) : consolePath(own);
  return (
    <Gate>
      {data && !isEmpty ? (
        <OfferList
          offers={data.offers}
          laterHref={laterHref}
          onAccepted={(tenantId) => {
            setIsLeaving(true);
            router.replace(consolePath(tenantId));
          }}
          onDeclined={() => void queries.invalidateQueries(session.memberships.queryFilter())}
        />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
          <Spinner />
          Opening the console…
        </p>
      )}
    </Gate>
  );
};
