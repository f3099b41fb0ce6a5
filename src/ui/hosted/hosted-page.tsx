import { BrandStyle } from "./brand-style.tsx";
import { EmbedMemory } from "./embed-memory.tsx";
import { EmbedReporter } from "./embed-reporter.tsx";
import { Foot } from "./foot.tsx";
import { Frame } from "./frame.tsx";
import { OpenPage } from "./open-page.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import { mayBeSentBack } from "./problem-texts.ts";
import { TestBar } from "./test-bar.tsx";
import { type PageView, type Problem, screenOf, type WalletView } from "./view.ts";
import type { Words } from "./words.ts";

type HostedPageProps = {
  words: Words;
  view: PageView;
  secret: string;
  now: Date;
  nonce: string | undefined;
  query: Readonly<Record<string, string | string[] | undefined>>;
  wallet: WalletView | null;
};

const textIn = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** A refusal that the form came back with, or else what the last check found. */
const problemIn = (words: Words, view: PageView, refused: string | null): Problem | null => {
  if (refused === null) return view.problem;
  const code = mayBeSentBack(words, refused) ? refused : "INTERNAL_ERROR";
  return { code, reason: null, isRefusal: true };
};

/** The hosted page of one verification, whatever state it is in. */
export const HostedPage = ({ words, view, secret, now, nonce, query, wallet }: HostedPageProps) => {
  const screen = screenOf(view);
  const isOpen = screen === "prove" || screen === "handoff";
  const method = textIn(query.method);
  const problem = problemIn(words, view, textIn(query.problem));
  const leftMs = isOpen ? view.expiresAt.getTime() - now.getTime() : null;
  return (
    <Frame
      by={words.texts.frame.by}
      tenant={view.tenantName}
      logo={view.brand.logo}
      bar={view.mode === "test" ? <TestBar words={words} /> : null}
      footnote={<Foot words={words} view={view} secret={secret} leftMs={leftMs} method={method} />}
    >
      <BrandStyle colour={view.brand.colour} nonce={nonce} />
      {view.embedHosts.length > 0 && <EmbedMemory nonce={nonce} />}
      <EmbedReporter
        embedHosts={view.embedHosts}
        verificationId={view.verificationId}
        // Where this script runs, the page has been opened, even if it was rendered just before.
        status={view.status === "pending" ? "in_progress" : view.status}
      />
      {isOpen && (
        <OpenPage
          words={words}
          view={view}
          secret={secret}
          chosen={method}
          problem={problem}
          wallet={wallet}
          isCancelling={textIn(query.cancel) !== null}
        />
      )}
      {!isOpen && <OutcomeScreen words={words} screen={screen} view={view} />}
    </Frame>
  );
};
