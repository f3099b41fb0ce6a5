import { useAccess } from "#console/client/access.tsx";
import { consolePath } from "#console/client/paths.ts";
import { TabsNav } from "#kit/link.tsx";

/** The two ways in which a site asks for an age: a gate before it, or its own OpenID Connect library. */
export const SiteTabs = ({ current }: { current: "gates" | "sign-in-with-age" }) => {
  const gates = consolePath(useAccess().tenantId, "sites");
  return (
    <TabsNav
      label="Sites"
      tabs={[
        { href: gates, name: "Gates", isCurrent: current === "gates" },
        {
          href: `${gates}/sign-in-with-age`,
          name: "Sign in with age",
          isCurrent: current === "sign-in-with-age",
        },
      ]}
    />
  );
};
