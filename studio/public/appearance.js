// Sets the chosen theme and language before the first paint. Without a choice the browser decides.
(() => {
  try {
    const root = document.documentElement;
    const theme = localStorage.getItem("recado.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    const language = localStorage.getItem("recado.language");
    if (language === "en" || language === "es") root.lang = language;
  } catch {
    // A browser that forbids storage gets its own defaults.
  }
})();
