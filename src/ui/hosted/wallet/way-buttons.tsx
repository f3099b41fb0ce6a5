import actions from "../actions.module.css";
import type { WalletApp } from "../view.ts";
import type { Words } from "../words.ts";
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
