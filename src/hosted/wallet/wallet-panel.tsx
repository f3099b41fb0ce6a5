import type { EvidenceForm } from "#hosted/evidence/use-evidence.ts";
import actions from "#hosted/frame/actions.module.css";
import { problemOfWallet } from "#hosted/frame/own-problem.ts";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import type { WalletApp, WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { LazyWallet } from "./lazy-wallet.tsx";
import { WaitingWallet } from "./waiting-wallet.tsx";
import styles from "./wallet.module.css";

type WayButtonsProps = { words: Words; action: string; apps: readonly WalletApp[] };
type Channel = "link" | "qr";

/** Plain forms, which work without scripts. The link comes first on a phone, the code elsewhere. */
const WayButtons = ({ words: { texts }, action, apps }: WayButtonsProps) => {
  const { wallet } = texts;
  const button = (app: WalletApp, channel: Channel, text: string) => (
    <form
      method="post"
      action={action}
      // The app returns to a separate page; inside another site's frame, its cookie would not be kept.
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
      <legend className={apps.length > 1 ? styles.app : "visually-hidden"}>{wallet.apps[app]}</legend>
      {button(app, "link", wallet.link.start)}
      {button(app, "qr", wallet.qr.start)}
    </fieldset>
  ));
};

type WalletPanelProps = EvidenceForm & {
  words: Words;
  wallet: WalletView;
  age: number;
  /** The step's name is above it already. */
  isNamed: boolean;
};

/** The channels to a wallet: the browser, a link on this device, or a code for another device. */
export const WalletPanel = (props: WalletPanelProps) => {
  const { words, wallet, action, pagePath, attemptsLeft, age, isNamed } = props;
  const { texts, say } = words;
  const problem = problemOfWallet(words, props.problem, wallet);
  const isBrowserAlone = wallet.apps.length === 0;
  const isWaiting = (wallet.link ?? wallet.qr) !== null;
  return (
    <section className={styles.panel}>
      {problem && <ProblemNotice problem={problem} attemptsLeft={attemptsLeft} />}
      {!isWaiting && (
        <div>
          {!isNamed && <h2>{texts.wallet.heading}</h2>}
          <p className={styles.about}>{say(texts.wallet.about, { age })}</p>
        </div>
      )}
      <WaitingWallet words={words} wallet={wallet} pagePath={pagePath} isNamed={isNamed} />
      {!isWaiting && (
        <LazyWallet
          walletPath={action}
          pagePath={pagePath}
          attemptsLeft={attemptsLeft}
          isOnlyWay={isBrowserAlone}
        />
      )}
      {!isWaiting && isBrowserAlone && (
        <noscript>
          <p>{texts.wallet.browser.cannot}</p>
        </noscript>
      )}
      {isWaiting && <h2 className={styles.again}>{texts.wallet.again}</h2>}
      <WayButtons words={words} action={`${action}/start`} apps={wallet.apps} />
    </section>
  );
};
