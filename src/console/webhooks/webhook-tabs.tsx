import { useAccess } from "#console/client/access.tsx";
import { consolePath } from "#console/client/paths.ts";
import { TabsNav } from "#kit/link.tsx";

export const WebhookTabs = ({ current }: { current: "endpoints" | "deliveries" | "catalogue" }) => {
  const endpoints = consolePath(useAccess().tenantId, "webhooks");
  return (
    <TabsNav
      label="Webhooks"
      tabs={[
        { href: endpoints, name: "Endpoints", isCurrent: current === "endpoints" },
        { href: `${endpoints}/deliveries`, name: "Deliveries", isCurrent: current === "deliveries" },
        { href: `${endpoints}/catalogue`, name: "Event catalogue", isCurrent: current === "catalogue" },
      ]}
    />
  );
};
