import type { Group, WebhookEvent } from "./reference.ts";
import styles from "./side-navigation.module.css";

const GUIDES = [
  ["start", "In three steps"],
  ["authentication", "Authentication"],
  ["requests", "Requests and answers"],
  ["limits", "Limits"],
  ["test-mode", "Test mode"],
  ["embedding", "Embedding"],
] as const;

type Link = { href: string; label: string; method?: string };

const Links = ({ title, links }: { title: string; links: readonly Link[] }) => (
  <div className={styles.group}>
    <h2>{title}</h2>
    <ul>
      {links.map(({ href, label, method }) => (
        <li key={href}>
          <a href={href}>
            {method && <span className={styles.method}>{method}</span>}
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** The page's table of contents: beside it on a wide screen, folded on top of it on a phone. */
export const SideNavigation = ({
  groups,
  events,
}: {
  groups: readonly Group[];
  events: readonly WebhookEvent[];
}) => (
  <>
    <Links title="Guide" links={GUIDES.map(([id, label]) => ({ href: `#${id}`, label }))} />
    {groups.map(({ id, name, operations }) => (
      <Links
        key={id}
        title={name}
        links={operations.map((operation) => ({
          href: `#${operation.id}`,
          label: operation.path,
          method: operation.method,
        }))}
      />
    ))}
    <Links
      title="Events and errors"
      links={[
        { href: "#webhooks", label: "Webhooks" },
        { href: "#signature", label: "Signature" },
        ...events.map(({ name }) => ({ href: `#${name}`, label: name })),
        { href: "#errors", label: "Errors" },
      ]}
    />
  </>
);
