"use client";
import { useEffect, useState } from "react";
import styles from "./connection.module.css";
import { useWords } from "./words-context.tsx";

type Connection = "fine" | "away" | "back";

/** Says when the connection is away, and once more when it is back. Always there, so that it is live in time. */
export const ConnectionStatus = () => {
  const { offline } = useWords().texts;
  const [connection, setConnection] = useState<Connection>("fine");
  useEffect(() => {
    const leave = (): void => setConnection("away");
    const comeBack = (): void => setConnection((before) => (before === "away" ? "back" : before));
    if (!navigator.onLine) leave();
    window.addEventListener("offline", leave);
    window.addEventListener("online", comeBack);
    return () => {
      window.removeEventListener("offline", leave);
      window.removeEventListener("online", comeBack);
    };
  }, []);
  const said = { fine: "", away: offline.waiting, back: offline.back }[connection];
  return (
    <p role="status" className={styles.connection} data-connection={connection}>
      {said}
    </p>
  );
};
