import styles from "./doorway.module.css";

/** The mark, built at full size: two posts carry a beam, and light falls through the door below it. */
export const Doorway = () => (
  <svg className={styles.doorway} viewBox="0 0 400 420" aria-hidden="true" focusable="false">
    <path className={styles.light} d="M120 388V118h160v270l84 32H36z" />
    <path className={styles.opening} d="M120 118h160v270H120z" />
    <path className={styles.stone} d="M64 118h56v270H64zM280 118h56v270h-56z" />
    <rect className={styles.beam} x="24" y="44" width="352" height="74" rx="6" />
    <path className={styles.joint} d="M64 208h56M64 298h56M280 208h56M280 298h56" />
  </svg>
);
