import { consolePath } from "#console/shell/paths.ts";
import { TabsNav } from "#kit/link.tsx";

export const WebhookTabs = ({
  tenantId,
  current,
}: {
  tenantId: string;
  current: "endpoints" | "deliveries";
}) => (
  <TabsNav
    label="Webhooks"
    tabs={[
      { href: consolePath(tenantId, "webhooks"), name: "Endpoints", isCurrent: current === "endpoints" },
      {
        href: consolePath(tenantId, "webhooks/deliveries"),
        name: "Deliveries",
        isCurrent: current === "deliveries",
      },
    ]}
  />
);
