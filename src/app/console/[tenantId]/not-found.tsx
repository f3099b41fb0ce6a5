"use client";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { MissingState } from "#ui/kit/missing-state.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";

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
