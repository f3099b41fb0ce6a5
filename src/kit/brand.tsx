import styles from "./brand.module.css";

/** Lintel's mark: a beam that rests on two posts, and the doorway below it. */
export const Mark = ({ size = 20 }: { size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="currentColor"
    aria-hidden="true"
    focusable="false"
  >
    <rect x="1.5" y="3.5" width="21" height="5" rx="1" />
    <path d="M4.5 10.5h4v10h-4zM15.5 10.5h4v10h-4z" />
  </svg>
);

export const Wordmark = ({ size = 20 }: { size?: number }) => (
  <span className={styles.wordmark}>
    <Mark size={size} />
    <span>Lintel</span>
  </span>
);
