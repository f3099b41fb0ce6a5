export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "lintel-theme";

/** What a cookie says; anything else is the system's choice. */
export const themeOf = (text: string | undefined): Theme =>
  THEMES.find((theme) => theme === text) ?? "system";

const YEAR_SECONDS = 31_536_000;

/** Shows a theme at once, and keeps it where the server reads it: the next page is painted right from the start. */
export const applyTheme = (theme: Theme): void => {
  document.querySelector("[data-console]")?.setAttribute("data-theme", theme);
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/console; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
};
