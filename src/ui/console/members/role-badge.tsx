import type { Role } from "#core/access.ts";
import { Badge } from "../../kit/badge.tsx";
import { ROLE_NAMES } from "../words/permission-words.ts";

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={role === "owner" ? "ok" : role === "admin" ? "info" : "neutral"}>{ROLE_NAMES[role]}</Badge>
);
