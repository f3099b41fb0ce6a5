"use client";
import { useAccess } from "#console/client/access.tsx";
import { consolePath } from "#console/client/paths.ts";
import { PageHeader } from "#kit/page-layout.tsx";
import { MissingState } from "#kit/states.tsx";

export default function TenantNotFound() {
  const { tenantId } = useAccess();
  return (
    <>
      <PageHeader title="Page not found" />
      <MissingState
        title="There is no page at this address"
        about="Check the address, or choose a page from the menu."
        back={{ href: consolePath(tenantId), name: "Go to the overview" }}
      />
    </>
  );
}
