import type { ReactNode } from "react";
import { Wordmark } from "#kit/brand.tsx";
import styles from "./frame.module.css";

type FrameProps = {
  /** The words before our name in the footer. */
  by: string;
  tenant?: string | undefined;
  /** A picture in place of the tenant's initial. */
  logo?: string | null | undefined;
  /** Above everything: the TEST bar. */
  bar?: ReactNode;
  footnote?: ReactNode;
  children: ReactNode;
};

const TenantMark = ({ name, logo }: { name: string; logo: string | null }) =>
  logo === null ? (
    <span className={styles.initial} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  ) : (
    // biome-ignore lint/performance/noImgElement: it is in the page already, so there is nothing to load
    <img className={styles.logo} src={logo} alt="" />
  );

/** The card of the hosted page. The tenant's name comes first; ours is a line in the footer. */
export const Frame = ({ by, tenant, logo = null, bar, footnote, children }: FrameProps) => (
  <>
    {bar}
    <div className={styles.page}>
      <main className={styles.card}>
        {tenant && (
          <p className={styles.tenant}>
            <TenantMark name={tenant} logo={logo} />
            {tenant}
          </p>
        )}
        {children}
      </main>
      <footer className={styles.foot}>
        {footnote}
        <p className={styles.by}>
          {by} <Wordmark size={15} />
        </p>
      </footer>
    </div>
  </>
);
