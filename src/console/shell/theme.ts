export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "lintel-theme";

/** The theme named in a cookie; any other text follows the system. */
export const themeOf = (text: string | undefined): Theme =>
  THEMES.find((theme) => theme === text) ?? "system";

const YEAR_SECONDS = 31_536_000;

/** Applies a theme and stores it in a cookie, so that the server renders the next page in it. */
export const applyTheme = (theme: Theme): void => {
  document.querySelector("[data-console]")?.setAttribute("data-theme", theme);
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available everywhere yet
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/console; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
};
