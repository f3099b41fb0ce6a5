import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Foreseen } from "./foreseen.ts";
import { ROOT } from "./run.ts";

/** Addresses of the project on the web. */
export type ProjectLinks = { repository: string; homepage: string; issues: string };

const manifest = z.object({ repository: z.string().optional() });
const FORM = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;

/**
 * Where the project is: `repository` in the root's package.json, the one place for all packages. Registries print it beside a
 * package, and npm compares it with the repository that a provenance statement names.
 * @returns null while there is none
 * @throws Foreseen when it is not the address of a repository on GitHub
 */
export const projectLinks = (
  text = readFileSync(join(ROOT, "package.json"), "utf8"),
): ProjectLinks | null => {
  const { repository } = manifest.parse(JSON.parse(text));
  if (repository === undefined) return null;
  if (!FORM.test(repository) || repository.endsWith(".git"))
    throw new Foreseen(
      `repository in package.json is "${repository}"; expected https://github.com/<owner>/<name>`,
    );
  return { repository, homepage: `${repository}#readme`, issues: `${repository}/issues` };
};

/** As package.json has it (https://docs.npmjs.com/cli/v11/configuring-npm/package-json). */
export const npmLinks = (links: ProjectLinks | null, directory: string): object =>
  links
    ? {
        repository: { type: "git", url: `git+${links.repository}.git`, directory },
        homepage: links.homepage,
        bugs: { url: links.issues },
      }
    : {};

/** As the metadata of a wheel has it (PEP 753, well-known labels). */
export const wheelLinks = (links: ProjectLinks | null): string[] =>
  links ? [`Project-URL: Source, ${links.repository}`, `Project-URL: Issues, ${links.issues}`] : [];

/** As composer.json has it (https://getcomposer.org/doc/04-schema.md#support). */
export const composerLinks = (links: ProjectLinks | null): object =>
  links ? { homepage: links.homepage, support: { issues: links.issues, source: links.repository } } : {};
