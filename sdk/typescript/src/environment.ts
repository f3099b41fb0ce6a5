/**
 * A variable of the environment, where the runtime has one; trimmed, because secrets are pasted with line ends.
 * @returns undefined where it is unset or empty, and in Deno without --allow-env
 */
export const environment = (name: string): string | undefined => {
  try {
    const scope: { process?: { env?: Readonly<Record<string, string | undefined>> } } = globalThis;
    return scope.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
};
