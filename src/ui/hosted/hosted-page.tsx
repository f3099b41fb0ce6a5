import { BrandStyle } from "./brand-style.tsx";
import { EmbedReporter } from "./embed-reporter.tsx";
import { Frame } from "./frame.tsx";
import { HandoffScreen } from "./handoff/handoff-screen.tsx";
import { LiveState } from "./live-state.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import { isRefusal } from "./problem-texts.ts";
import { ProveScreen } from "./prove-screen.tsx";
import { TestBar } from "./test-bar.tsx";
import { minutesLeft, type PageBrand, type PageView, type Problem, pagePath, screenOf } from "./view.ts";
import type { Words } from "./words.ts";

type HostedPageProps = {
  words: Words;
  view: PageView;
  secret: string;
  now: Date;
  nonce: string | undefined;
  query: Readonly<Record<string, string | string[] | undefined>>;
};

const textIn = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** A refusal that the form came back with, or else what the last check found. */
const problemIn = (words: Words, view: PageView, refused: string | null): Problem | null => {
  if (refused === null) return view.problem;
  return { code: isRefusal(words, refused) ? refused : "INTERNAL_ERROR", reason: null };
};

const TimeLeft = ({ words: { texts, count }, minutes }: { words: Words; minutes: number }) => (
  <p>{minutes < 1 ? texts.start.closing : count(texts.start.timeLeft, minutes)}</p>
);

type SupportLinkProps = { words: Words; brand: PageBrand; tenant: string };

const SupportLink = ({ words: { texts, say }, brand, tenant }: SupportLinkProps) =>
  brand.supportUrl && (
    <p>
      <a href={brand.supportUrl} target="_blank" rel="noopener noreferrer">
        {say(texts.frame.support, { tenant })}
      </a>
    </p>
  );

/** The hosted page of one verification, whatever state it is in. */
export const HostedPage = ({ words, view, secret, now, nonce, query }: HostedPageProps) => {
  const screen = screenOf(view);
  const style = <BrandStyle colour={view.brand.colour} nonce={nonce} />;
  const { embedHosts, verificationId, status } = view;
  const reporter = <EmbedReporter embedHosts={embedHosts} verificationId={verificationId} status={status} />;
  const bar = view.mode === "test" ? <TestBar words={words} /> : null;
  const live = (
    <LiveState
      statePath={`${pagePath(secret)}/state`}
      status={view.status}
      attemptsLeft={view.attemptsLeft}
      handoff={view.handoff?.state ?? null}
    />
  );
  if (screen === "handoff" && view.handoff) {
    return (
      <Frame by={words.texts.frame.by} tenant={view.tenantName} logo={view.brand.logo} bar={bar}>
        {style}
        {reporter}
        <HandoffScreen key={view.handoff.state} words={words} handoff={view.handoff} secret={secret} />
        {live}
      </Frame>
    );
  }
  if (screen !== "prove" && screen !== "handoff") {
    return (
      <Frame
        by={words.texts.frame.by}
        tenant={view.tenantName}
        logo={view.brand.logo}
        bar={bar}
        footnote={<SupportLink words={words} brand={view.brand} tenant={view.tenantName} />}
      >
        {style}
        {reporter}
        <OutcomeScreen words={words} screen={screen} view={view} />
      </Frame>
    );
  }
  const problem = problemIn(words, view, textIn(query.problem));
  return (
    <Frame
      by={words.texts.frame.by}
      tenant={view.tenantName}
      logo={view.brand.logo}
      bar={bar}
      footnote={
        <>
          <TimeLeft words={words} minutes={minutesLeft(view.expiresAt, now)} />
          <SupportLink words={words} brand={view.brand} tenant={view.tenantName} />
        </>
      }
    >
      {style}
      {reporter}
      <ProveScreen
        words={words}
        view={view}
        secret={secret}
        chosen={textIn(query.method)}
        problem={problem}
      />
      {live}
      {problem?.code === "CHECK_IN_PROGRESS" && (
        <noscript>
          <meta httpEquiv="refresh" content={`4;url=${pagePath(secret)}`} />
        </noscript>
      )}
    </Frame>
  );
};
