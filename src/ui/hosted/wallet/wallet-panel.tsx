import { ProblemNotice } from "../problem-notice.tsx";
import { isRefusal } from "../problem-texts.ts";
import type { Problem, WalletView } from "../view.ts";
import type { Words } from "../words.ts";
import { BrowserWallet } from "./browser-wallet.tsx";
import { WaitingWallet } from "./waiting-wallet.tsx";
import styles from "./wallet.module.css";
import { WayButtons } from "./way-buttons.tsx";

type WalletPanelProps = {
  words: Words;
  wallet: WalletView;
  /** The page's address of this method. */
  action: string;
  pagePath: string;
  problem: Problem | null;
  attemptsLeft: number;
  age: number;
};

/** What the wallet said, or what came of asking it; a try with another method is not its matter. */
const problemOf = (words: Words, { problem, wallet }: WalletPanelProps): Problem | null => {
  if (problem && isRefusal(words, problem.code)) return problem;
  if (wallet.hasDeclined) return { code: "WALLET_DECLINED", reason: null };
  return wallet.hasRefused ? { code: "WALLET_REFUSED", reason: null } : null;
};

/** The ways to a wallet, each leading to the others: the browser's own, a link on this device, a code for another. */
export const WalletPanel = (props: WalletPanelProps) => {
  const { words, wallet, action, pagePath, attemptsLeft, age } = props;
  const { texts, say } = words;
  const problem = problemOf(words, props);
  const isWaiting = (wallet.link ?? wallet.qr) !== null;
  return (
    <section className={styles.panel}>
      {problem && <ProblemNotice problem={problem} attemptsLeft={attemptsLeft} />}
      {!isWaiting && (
        <div>
          <h2>{texts.wallet.heading}</h2>
          <p className={styles.about}>{say(texts.wallet.about, { age })}</p>
        </div>
      )}
      <WaitingWallet words={words} wallet={wallet} pagePath={pagePath} />
      {!isWaiting && <BrowserWallet walletPath={action} pagePath={pagePath} attemptsLeft={attemptsLeft} />}
      {isWaiting && <h2 className={styles.again}>{texts.wallet.again}</h2>}
      <WayButtons words={words} action={`${action}/start`} apps={wallet.apps} />
    </section>
  );
};
