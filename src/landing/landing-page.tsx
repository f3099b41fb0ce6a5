import { Wordmark } from "#kit/brand.tsx";
import styles from "./landing-page.module.css";

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

const WAYS_IN = [
  { href: "/docs", name: "Documentation", about: "To integrate, decide, operate and audit." },
  {
    href: "/docs/reference",
    name: "API reference",
    about: "Every endpoint, event, error and limit, with examples.",
  },
  { href: "/openapi.json", name: "OpenAPI document", about: "The same for machines, in version 3.1." },
  { href: "/health", name: "Health", about: "Whether this deployment, its database and its cache work." },
] as const;

/** What this address is, for visitors who find it. */
export const LandingPage = () => (
  <div className={styles.page}>
    <header>
      <Wordmark size={24} />
    </header>
    <main className={styles.main}>
      <div>
        <h1>Proof of age, and nothing else.</h1>
        <p className={styles.lead}>
          This is an age verification service. A website asks it one question, whether someone is old enough.
          The person proves it here; the website learns the answer and never sees the document.
        </p>
        <ul className={styles.ways}>
          {WAYS_IN.map(({ href, name, about }) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      </div>
      <Doorway />
    </main>
    <footer className={styles.foot}>
      Were you sent here for an age check? Open the link that the website gave you; this page is not part of
      it.
    </footer>
  </div>
);
