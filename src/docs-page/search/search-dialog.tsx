"use client";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Section } from "../document.ts";
import { findSections, type Hit, marked } from "./find-sections.ts";
import styles from "./search-dialog.module.css";

type Index = readonly Section[] | "absent" | "failed";

const load = async (): Promise<Index> => {
  try {
    const response = await fetch("/docs/search.json");
    return response.ok ? await response.json() : "failed";
  } catch {
    return "failed";
  }
};

/** Where a key is a letter of what is being written, and no command. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  marked(text, words).map(({ text: piece, isFound, at }) =>
    isFound ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>,
  );

type HitLineProps = { hit: Hit; id: string; isChosen: boolean; onOpen: () => void };

const HitLine = ({ hit: { section, excerpt, words }, id, isChosen, onOpen }: HitLineProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the box keeps the focus and the keys (WAI-ARIA, combobox pattern)
  <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} className={styles.hit} onClick={onOpen}>
    <strong>
      <Marked text={section.heading || section.page} words={words} />
    </strong>
    {section.heading !== "" && <span className={styles.page}>{section.page}</span>}
    <span className={styles.excerpt}>
      <Marked text={excerpt} words={words} />
    </span>
  </div>
);

const message = (index: Index, query: string, count: number): string => {
  if (index === "failed") return "The search did not load. Close it and open it again.";
  if (query.trim() === "") return "Type a word, an endpoint or an error code.";
  if (index === "absent") return "Loading…";
  if (count === 0) return `Nothing has “${query.trim()}” in it. Try fewer words.`;
  return count === 1 ? "1 result" : `${count} results`;
};

/** Searches all pages in the browser. It does not appear before scripts run, because it needs them. */
export const SearchDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isReady, setReady] = useState(false);
  const [index, setIndex] = useState<Index>("absent");
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);

  const open = useCallback(async () => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    setIndex((known) => (known === "failed" ? "absent" : known));
    const loaded = await load();
    setIndex(loaded);
  }, []);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isShortcut = event.key === "k" && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === "/" && !(event.ctrlKey || event.metaKey || event.altKey);
      if (!(isShortcut || (isSlash && !isWriting(event.target)))) return;
      event.preventDefault();
      void open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);

  const hits = typeof index === "string" ? [] : findSections(index, query);
  const chosen = Math.min(at, hits.length - 1);
  useEffect(() => {
    document.getElementById(`hit-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const follow = ({ section }: Hit): void => {
    dialog.current?.close();
    window.location.assign(section.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((chosen + step + hits.length) % hits.length);
    }
    const hit = hits[chosen];
    if (event.key === "Enter" && hit) {
      event.preventDefault();
      follow(hit);
    }
  };

  return (
    <>
      {isReady && (
        <button type="button" className={styles.open} onClick={open} aria-keyshortcuts="/ Control+K">
          <span>Search</span>
          <span aria-hidden="true" className={styles.slash}>
            /
          </span>
        </button>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label="Search the documentation"
        onClick={({ target }) => target === dialog.current && dialog.current.close()}
      >
        <div className={styles.box}>
          <div className={styles.line}>
            <input
              type="text"
              role="combobox"
              aria-label="Search the documentation"
              aria-expanded={hits.length > 0}
              aria-controls="hits"
              aria-activedescendant={chosen >= 0 ? `hit-${chosen}` : undefined}
              placeholder="Search"
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <p className={styles.message} role="status">
            {message(index, query, hits.length)}
          </p>
          <div id="hits" role="listbox" aria-label="Results" className={styles.hits}>
            {hits.map((hit, place) => (
              <HitLine
                key={hit.section.href}
                hit={hit}
                id={`hit-${place}`}
                isChosen={place === chosen}
                onOpen={() => follow(hit)}
              />
            ))}
          </div>
        </div>
      </dialog>
    </>
  );
};
