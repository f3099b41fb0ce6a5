import { Badge, type BadgeTone } from "../../kit/badge.tsx";

const toneOf = (status: number): BadgeTone => {
  if (status >= 500) return "danger";
  return status >= 400 ? "warn" : "ok";
};

export const HttpStatus = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;
