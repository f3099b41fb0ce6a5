"use client";
import { useQuery } from "@tanstack/react-query";
import { localText } from "#kit/format.ts";
import { useIsClient } from "#kit/hooks.ts";
import { useTRPC } from "./api-provider.tsx";

/**
 * What tells tenants apart whose names look alike, by id: "ten_…, created 3 May 2026". Tenants whose names are like no other's
 * have none. Null while loading.
 */
export const useDistinctions = (): ReadonlyMap<string, string> | null => {
  const { data } = useQuery(useTRPC().session.memberships.queryOptions());
  const zone = useIsClient() ? undefined : "UTC";
  if (!data) return null;
  const alike = data.accepted.filter(({ isLookAlike }) => isLookAlike);
  return new Map(
    alike.map(({ tenantId, tenantCreatedAt }) => [
      tenantId,
      `${tenantId}, created ${localText(tenantCreatedAt, "date", zone)}`,
    ]),
  );
};
