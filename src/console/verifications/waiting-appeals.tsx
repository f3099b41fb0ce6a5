import { skipToken, useQuery } from "@tanstack/react-query";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { voucherForPath, waitingPath } from "#console/client/paths.ts";
import { isByVoucher } from "#core/policy/method-id.ts";
import { isFinal } from "#core/verification.ts";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

/** People who appealed and wait for a code: after a day, their appeal runs out. */
export const WaitingAppeals = () => {
  const isWanted = useAccess().may("verifications.read");
  const { appeals } = useTRPC();
  const { data } = useQuery(appeals.waiting.queryOptions(isWanted ? undefined : skipToken));
  if (!data?.earliestExpiresAt) return null;
  return (
    <Notice tone="warn">
      {data.count === 1 ? "1 appeal" : `${data.count} appeals`} can be decided by a voucher. The first runs
      out <Time at={data.earliestExpiresAt} as="relative" />.{" "}
      <TenantLink to={waitingPath} of="voucher">
        Show
      </TenantLink>
    </Notice>
  );
};

type Appeal = Pick<
  ConsoleOutputs["verifications"]["detail"],
  "verificationId" | "appealOf" | "status" | "methods" | "expiresAt"
>;

/** Whether a check is an appeal that a code would decide now. */
export const waitsForVoucher = ({
  appealOf,
  status,
  methods,
}: Omit<Appeal, "verificationId" | "expiresAt">) =>
  appealOf !== undefined && !isFinal(status) && methods.some(isByVoucher);

/** Until when an appeal waits, and the way to the code that it waits for. */
export const WaitsUntil = ({ verificationId, expiresAt }: Pick<Appeal, "verificationId" | "expiresAt">) => {
  const mayIssue = useAccess().may("vouchers.issue");
  return (
    <span className="grid gap-1">
      <span>
        A voucher, until <Time at={expiresAt} as="long" />
      </span>
      {mayIssue && (
        <TenantLink to={voucherForPath} of={verificationId}>
          Issue a voucher for it
        </TenantLink>
      )}
    </span>
  );
};
