/** Marks a dialog's window. */
export const DIALOG_WINDOW = { "data-dialog-window": "" } as const;

/** Marks what stays above an open dialog, and in reach of the Tab key with it. */
export const ABOVE_DIALOGS = { "data-above-dialogs": "" } as const;

const TABBABLE =
  "a[href], summary, [tabindex='0'], :is(button, input, select, textarea):enabled:not([tabindex='-1'])";

/** A group of radio buttons is one tab stop: its checked one, where there is one. */
const isPassedOver = (element: HTMLElement, all: readonly HTMLElement[]): boolean =>
  element instanceof HTMLInputElement &&
  element.type === "radio" &&
  !element.checked &&
  all.some((other) => other instanceof HTMLInputElement && other.checked && other.name === element.name);

const stopsIn = (root: Element): HTMLElement[] => {
  const visible = [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  return visible.filter((element) => !isPassedOver(element, visible));
};

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "defaultPrevented" | "preventDefault"> & {
  currentTarget: EventTarget | null;
};

/** At the last stop of `root`, Tab goes on to the first of the others, or to its own first; backwards likewise. */
const goRound = (event: Key, root: EventTarget | null, others: readonly HTMLElement[]): void => {
  if (event.key !== "Tab" || event.defaultPrevented || !(root instanceof Element)) return;
  const own = stopsIn(root);
  const [edge, to] = event.shiftKey
    ? [own[0], others.at(-1) ?? own.at(-1)]
    : [own.at(-1), others[0] ?? own[0]];
  const isOnRoot = document.activeElement === root;
  if (isOnRoot ? !event.shiftKey : document.activeElement !== edge) return;
  event.preventDefault();
  to?.focus();
};

/**
 * Tab cycles inside the dialog and what is above it. The package's own guards let it escape once if content has appeared
 * since opening.
 */
export const keepTab = (event: Key): void =>
  goRound(
    event,
    event.currentTarget,
    [...document.querySelectorAll("[data-above-dialogs]")].flatMap(stopsIn),
  );

/** From what is above dialogs, Tab goes back to the topmost one; without one, to the page as usual. */
export const keepTabAbove = (event: Key): void => {
  const dialog = [...document.querySelectorAll("[data-dialog-window]")].at(-1);
  if (dialog) goRound(event, event.currentTarget, stopsIn(dialog));
};
