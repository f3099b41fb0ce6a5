import type { Mode } from "#core/verification.ts";
import { Badge } from "../../kit/badge.tsx";

/** Test stands out; live is the usual. */
export const ModeBadge = ({ mode }: { mode: Mode }) =>
  mode === "test" ? <Badge tone="test">Test</Badge> : <span className="text-soft">Live</span>;
