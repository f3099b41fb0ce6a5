"use client";
import { useEffect, useState } from "react";
import { newKey, statePathOf } from "#hosted/evidence/ask-state.ts";
import { SendingStatus } from "#hosted/evidence/sending-status.tsx";
import { useOutcome } from "#hosted/evidence/use-evidence.ts";
import { refusalOf, useSending } from "#hosted/evidence/use-sending.ts";
import actions from "#hosted/frame/actions.module.css";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Problem } from "#hosted/view.ts";
import { askBrowser, hasBrowserWallets, type Prepared, phaseWith, prepare, shownAs } from "./ask-browser.ts";
import styles from "./wallet.module.css";

type BrowserPhase = "none" | "unable" | "ready" | "waiting" | "checking";

// New requests are fetched a little before the old ones expire.
const MARGIN_MS = 15_000;

/**
 * Asks the wallets that the browser knows. The button shows once there are requests that the browser accepts.
 * @param walletPath the wallet method's address on the page
 * @param pagePath where the outcome is shown
 */
const useBrowserWallet = (walletPath: string, pagePath: string) => {
  const showOutcome = useOutcome(pagePath);
  const sending = useSending();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [phase, setPhase] = useState<BrowserPhase>("none");
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for new requests
  useEffect(() => {
    if (!hasBrowserWallets()) {
      setPhase("unable");
      return;
    }
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void prepare(`${walletPath}/requests`).then((answer) => {
      if (isGone) return;
      setPrepared(answer);
      setPhase(phaseWith(answer));
      if (!answer) return;
      const left = new Date(answer.expiresAt).getTime() - Date.now() - MARGIN_MS;
      timer = setTimeout(() => setRound((before) => before + 1), Math.max(left, MARGIN_MS));
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [walletPath, round]);

  const refuse = (code: string): void => setRefusal({ code, reason: null });

  const ask = async (): Promise<void> => {
    if (!prepared || phase !== "ready") return;
    setRefusal(null);
    setPhase("waiting");
    const answer = await askBrowser(prepared.requests);
    if (answer.kind === "refused") {
      refuse(answer.code);
      setPhase("ready");
      return;
    }
    setPhase("checking");
    const path = `${walletPath}/credential/${encodeURIComponent(prepared.transactionId)}`;
    const statePath = statePathOf(walletPath);
    const sent = await sending.send({
      path,
      statePath,
      method: "wallet",
      key: newKey(),
      body: answer.body,
    });
    const refused = refusalOf(sent);
    if (refused && refused.code !== "VERIFICATION_ALREADY_COMPLETED") {
      refuse(shownAs(refused.code));
      setRound((before) => before + 1);
      return;
    }
    showOutcome();
  };

  return { phase, sending, refusal, ask } as const;
};

export type BrowserWalletProps = {
  walletPath: string;
  pagePath: string;
  attemptsLeft: number;
  /** The page has no link and no code either. */
  isOnlyWay: boolean;
};

/**
 * The Digital Credentials API, in browsers that have it: the only channel that binds the answer to this
 * browser.
 */
export const BrowserWallet = ({ walletPath, pagePath, attemptsLeft, isOnlyWay }: BrowserWalletProps) => {
  const { texts } = useWords();
  const { phase, sending, refusal, ask } = useBrowserWallet(walletPath, pagePath);
  const { button, about, waiting, cannot } = texts.wallet.browser;
  const isBusy = phase === "waiting" || phase === "checking";
  return (
    <>
      {refusal && !isBusy && <ProblemNotice problem={refusal} attemptsLeft={attemptsLeft} />}
      {phase !== "none" && phase !== "unable" && (
        <div className={styles.browser}>
          <button type="button" className={actions.primary} aria-disabled={isBusy} onClick={() => void ask()}>
            {button}
          </button>
          <p className={styles.hint}>{about}</p>
        </div>
      )}
      <p className={styles.status} role="status">
        {phase === "waiting" && waiting}
        {phase === "unable" && isOnlyWay && cannot}
      </p>
      <SendingStatus {...sending} />
    </>
  );
};
