import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LeaveWatch } from "#console/shell/shell.tsx";
import { THEME_COOKIE, themeOf } from "#console/shell/theme.ts";
import "#console/console.css";

export const metadata: Metadata = {
  title: { default: "Console", template: "%s · Lintel console" },
  robots: { index: false, follow: false },
};

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div data-console data-theme={theme} className="isolate">
      <LeaveWatch />
      {children}
    </div>
  );
}
