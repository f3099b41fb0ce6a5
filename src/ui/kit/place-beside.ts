const GAP = 6;
const EDGE = 8;

/** Puts a floating element above another, or below it where there is no room, and inside the window. */
export const placeBeside = (floating: HTMLElement, anchor: Element): void => {
  const at = anchor.getBoundingClientRect();
  const own = floating.getBoundingClientRect();
  const above = at.top - own.height - GAP;
  const middle = at.left + at.width / 2 - own.width / 2;
  const left = Math.max(EDGE, Math.min(middle, window.innerWidth - own.width - EDGE));
  floating.style.top = `${above < EDGE ? at.bottom + GAP : above}px`;
  floating.style.left = `${left}px`;
};
