/**
 * What the link to a page says behind its "#". It leaves the address at once and stays in this tab only, while the person goes
 * to the sign-in page and back.
 * @param place its name in the tab's storage
 * @param most how many characters are kept; absent: all of them
 */
export const behindHash = (place: string, most?: number) => ({
  /** Null: the link said nothing, or it was forgotten. */
  take: (): string | null => {
    const { hash, pathname } = window.location;
    if (hash.length > 1) {
      window.sessionStorage.setItem(place, hash.slice(1, most === undefined ? undefined : most + 1));
      window.history.replaceState(null, "", pathname);
    }
    return window.sessionStorage.getItem(place);
  },
  isKept: (): boolean => window.sessionStorage.getItem(place) !== null,
  forget: (): void => window.sessionStorage.removeItem(place),
});
