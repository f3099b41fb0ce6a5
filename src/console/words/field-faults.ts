import type { DialogCall } from "#kit/dialog/dialog.tsx";

/**
 * The first fault of each field. A fault of one part of a list names the part: the interface counts parts from 0,
 * people from 1.
 * @param partWords what a part is called, by field: `{ redirectUris: "Address" }`
 */
export const faultsOf = (
  { problem }: Pick<DialogCall, "problem">,
  partWords: Readonly<Record<string, string>> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problem?.issues ?? {})
      .map(([path, fault]) => {
        const [name = "", index] = path.split(".");
        const word = partWords[name];
        return [name, word !== undefined && index ? `${word} ${Number(index) + 1}: ${fault}` : fault];
      })
      .reverse(),
  );
