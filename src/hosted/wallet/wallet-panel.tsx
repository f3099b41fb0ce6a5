import actions from "#hosted/frame/actions.module.css";
import { ProblemNotice } from "#hosted/screens/problem-notice.tsx";
import { isRefusal, type Words } from "#hosted/texts/words.ts";
import type { Problem, WalletApp, WalletView } from "#hosted/view.ts";
import { BrowserWallet } from "./browser-wallet.tsx";
import { WaitingWallet } from "./waiting-wallet.tsx";
import styles from "./wallet.module.css";

type WayButtonsProps = { words: Words; action: string; apps: readonly WalletApp[] };
type Channel = "link" | "qr";

/** Plain forms: they work without scripts. On a phone the link comes first, elsewhere the code. */
export const WayButtons = ({ words: { texts }, action, apps }: WayButtonsProps) => {
  const { wallet } = texts;
  const button = (app: WalletApp, channel: Channel, text: string) => (
    <form
      method="post"
      action={action}
      // The app comes back to a page of its own; inside another site a cookie for it would not be kept.
      target={channel === "link" ? "_top" : undefined}
      className={channel === "link" ? styles.link : styles.code}
    >
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="app" value={app} />
      <button type="submit" className={actions.secondary}>
        {text}
      </button>
    </form>
  );
  return apps.map((app) => (
    <fieldset key={app} className={styles.ways}>
      <legend className={apps.length > 1 ? styles.app : styles.unseen}>{wallet.apps[app]}</legend>
      {button(app, "link", wallet.link.start)}
      {button(app, "qr", wallet.qr.start)}
    </fieldset>
  ));
};

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
