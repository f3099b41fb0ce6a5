"use client";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { AgeKeyPanelProps } from "./age-key-panel.tsx";

type Props = AgeKeyPanelProps & {
  /** Until it is known that age keys can be used here, without scripts and where they cannot. */
  otherwise?: ReactNode;
};

/**
 * What is about age keys. Only this much is in every page; the rest is loaded where a key may exist and the browser has
 * passkeys. Not in a frame: the browser would name a different site from the one that asks (Web Authentication Level 3 §13.4.2).
 */
export const AgeKey = (props: Props) => {
  const [Panel, setPanel] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if ("PublicKeyCredential" in window && window.parent === window)
      void import("./age-key-panel.tsx").then(({ AgeKeyPanel }) => setPanel(() => AgeKeyPanel));
  }, []);
  return Panel ? <Panel {...props} /> : props.otherwise;
};
