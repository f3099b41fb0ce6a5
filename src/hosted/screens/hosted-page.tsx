import { EmbedReporter } from "#hosted/frame/embedding.tsx";
import { Frame } from "#hosted/frame/frame.tsx";
import { ConnectionStatus, LiveState } from "#hosted/frame/live-state.tsx";
import { BrandStyle, EmbedMemory, Foot, TestBar } from "#hosted/frame/page-parts.tsx";
import { mayBeSentBack } from "#hosted/frame/screen-texts.ts";
import { HandoffScreen } from "#hosted/handoff/handoff-screen.tsx";
import { type PageView, type Problem, pageHref, pagePath, screenOf, shownOf } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { CancelScreen } from "./cancel-screen.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import { ProveScreen, type ProveScreenProps } from "./prove-screen.tsx";

type OpenPageProps = ProveScreenProps & {
  /** The end user wants to stop and has not confirmed it yet. */
  isCancelling: boolean;
};

const Screen = ({ isCancelling, ...props }: OpenPageProps) => {
  const { words, view, secret, chosen } = props;
  if (screenOf(view) === "handoff" && view.handoff)
    return <HandoffScreen key={view.handoff.state} words={words} handoff={view.handoff} secret={secret} />;
  if (isCancelling) {
    const wayBack = pageHref(secret, { method: chosen });
    return <CancelScreen words={words} secret={secret} tenant={view.tenantName} wayBack={wayBack} />;
  }
  return <ProveScreen {...props} />;
};

/** The page while its verification is open: it shows changes made elsewhere. */
const OpenPage = (props: OpenPageProps) => {
  const { view, secret, chosen, problem } = props;
  return (
    <>
      <ConnectionStatus />
      <Screen {...props} />
      <LiveState
        statePath={`${pagePath(secret)}/state`}
        shown={shownOf(view)}
        isHandedOff={view.handoff !== null}
      />
      {(problem?.code === "CHECK_IN_PROGRESS" || view.waitingFor !== undefined) && (
        <noscript>
          <meta httpEquiv="refresh" content={`4;url=${pageHref(secret, { method: chosen })}`} />
        </noscript>
      )}
    </>
  );
};

type HostedPageProps = Pick<ProveScreenProps, "words" | "view" | "secret" | "wallet"> & {
  now: Date;
  nonce: string | undefined;
  query: Readonly<Record<string, string | string[] | undefined>>;
};

const textIn = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** The refusal that a form came back with, or else the finding of the last check. */
const problemIn = (words: Words, view: PageView, refused: string | null): Problem | null => {
  if (refused === null) return view.problem;
  const isKnown = mayBeSentBack(words, refused) || refused === "APPEAL_UNAVAILABLE";
  const code = isKnown ? refused : "INTERNAL_ERROR";
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
        // Once this script runs, the page is open, even if it was rendered earlier.
        status={view.status === "pending" ? "in_progress" : view.status}
      />
      {isOpen ? (
        <OpenPage
          words={words}
          view={view}
          secret={secret}
          chosen={method}
          problem={problem}
          wallet={wallet}
          isCancelling={textIn(query.cancel) !== null}
        />
      ) : (
        <OutcomeScreen
          words={words}
          screen={screen}
          view={view}
          secret={secret}
          isAppealRefused={problem?.code === "APPEAL_UNAVAILABLE"}
        />
      )}
    </Frame>
  );
};
