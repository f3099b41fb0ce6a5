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

/** Where a sign-in leads that was begun with an invitation in hand; elsewhere where the person was on another way. */
export const wayToInvitation = (returnPath: string): string =>
  returnPath === "/console" && window.sessionStorage.getItem(PLACE) !== null
    ? "/console/invitation"
    : returnPath;

export const forgetSecret = (): void => window.sessionStorage.removeItem(PLACE);
