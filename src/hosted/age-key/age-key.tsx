"use client";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { AgeKeyPanelProps } from "./age-key-panel.tsx";

type Props = AgeKeyPanelProps & {
  /** Shown until age keys are known to work here, and where they do not, such as without scripts. */
  otherwise?: ReactNode;
};

/**
 * The age key part of a page. Every page has only this much; the rest is loaded where a key may exist and the
 * browser supports passkeys. Not in a frame: the browser would name a different site from the one that asks
 * (Web Authentication Level 3 §13.4.2).
 */
export const AgeKey = (props: Props) => {
  const [Panel, setPanel] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if ("PublicKeyCredential" in window && window.parent === window)
      void import("./age-key-panel.tsx").then(
        ({ AgeKeyPanel }) => setPanel(() => AgeKeyPanel),
        // The page offers its other methods without it.
        () => undefined,
      );
  }, []);
  return Panel ? <Panel {...props} /> : props.otherwise;
};
