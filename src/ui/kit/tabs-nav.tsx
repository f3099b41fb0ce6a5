import { Link } from "./link.tsx";

type Props = { label: string; tabs: readonly { href: string; name: string; isCurrent: boolean }[] };

/** Pages that belong together. Each has an address of its own. */
export const TabsNav = ({ label, tabs }: Props) => (
  <nav aria-label={label} className="mb-5 overflow-x-auto border-b">
    <ul className="flex gap-5">
      {tabs.map(({ href, name, isCurrent }) => (
        <li key={href}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className="forced-choice focus-inset -mb-px flex h-9 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink pointer-coarse:h-11"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
