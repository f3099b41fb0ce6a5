// npm run wordpress:texts: the WordPress plugin's texts, from its PHP into languages/*.pot, .po and .mo. A text that is new
// or changed is then empty in each .po: translate it and run this again. Needs Debian's gettext.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { templateOf, WORDPRESS_PLUGIN } from "./lib/wordpress-texts.ts";

const languages = join(WORDPRESS_PLUGIN, "languages");
const template = join(languages, "lintel-age-gate.pot");
writeFileSync(template, templateOf());

for (const name of globSync("*.po", { cwd: languages })) {
  const po = join(languages, name);
  // No guesses: a text that only looks like an old one is a new text.
  execFileSync("msgmerge", [
    "--quiet",
    "--no-fuzzy-matching",
    "--no-wrap",
    "--backup=none",
    "--update",
    po,
    template,
  ]);
  const withoutOld = execFileSync("msgattrib", ["--no-obsolete", "--no-wrap", po]);
  writeFileSync(po, withoutOld);
  execFileSync("msgfmt", [
    "--check",
    "--no-hash",
    "--endianness=little",
    "-o",
    po.replace(/\.po$/, ".mo"),
    po,
  ]);
  const missing = readFileSync(po, "utf8")
    .split("\n\n")
    .slice(1)
    .filter((entry) => /msgstr ""$/m.test(entry));
  console.log(`${name}: ${missing.length === 0 ? "complete" : `${missing.length} texts to translate`}`);
}
