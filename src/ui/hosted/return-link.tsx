"use client";
import { useEffect, useState } from "react";
import actions from "./actions.module.css";
import { findEmbedder } from "./embedder.ts";
import { leave, type Way } from "./leave.ts";
import styles from "./way-back.module.css";

type ReturnLinkProps = { way: Way; label: string; otherwise: string };

/** The link back; a button where the page is embedded; words where there is nowhere to go. */
export const ReturnLink = ({ way, label, otherwise }: ReturnLinkProps) => {
  const [isEmbedded, setEmbedded] = useState(false);
  useEffect(() => setEmbedded(findEmbedder(way.embedHosts) !== null), [way.embedHosts]);
  if (isEmbedded) {
    return (
      <button type="button" className={actions.primary} onClick={() => leave(way)}>
        {label}
      </button>
    );
  }
  if (way.url === null) return <p className={styles.close}>{otherwise}</p>;
  return (
    <a className={actions.primary} href={way.url} rel="noreferrer">
      {label}
    </a>
  );
};
