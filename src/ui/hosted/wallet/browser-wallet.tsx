"use client";
import actions from "../actions.module.css";
import { ProblemNotice } from "../problem-notice.tsx";
import { useWords } from "../words-context.tsx";
import { useBrowserWallet } from "./use-browser-wallet.ts";
import styles from "./wallet.module.css";

type BrowserWalletProps = { walletPath: string; pagePath: string; attemptsLeft: number };

/** The Digital Credentials API, in browsers that have it: the one way that binds the answer to this browser. */
export const BrowserWallet = ({ walletPath, pagePath, attemptsLeft }: BrowserWalletProps) => {
  const { texts } = useWords();
  const { phase, refusal, ask } = useBrowserWallet(walletPath, pagePath);
  const { button, about, waiting, checking } = texts.wallet.browser;
  const isBusy = phase === "waiting" || phase === "checking";
  return (
    <>
      {refusal && !isBusy && (
        <ProblemNotice key={refusal.number} problem={refusal} attemptsLeft={attemptsLeft} />
      )}
      {phase !== "none" && (
        <div className={styles.browser}>
          <button type="button" className={actions.primary} aria-disabled={isBusy} onClick={() => void ask()}>
            {button}
          </button>
          <p className={styles.hint}>{about}</p>
        </div>
      )}
      <p className={styles.status} role="status">
        {phase === "waiting" && waiting}
        {phase === "checking" && checking}
      </p>
    </>
  );
};
