import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { program } from "#app/program.ts";
import { LeaveWatch } from "#console/shell/shell.tsx";
import { THEME_COOKIE, themeOf } from "#console/shell/theme.ts";
import { ServiceClock } from "#kit/clock/service-clock.tsx";
import "#console/console.css";

export const metadata: Metadata = {
  title: { default: "Console", template: "%s · Lintel console" },
  robots: { index: false, follow: false },
};

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  // First: the build draws no page that reads a cookie, and has no program.
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const { now } = await program().getDeps();
  return (
    <div data-console data-theme={theme} className="isolate">
      <LeaveWatch />
      <ServiceClock now={now().getTime()} />
      {children}
    </div>
  );
}
