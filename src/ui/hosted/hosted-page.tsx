import { BrandStyle } from "./brand-style.tsx";
import { Frame } from "./frame.tsx";
import { LiveState } from "./live-state.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import { isRefusal } from "./problem-texts.ts";
import { ProveScreen } from "./prove-screen.tsx";
import { TestBar } from "./test-bar.tsx";
import { texts } from "./texts.ts";
import { minutesLeft, type PageBrand, type PageView, type Problem, pagePath, screenOf } from "./view.ts";

type HostedPageProps = {
  view: PageView;
  secret: string;
  now: Date;
  nonce: string | undefined;
  query: Readonly<Record<string, string | string[] | undefined>>;
};

const textIn = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** A refusal that the form came back with, or else what the last check found. */
const problemIn = (view: PageView, refused: string | null): Problem | null => {
  if (refused === null) return view.problem;
  return { code: isRefusal(refused) ? refused : "INTERNAL_ERROR", reason: null };
};

const TimeLeft = ({ minutes }: { minutes: number }) => <p>{texts.start.timeLeft(minutes)}</p>;

const SupportLink = ({ brand, tenant }: { brand: PageBrand; tenant: string }) =>
  brand.supportUrl && (
    <p>
      <a href={brand.supportUrl} target="_blank" rel="noopener noreferrer">
        {texts.frame.support(tenant)}
      </a>
    </p>
  );

/** The hosted page of one verification, whatever state it is in. */
export const HostedPage = ({ view, secret, now, nonce, query }: HostedPageProps) => {
  const screen = screenOf(view);
  const style = <BrandStyle colour={view.brand.colour} nonce={nonce} />;
  const bar = view.mode === "test" ? <TestBar /> : null;
  if (screen !== "prove") {
    return (
      <Frame
        tenant={view.tenantName}
        logo={view.brand.logo}
        bar={bar}
        footnote={<SupportLink brand={view.brand} tenant={view.tenantName} />}
      >
        {style}
        <OutcomeScreen screen={screen} view={view} />
      </Frame>
    );
  }
  const problem = problemIn(view, textIn(query.problem));
  return (
    <Frame
      tenant={view.tenantName}
      logo={view.brand.logo}
      bar={bar}
      footnote={
        <>
          <TimeLeft minutes={minutesLeft(view.expiresAt, now)} />
          <SupportLink brand={view.brand} tenant={view.tenantName} />
        </>
      }
    >
      {style}
      <ProveScreen view={view} secret={secret} chosen={textIn(query.method)} problem={problem} />
      <LiveState
        statePath={`${pagePath(secret)}/state`}
        status={view.status}
        attemptsLeft={view.attemptsLeft}
      />
      {problem?.code === "CHECK_IN_PROGRESS" && (
        <noscript>
          <meta httpEquiv="refresh" content={`4;url=${pagePath(secret)}`} />
        </noscript>
      )}
    </Frame>
  );
};
