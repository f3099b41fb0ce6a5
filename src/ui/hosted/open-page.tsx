import { CancelScreen } from "./cancel-screen.tsx";
import { ConnectionStatus } from "./connection.tsx";
import { HandoffScreen } from "./handoff/handoff-screen.tsx";
import { LiveState } from "./live-state.tsx";
import { ProveScreen } from "./prove-screen.tsx";
import { type PageView, type Problem, pageHref, pagePath, screenOf, type WalletView } from "./view.ts";
import type { Words } from "./words.ts";

type OpenPageProps = {
  words: Words;
  view: PageView;
  secret: string;
  /** The method that the person chose. */
  chosen: string | null;
  problem: Problem | null;
  /** null: nobody's wallet would be believed here. */
  wallet: WalletView | null;
  /** The person wants to stop and has not confirmed it yet. */
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

/** The page while its verification is open: it follows what happens to it elsewhere. */
export const OpenPage = (props: OpenPageProps) => {
  const { view, secret, chosen, problem } = props;
  return (
    <>
      <ConnectionStatus />
      <Screen {...props} />
      <LiveState
        statePath={`${pagePath(secret)}/state`}
        status={view.status}
        attemptsLeft={view.attemptsLeft}
        fruitlessAnswers={view.fruitlessAnswers}
        handoff={view.handoff?.state ?? null}
      />
      {problem?.code === "CHECK_IN_PROGRESS" && (
        <noscript>
          <meta httpEquiv="refresh" content={`4;url=${pageHref(secret, { method: chosen })}`} />
        </noscript>
      )}
    </>
  );
};
