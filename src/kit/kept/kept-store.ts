import { isOver } from "./kept-fields.ts";

const PREFIX = "lintel-kept/";

/** Whose form it is, and where. */
type KeptPlace = {
  memberId: string;
  /** Null: the operator's pages. */
  tenantId: string | null;
  /** Live or test; null: the form is the same in both. */
  mode: string | null;
};

const ofMember = (memberId: string): string => `${PREFIX}${encodeURIComponent(memberId)}/`;

/**
 * Where a form's texts are stored.
 * @param subject the id of what the form changes, or another word where it makes something
 */
export const keptKey = ({ memberId, tenantId, mode }: KeptPlace, form: string, subject: string): string =>
  ofMember(memberId) + [tenantId ?? "", mode ?? "", form, subject].map(encodeURIComponent).join("/");

/** After a sign-out this document keeps nothing more, although its forms are still open. */
let isEnded = false;

/** Does something with the tab's storage, which can be blocked or full: a form works without it. */
const within = <Result>(act: (storage: Storage) => Result): Result | null => {
  try {
    return act(window.sessionStorage);
  } catch {
    return null;
  }
};

/** The text stored at a key; null: none. */
export const readStored = (key: string): string | null => within((storage) => storage.getItem(key));

/** Stores a text. @param text null: takes it out */
export const store = (key: string, text: string | null): void => {
  within((storage) => {
    // What does not fit is not there at all, rather than as it was before.
    storage.removeItem(key);
    if (text !== null && !isEnded) storage.setItem(key, text);
  });
};

const removeWhere = (isUnwanted: (key: string, storage: Storage) => boolean): void => {
  within((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys) if (key.startsWith(PREFIX) && isUnwanted(key, storage)) storage.removeItem(key);
  });
};

/**
 * Takes out what another member typed in this tab, and what is over.
 * @param now by this computer's clock, in milliseconds since 1970
 */
export const tidyStored = (memberId: string, now: number): void =>
  removeWhere((key, storage) => !key.startsWith(ofMember(memberId)) || isOver(storage.getItem(key), now));

/** At a sign-out: takes out all that is kept, and keeps nothing more until the next page. */
export const endKeeping = (): void => {
  isEnded = true;
  removeWhere(() => true);
};
