"use client";
import { Lock } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { EmptyState } from "../../kit/empty-state.tsx";
import { PageHeader } from "../../kit/page-header.tsx";
import { useAccess } from "../access.tsx";
import { consolePath } from "../paths.ts";
import { placeAt } from "./navigation.ts";

/** The page, or why it is not for the member's role and whom to ask. */
export const Allowed = ({ children }: { children: ReactNode }) => {
  const { tenantId, refusal } = useAccess();
  const place = placeAt(usePathname(), consolePath(tenantId));
  const why = place && refusal(place.permission);
  if (!why) return children;
  return (
    <>
      <PageHeader title={place.name} />
      <EmptyState icon={Lock} title="You do not have access to this page">
        {why}
      </EmptyState>
    </>
  );
};
