import { expect, type Locator, type Page } from "@playwright/test";
import { kept, leaveAnyway } from "./kept.ts";

// A form in which people type, and a Save that does not come through: for the network, for the service, for its bearer. Then the page is
// loaded again. What was typed stays each time, and the next press saves it.

type Label = string | RegExp;

type Typed = readonly [label: Label, text: string, group?: string];

export type DrilledForm = {
  name: string;
  /** Where it is, below the tenant's or the operator's address; a function makes first what the form changes. */
  path: string | ((page: Page, tenantId: string) => Promise<string>);
  /** The button that opens it, or all that opens it; absent: it is open. */
  opens?: Label | ((page: Page) => Promise<void>);
  /** Its role and name. */
  at: readonly ["dialog" | "form", Label];
  /** From lists of choices, by value: before what is typed. */
  chosen?: readonly Typed[];
  typed: readonly Typed[];
  boxes?: readonly (readonly [label: Label, isOn: boolean])[];
  /** Labels of what is typed and never kept: secrets, and what is about a person. */
  lost?: readonly Label[];
  /** The button that saves, and its call. */
  save: Label;
  call: string;
};

const fieldIn = (form: Locator, [label, , group]: Typed): Locator =>
  (group === undefined ? form : form.getByRole("group", { name: group })).getByLabel(label);

const show = async (page: Page, { opens, at }: DrilledForm): Promise<Locator> => {
  if (typeof opens === "function") await opens(page);
  else if (opens !== undefined) await page.getByRole("button", { name: opens }).first().click();
  return page.getByRole(at[0], { name: at[1] });
};

const fill = async (form: Locator, { chosen = [], typed, boxes = [] }: DrilledForm): Promise<void> => {
  for (const choice of chosen) await fieldIn(form, choice).selectOption(choice[1]);
  for (const text of typed) await fieldIn(form, text).fill(text[1]);
  for (const [name, isOn] of boxes) await form.getByRole("checkbox", { name }).setChecked(isOn);
};

/** What was typed is there, whole; all but what is `lost`, if the page was loaded again. */
const isThere = async (
  form: Locator,
  { chosen = [], typed, boxes = [] }: DrilledForm,
  lost: readonly Label[] = [],
): Promise<void> => {
  for (const field of [...chosen, ...typed])
    await expect(fieldIn(form, field)).toHaveValue(lost.includes(field[0]) ? "" : field[1]);
  for (const [name, checked] of boxes)
    await expect(form.getByRole("checkbox", { name })).toBeChecked({ checked });
};

const UNANSWERED = "The service did not answer. Check your connection and try again.";
const REFUSED = "The access token is not valid or has expired.";

/** Each way in which a call does not come through, and what the form says. */
const FAILURES = [
  {
    says: UNANSWERED,
    fail: (page: Page, url: RegExp) => page.route(url, (route) => route.abort(), { times: 1 }),
  },
  {
    says: UNANSWERED,
    fail: (page: Page, url: RegExp) =>
      page.route(url, (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "away" }), {
        times: 1,
      }),
  },
  {
    says: REFUSED,
    // A refused bearer is sent once more with a new one.
    fail: (page: Page, url: RegExp) =>
      page.route(
        url,
        (route) =>
          route.continue({ headers: { ...route.request().headers(), authorization: "Bearer e30.e30.bad" } }),
        { times: 2 },
      ),
  },
] as const;

/**
 * Fails a form in each way, loads its page again, and saves.
 * @param open opens the form's page
 */
export const drill = async (page: Page, drilled: DrilledForm, open: () => Promise<void>): Promise<void> => {
  leaveAnyway(page);
  await open();
  const form = await show(page, drilled);
  await fill(form, drilled);
  const press = form.getByRole("button", { name: drilled.save, exact: true });
  const url = new RegExp(`/api/trpc/[^?]*${drilled.call.replace(".", "\\.")}`);
  for (const { says, fail } of FAILURES) {
    await fail(page, url);
    // By then, the form says no longer what went wrong before.
    const sent = page.waitForRequest(url);
    await press.click();
    await sent;
    await expect(form.getByText(says)).toBeVisible();
    await isThere(form, drilled);
    // The session runs on.
    await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeHidden();
  }
  await open();
  await show(page, drilled);
  const { lost = [] } = drilled;
  await isThere(form, drilled, lost);
  for (const text of drilled.typed) if (lost.includes(text[0])) await fieldIn(form, text).fill(text[1]);
  const saved = page.waitForResponse((response) => url.test(response.url()) && response.ok());
  await press.click();
  await saved;
  await expect(form.getByText(REFUSED)).toBeHidden();
  await expect.poll(() => kept(page)).toEqual([]);
};
