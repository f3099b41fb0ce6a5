const visible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Marks the text where it stands nearest to a button, so that Ctrl+C takes it. False where it stands nowhere. */
export const selectText = (text: string, near: Element): boolean => {
  for (let around = near.parentElement; around; around = around.parentElement) {
    const found = [...around.querySelectorAll("code")].find(
      (element) => element.textContent === text && visible(element),
    );
    if (!found) continue;
    window.getSelection()?.selectAllChildren(found);
    return true;
  }
  return false;
};
