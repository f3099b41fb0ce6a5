import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "./button-link.tsx";
import { EmptyState } from "./empty-state.tsx";

export type Missing = {
  title: string;
  /** What may have become of it. */
  about?: ReactNode;
  /** Where to go from here. */
  back: { href: string; name: string };
};

/** There is no such thing. Nothing failed, so no other try is offered. */
export const MissingState = ({ title, about, back }: Missing) => (
  <EmptyState
    icon={FileQuestion}
    title={title}
    action={<ButtonLink href={back.href}>{back.name}</ButtonLink>}
  >
    {about}
  </EmptyState>
);
