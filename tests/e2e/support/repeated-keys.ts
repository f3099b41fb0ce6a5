import { expect, type Page } from "@playwright/test";

/** As much of React's own record of an element as is read here. */
type Fiber = { key: string | null; child: Fiber | null; sibling: Fiber | null };

/**
 * The keys that two siblings of the page share: when one of them goes, React may leave it standing. A built
 * app does not warn about it, so this reads what React keeps beside the document.
 * @returns empty where there is none, where the page is not ours, and while it is being left; null: React keeps nothing there,
 *   or under another name
 */
const readKeys = async (page: Page): Promise<string[] | null> => {
  if (page.isClosed()) return [];
  const read = page.evaluate((): string[] | null => {
    const name = Object.keys(document).find((one) => one.startsWith("__reactContainer$"));
    if (name === undefined) return null;
    const root: Fiber | null = Reflect.get(document, name)?.stateNode?.current ?? null;
    const found = new Set<string>();
    const parents = root ? [root] : [];
    for (let parent = parents.pop(); parent; parent = parents.pop()) {
      const keys = new Set<string>();
      for (let child = parent.child; child; child = child.sibling) {
        if (child.key !== null && keys.has(child.key)) found.add(child.key);
        if (child.key !== null) keys.add(child.key);
        parents.push(child);
      }
    }
    return [...found];
  });
  return read.catch(() => []);
};

/** For pages that may not be ours, or have no script. */
export const repeatedKeys = async (page: Page): Promise<string[]> => (await readKeys(page)) ?? [];

/** For a page that is awake: fails where the record that is read is not found, rather than find nothing in it. */
export const expectNoRepeatedKeys = async (page: Page): Promise<void> =>
  expect(await readKeys(page), "keys that siblings share, in React's record").toEqual([]);
