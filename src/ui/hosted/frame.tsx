import type { ReactNode } from "react";
import { Wordmark } from "../brand/wordmark.tsx";
import styles from "./frame.module.css";
import { texts } from "./texts.ts";

type FrameProps = {
  tenant?: string;
  /** Above everything: the TEST bar. */
  bar?: ReactNode;
  footnote?: ReactNode;
  children: ReactNode;
};

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? "";

/** The one card of the hosted page. The tenant's name leads; ours is a line at the foot. */
export const Frame = ({ tenant, bar, footnote, children }: FrameProps) => (
  <>
    {bar}
    <div className={styles.page}>
      <main className={styles.card}>
        {tenant && (
          <p className={styles.tenant}>
            <span className={styles.initial} aria-hidden="true">
              {initialOf(tenant)}
            </span>
            {tenant}
          </p>
        )}
        {children}
      </main>
      <footer className={styles.foot}>
        {footnote}
        <p className={styles.by}>
          {texts.frame.by} <Wordmark size={15} />
        </p>
      </footer>
    </div>
  </>
);
