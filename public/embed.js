/*!
 * Lintel embed: opens the hosted page over your own. Copy it or load it from your installation.
 *
 *   Lintel.open({ url, mode: "popup" | "frame", onStatus, onResult, onClose })
 *
 * What it reports is for your page only. Ask your backend, which asks the API: a browser can say anything.
 */
((scope) => {
  const FINAL = ["completed", "failed", "expired"];
  // A page that says nothing for so long may not be framed here; its own tab always works.
  const SILENCE_MS = 12000;
  const POPUP_WATCH_MS = 400;
  const WORDS = {
    en: ["Age check", "Close"],
    de: ["Altersprüfung", "Schließen"],
    fr: ["Vérification de l’âge", "Fermer"],
    es: ["Verificación de edad", "Cerrar"],
    it: ["Verifica dell’età", "Chiudi"],
    pt: ["Verificação de idade", "Fechar"],
    pl: ["Sprawdzanie wieku", "Zamknij"],
    ar: ["التحقق من العمر", "إغلاق"],
  };

  const wordsOf = () => {
    const language = (document.documentElement.lang || navigator.language || "en").slice(0, 2).toLowerCase();
    return WORDS[language] || WORDS.en;
  };

  // The page sends its messages to this origin and to no other. A fragment reaches no server and no log.
  const embedded = (url) => `${url.href.split("#")[0]}#embed=${encodeURIComponent(location.origin)}`;

  const style = (element, rules) => Object.assign(element.style, rules);

  const isMessage = (data) =>
    typeof data === "object" &&
    data !== null &&
    data.lintel === 1 &&
    typeof data.status === "string" &&
    typeof data.verificationId === "string";

  const openPopup = (url) => {
    const [width, height] = [Math.min(520, screen.availWidth), Math.min(820, screen.availHeight)];
    const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
    const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
    const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
    const popup = window.open(embedded(url), "_blank", features);
    if (!popup) return null;
    return {
      source: () => popup,
      watch: (gone) => {
        const timer = setInterval(() => popup.closed && gone(), POPUP_WATCH_MS);
        return () => clearInterval(timer);
      },
      remove: () => popup.close(),
    };
  };

  const closeButton = (label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.textContent = "×";
    style(button, {
      position: "absolute",
      insetBlockStart: "max(8px, env(safe-area-inset-top))",
      insetInlineEnd: "max(8px, env(safe-area-inset-right))",
      width: "44px",
      height: "44px",
      padding: "0",
      border: "1px solid #8b8f86",
      borderRadius: "50%",
      background: "Canvas",
      color: "CanvasText",
      font: "26px/1 system-ui, sans-serif",
      cursor: "pointer",
    });
    return button;
  };

  const openFrame = (url) => {
    const dialog = document.createElement("dialog");
    if (!dialog.showModal) return null;
    const [title, close] = wordsOf();
    const frame = document.createElement("iframe");
    const button = closeButton(close);
    frame.title = title;
    frame.allow = `camera ${url.origin}; digital-credentials-get ${url.origin}`;
    frame.referrerPolicy = "no-referrer";
    dialog.setAttribute("aria-label", title);
    style(dialog, {
      position: "fixed",
      inset: "0",
      width: "100%",
      height: "100%",
      maxWidth: "none",
      maxHeight: "none",
      margin: "0",
      padding: "0",
      border: "0",
      overflow: "hidden",
      background: "Canvas",
      colorScheme: "light dark",
    });
    style(frame, { display: "block", width: "100%", height: "100%", border: "0", colorScheme: "light dark" });
    dialog.append(frame, button);
    document.body.append(dialog);
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = "hidden";
    // The browser keeps the focus inside a modal dialog, makes the rest inert and gives the focus back.
    dialog.showModal();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches && dialog.animate)
      dialog.animate({ opacity: [0, 1] }, { duration: 150, easing: "ease-out" });
    frame.src = embedded(url);
    frame.focus();
    return {
      source: () => frame.contentWindow,
      watch: (gone, silent) => {
        let timer;
        const onLoad = () => {
          clearTimeout(timer);
          timer = setTimeout(silent, SILENCE_MS);
        };
        const onCancel = (event) => {
          event.preventDefault();
          gone();
        };
        frame.addEventListener("load", onLoad);
        button.addEventListener("click", gone);
        dialog.addEventListener("cancel", onCancel);
        return () => clearTimeout(timer);
      },
      remove: () => {
        dialog.close();
        dialog.remove();
        document.documentElement.style.overflow = overflow;
      },
    };
  };

  const open = ({ url: address, mode = "popup", onStatus, onResult, onClose }) => {
    const url = new URL(address, location.href);
    // An address from the page's own query could be a script.
    if (!/^https?:$/.test(url.protocol)) throw new TypeError("Lintel.open: url has to be the sessionUrl");
    const stage = mode === "frame" ? openFrame(url) : openPopup(url);
    const goThere = () => location.assign(url.href);
    if (!stage) {
      // Blocked, or an old browser: the page takes this tab and comes back by callback_url.
      goThere();
      return { close: () => undefined };
    }
    let last = { verificationId: null, status: null };
    let isOpen = true;
    let isHeard = false;

    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      window.removeEventListener("message", onMessage);
      unwatch();
      stage.remove();
      if (onClose) onClose({ ...last, reason: FINAL.includes(last.status) ? "finished" : "cancelled" });
    };

    const onMessage = ({ source, origin, data }) => {
      // Anybody may post a message here: only that window, with that page in it, is heard.
      if (source !== stage.source() || origin !== url.origin || !isMessage(data)) return;
      isHeard = true;
      const isNews = data.status !== last.status;
      last = { verificationId: data.verificationId, status: data.status };
      if (isNews && onStatus) onStatus({ ...last });
      if (isNews && FINAL.includes(data.status) && onResult) onResult({ ...last });
      if (data.type === "close") close();
    };

    window.addEventListener("message", onMessage);
    const unwatch = stage.watch(close, () => isHeard || goThere());
    return { close };
  };

  scope.Lintel = Object.assign(scope.Lintel || {}, { open });
})(window);
