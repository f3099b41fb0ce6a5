type Scope = { process?: { env?: Readonly<Record<string, string | undefined>> } };

/**
 * A variable of the environment, where the runtime has one; trimmed, because secrets are pasted with line ends.
 * @returns undefined where it is unset or empty, and in Deno without --allow-env
 */
export const environment = (name: string): string | undefined => {
  try {
    // Not `process` itself, which browsers and some edge runtimes do not have.
    const { process }: Scope = Object(globalThis);
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
};
