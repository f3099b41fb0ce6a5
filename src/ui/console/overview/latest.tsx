import { ShieldCheck } from "lucide-react";
import { Card } from "../../kit/card.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { Link } from "../../kit/link.tsx";
import { consolePath } from "../paths.ts";
import type { VerificationGlance } from "../verifications/verification-glance.ts";
import { VerificationTable } from "../verifications/verification-table.tsx";

type Props = { tenantId: string; latest: readonly VerificationGlance[] };

export const Latest = ({ tenantId, latest }: Props) => (
  <Card
    title="Latest verifications"
    isFlush
    actions={
      <Link href={consolePath(tenantId, "verifications")} className="text-sm no-underline hover:underline">
        All verifications
      </Link>
    }
  >
    {latest.length === 0 ? (
      <EmptyState icon={ShieldCheck} title="No verification yet">
        Verifications appear here as soon as your backend starts one.
      </EmptyState>
    ) : (
      <VerificationTable tenantId={tenantId} label="Latest verifications" verifications={latest} />
    )}
  </Card>
);
