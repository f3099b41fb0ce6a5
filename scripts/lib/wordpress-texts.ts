import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.ts";

/** The WordPress plugin's folder. */
export const WORDPRESS_PLUGIN = join(ROOT, "sdk/wordpress/lintel-age-gate");

const KEYWORDS = ["__", "_e", "esc_html__", "esc_attr__", "esc_html_e", "esc_attr_e", "_n:1,2", "_x:1,2c"];

const HEADER = `msgid ""
msgstr ""
"Project-Id-Version: Lintel Age Gate\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: lintel-age-gate\\n"
`;

/** The template of the plugin's texts (POT), by what its PHP says today. No dates and line numbers: it changes with the texts. */
export const templateOf = (): string => {
  const files = globSync("**/*.php", { cwd: WORDPRESS_PLUGIN }).sort();
  const options = [
    "--language=PHP",
    "--from-code=UTF-8",
    "--no-location",
    "--no-wrap",
    "--add-comments=translators",
  ];
  const texts = execFileSync(
    "xgettext",
    [...options, "--keyword", ...KEYWORDS.map((word) => `--keyword=${word}`), "-o", "-", ...files],
    {
      cwd: WORDPRESS_PLUGIN,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // xgettext needs its own header to write what is not ASCII; the date in it goes.
  return `${HEADER}${texts.slice(texts.indexOf("\n\n") + 1)}`;
};
