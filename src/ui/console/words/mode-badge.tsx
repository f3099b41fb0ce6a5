import type { Mode } from "#core/verification.ts";
import { Badge } from "../../kit/badge.tsx";

export const ModeBadge = ({ mode }: { mode: Mode }) => (
  <Badge tone={mode === "test" ? "test" : "neutral"}>{mode === "test" ? "Test" : "Live"}</Badge>
);
