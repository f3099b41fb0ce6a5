"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { TRIAL } from "#core/oidc/age-request.ts";
import { Button } from "#kit/button.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Link } from "#kit/link.tsx";
import { Card, Facts, PageHeader } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { beginTrial, type Claims, finishTrial, type TrialEnd } from "./trial.ts";

const AGE = /^age_over_(\d\d)$/;

/** An answer in words, with the claim that a program reads. */
const Answer = ({ claim, is }: { claim: string; is: boolean }) => (
  <>
    {is ? "Yes" : "No"} <code className="text-xs text-soft">{`${claim}: ${is}`}</code>
  </>
);

const factsOf = (tenantId: string, claims: Claims): Record<string, ReactNode> => {
  const ages = Object.entries(claims).flatMap(([claim, value]) => {
    const years = AGE.exec(claim)?.[1];
    if (years === undefined) return [];
    return [[`${Number(years)} or over`, <Answer key={claim} claim={claim} is={value === true} />]];
  });
  const { acr, auth_time: decided, txn } = claims;
  return {
    ...Object.fromEntries(ages),
    "Proven by": typeof acr === "string" ? <code className="text-xs">{acr}</code> : null,
    Decided: typeof decided === "number" ? <Time at={new Date(decided * 1000)} /> : null,
    Verification:
      typeof txn === "string" ? (
        <Link href={`/console/${tenantId}/verifications/${txn}`} className="break-all">
          {txn}
        </Link>
      ) : null,
    Person: "A random ID (sub), a new one each time. It names no one.",
  };
};

const Ended = ({ tenantId, end }: { tenantId: string; end: TrialEnd }) => {
  if (end.kind === "lost") {
    return (
      <Notice tone="warn">
        This trial was begun in another tab, or it is over. Begin again from the list of test sites.
      </Notice>
    );
  }
  const { name, clientId } = end;
  const again = (
    <Button size="sm" onClick={() => location.assign(`${TRIAL.path(tenantId)}?mode=test&site=${clientId}`)}>
      Try again
    </Button>
  );
  if (end.kind === "refused") {
    return (
      <Card title={`${name} gets an error, and no token`} actions={again}>
        <Facts
          facts={{ Error: <code className="text-xs">{end.error}</code>, Description: end.description }}
        />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title={`${name} learns this`} actions={again}>
        <Facts facts={factsOf(tenantId, end.claims)} />
      </Card>
      <CodeBlock label="Claims of the ID token" code={JSON.stringify(end.claims, null, 2)} isWrapped />
      <p className="text-sm text-soft">
        The audience (aud) is that of this trial. The site gets its own, <code>{clientId}</code>.
      </p>
    </div>
  );
};

/** The page where a trial begins (`?site=`) and to which its answer comes back (`?state=`). */
export const TrialScreen = ({ tenantId }: { tenantId: string }) => {
  const { refusal } = useAccess();
  const query = useQuery(useTRPC().oidcClients.list.queryOptions());
  const [end, setEnd] = useState<TrialEnd | null>(null);
  const isBegun = useRef<boolean>(false);
  const why = refusal("keys.write");
  const sites = query.data;
  useEffect(() => {
    if (isBegun.current || !sites || why !== null) return;
    isBegun.current = true;
    const asked = new URLSearchParams(location.search);
    // The code works once, so a reload must not send it again. Only test sites have trials, so the console
    // shows test mode.
    history.replaceState(null, "", `${location.pathname}?mode=test`);
    const lost = (): void => setEnd({ kind: "lost" });
    if (asked.has("state")) {
      finishTrial(tenantId, asked).then(setEnd, lost);
      return;
    }
    const site = sites.find(({ clientId, mode }) => mode === "test" && clientId === asked.get("site"));
    if (site) beginTrial(tenantId, site).then((address) => location.replace(address), lost);
    else lost();
  }, [sites, why, tenantId]);
  return (
    <>
      <PageHeader
        title="Sign in with age, tried out"
        about="A sign-in with a test site’s settings. It counts as one test verification."
        back={{
          href: `${consolePath(tenantId, "sites/sign-in-with-age")}?mode=test`,
          name: "Sign in with age",
        }}
      />
      <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
        {() => {
          if (why !== null) return <Notice tone="warn">{why}</Notice>;
          return end ? <Ended tenantId={tenantId} end={end} /> : <CardSkeleton rows={3} />;
        }}
      </QueryView>
    </>
  );
};
