// Runs before a page of /docs is drawn (src/app/docs/layout.tsx).

// The reference was at /docs once. A server never gets a link's fragment, so its old links are led on from here.
if (location.pathname === "/docs" && /^#(?!content$|endpoints$|role-)./.test(location.hash))
  location.replace(`/docs/reference${location.hash}`);

// The reader's language of samples is there from the first paint; src/docs-page/samples/sample-tabs.tsx stores it.
try {
  const language = localStorage.getItem("lintel-docs-language");
  if (/^(curl|typescript|python|php|go)$/.test(language)) document.documentElement.dataset.sample = language;
} catch {
  // A browser that keeps nothing shows curl.
}
