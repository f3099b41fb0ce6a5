"use client";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { AgeKeyPanelProps } from "./age-key-panel.tsx";
import { hasPasskeys } from "./passkeys.ts";

// Only this much is in every page; the rest is loaded where a key may exist and the browser has passkeys.
const AgeKeyPanel = lazy(async () => ({ default: (await import("./age-key-panel.tsx")).AgeKeyPanel }));

/** What is about age keys, once it is known that they can be used here; until then, and without scripts, `otherwise`. */
export const AgeKey = ({ otherwise = null, ...panel }: AgeKeyPanelProps & { otherwise?: ReactNode }) => {
  const [isPossible, setPossible] = useState(false);
  useEffect(() => setPossible(hasPasskeys()), []);
  if (!isPossible) return otherwise;
  return (
    <Suspense fallback={null}>
      <AgeKeyPanel {...panel} />
    </Suspense>
  );
};
