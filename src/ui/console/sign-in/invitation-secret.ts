const PLACE = "lintel-invitation";
const NONE = "none";

/**
 * The secret behind the link's "#". It is taken off the address at once, and kept for the way to the sign-in and
 * back; only this tab has it.
 */
export const takeSecret = (): string => {
  const { hash, pathname } = window.location;
  if (hash.length > 1) {
    window.sessionStorage.setItem(PLACE, hash.slice(1));
    window.history.replaceState(null, "", pathname);
  }
  return window.sessionStorage.getItem(PLACE) ?? NONE;
};

export const forgetSecret = (): void => window.sessionStorage.removeItem(PLACE);
