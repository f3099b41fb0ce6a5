import { readFileSync } from "node:fs";

const GUIDE = new URL("../../../../docs/sign-in-with-age.md", import.meta.url);

/** What a site's own values stand for in the guide. */
export type Pasted = { issuer: string; clientId?: string; secret?: string; redirectUri?: string };

/**
 * The settings that docs/sign-in-with-age.md gives for a program, as a reader copies them: with the site's own values in
 * the places of the guide's.
 * @param heading of the section; its first block of code counts
 */
export const settingsToCopy = (
  heading: string,
  { issuer, clientId = "", secret = "", redirectUri = "" }: Pasted,
): string => {
  const [, section = ""] = readFileSync(GUIDE, "utf8").split(`### ${heading}\n`);
  const block = /```\w+\n([\s\S]*?)```/.exec(section.split("\n### ")[0] ?? "")?.[1];
  if (block === undefined) throw new Error(`no settings for ${heading} in ${GUIDE.pathname}`);
  return block
    .replaceAll("https://shop.example/age/callback", redirectUri)
    .replaceAll("ISSUER", issuer)
    .replaceAll("cli_…", clientId)
    .replaceAll("cs_…", secret);
};
