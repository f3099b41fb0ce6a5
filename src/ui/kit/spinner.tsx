import { LoaderCircle } from "lucide-react";

export const Spinner = ({ size = 15 }: { size?: number }) => (
  <LoaderCircle size={size} className="animate-spin motion-reduce:animate-none" aria-hidden="true" />
);
