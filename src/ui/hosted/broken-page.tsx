"use client";
import { useRouter } from "next/navigation";
import { startTransition } from "react";
import actions from "./actions.module.css";
import { FocusedHeading } from "./focused-heading.tsx";
import { Frame } from "./frame.tsx";
import styles from "./outcome-screen.module.css";
import type { Texts } from "./texts/en/index.ts";

type BrokenPageProps = {
  texts: Pick<Texts, "broken" | "frame">;
  reference: string | undefined;
  retry: () => void;
};

/** Something failed on our side; nothing was lost and nothing was decided. */
export const BrokenPage = ({ texts, reference, retry }: BrokenPageProps) => {
  const router = useRouter();
  const again = (): void =>
    startTransition(() => {
      router.refresh();
      retry();
    });
  return (
    <Frame by={texts.frame.by}>
      <FocusedHeading level={1} className={styles.title}>
        {texts.broken.title}
      </FocusedHeading>
      <p className={styles.text}>{texts.broken.text}</p>
      {reference !== undefined && (
        <p className={styles.text}>
          {texts.broken.reference} <code>{reference}</code>
        </p>
      )}
      <div className={styles.again}>
        <button type="button" className={actions.primary} onClick={again}>
          {texts.broken.again}
        </button>
      </div>
    </Frame>
  );
};
