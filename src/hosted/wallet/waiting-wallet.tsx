import actions from "#hosted/frame/actions.module.css";
import { RefreshAt } from "#hosted/frame/live-state.tsx";
import type { WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./wallet.module.css";

type WaitingProps = {
  words: Words;
  wallet: WalletView;
  pagePath: string;
  /** The step's name is above it already. */
  isNamed: boolean;
};

const Link = ({ words: { texts }, wallet: { link }, isNamed }: WaitingProps) =>
  link && (
    <>
      {!isNamed && <h2>{texts.wallet.link.heading}</h2>}
      <a href={link.link} className={actions.primary}>
        {texts.wallet.link.open}
      </a>
      <p>{texts.wallet.link.what}</p>
      <p className={styles.hint}>{texts.wallet.link.nothing}</p>
    </>
  );

const Code = ({ words: { texts }, wallet: { qr }, isNamed }: WaitingProps) =>
  qr && (
    <>
      {!isNamed && <h2>{texts.wallet.qr.heading}</h2>}
      {/* biome-ignore lint/performance/noImgElement: a picture inside the page itself needs no optimizing */}
      <img
        className={styles.picture}
        src={`data:image/svg+xml;base64,${Buffer.from(qr.svg).toString("base64")}`}
        alt={texts.wallet.qr.alt}
        width={416}
        height={416}
      />
      <p>{texts.wallet.qr.what}</p>
    </>
  );

/** A request that waits for a wallet's answer: the app to open, or the code to scan. */
export const WaitingWallet = (props: WaitingProps) => {
  const { words, wallet, pagePath } = props;
  const { link, qr, demoUrl } = wallet;
  const expiresAt = (link ?? qr)?.expiresAt;
  if (!expiresAt) return null;
  const { demo } = words.texts.wallet;
  return (
    <div className={styles.waiting}>
      {link ? <Link {...props} /> : <Code {...props} />}
      <RefreshAt time={expiresAt.toISOString()} />
      {demoUrl !== null && (
        <p className={styles.hint}>
          {demo.text} <a href={demoUrl}>{demo.link}</a>
        </p>
      )}
      <noscript>
        <p>
          <a href={pagePath}>{words.texts.wallet.qr.reload}</a>
        </p>
      </noscript>
    </div>
  );
};
