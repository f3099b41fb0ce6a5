import type { ReactNode } from "react";

export const dynamic = "force-dynamic";

/** Each hosted page is one card with nothing around it. */
export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
