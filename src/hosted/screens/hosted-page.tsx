import { EmbedReporter } from "#hosted/frame/embedding.tsx";
import { Frame } from "#hosted/frame/frame.tsx";
import { ConnectionStatus, LiveState } from "#hosted/frame/live-state.tsx";
import { BrandStyle, EmbedMemory, Foot, TestBar } from "#hosted/frame/page-parts.tsx";
import { Step } from "#hosted/frame/step.tsx";
import { HandoffScreen } from "#hosted/handoff/handoff-screen.tsx";
import { pageHref, pagePath, screenOf, shownOf } from "#hosted/view.ts";
import { CancelScreen } from "./cancel-screen.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import styles from "./prove-screen.module.css";
import { ProveScreen, type ProveScreenProps } from "./prove-screen.tsx";
import { askedBy } from "./step-title.ts";

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
  const { words, view, secret, chosen, problem, isCancelling } = props;
  return (
    <>
      <ConnectionStatus />
      <Screen key={[chosen, isCancelling].join()} {...props} />
      <LiveState
        statePath={`${pagePath(secret)}/state`}
        shown={shownOf(view)}
        isHandedOff={view.handoff !== null}
      />
      {(problem?.code === "CHECK_IN_PROGRESS" || view.waitingFor !== undefined) && (
        <noscript>
          <p className={styles.look}>
            <a href={pageHref(secret, { method: chosen })}>{words.texts.time.look}</a>
          </p>
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

/** The hosted page of one verification, whatever state it is in. */
export const HostedPage = ({ words, view, secret, now, nonce, query, wallet }: HostedPageProps) => {
  const screen = screenOf(view);
  const isOpen = screen === "prove" || screen === "handoff";
  const { method, problem, isCancelling } = askedBy(words, view, query);
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
          isCancelling={isCancelling}
        />
      ) : (
        <Step hasProblem={false}>
          <OutcomeScreen
            words={words}
            screen={screen}
            view={view}
            secret={secret}
            isAppealRefused={problem?.code === "APPEAL_UNAVAILABLE"}
          />
        </Step>
      )}
    </Frame>
  );
};
