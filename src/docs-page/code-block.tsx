import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

/** A piece of code with a Copy button. It scrolls sideways so that the page does not have to. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <figure className={styles.block}>
    <figcaption>
      <span>{label}</span>
      <CopyButton text={code} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG §2.1.1) */}
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
  </figure>
);
