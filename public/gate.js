/*!
 * Lintel gate: a button in your form that brings a code.
 *
 *   <lintel-gate site="gat_…"></lintel-gate>
 *   lintel.render(element, options)   lintel.reset()   lintel.getResponse()   lintel.remove()
 *
 * The code proves nothing until your backend has taken it to POST /tokens/validate and compared minimumAge.
 */
((scope) => {
  if (scope.lintel) return;
  const script = document.currentScript;
  const parameters = new URL(script ? script.src : location.href).searchParams;
  const CODE = /^vrc_[A-Za-z0-9_-]{32}$/;
  // The service counts 300 s from when it made the code, a little earlier.
  const CODE_MS = 290000;
  const WATCH_MS = 400;
  const IN_ADDRESS = /^lintel-(response|element)=/;
  // Apps' own browsers: their windows do not find back, or open in the page's place.
  const IN_APP = /; wv\)|FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|WebKit(?!.*Safari\/)/;
  const ICONS = {
    idle: "M1.5 3.5h21v5h-21zM4.5 10.5h4v10h-4zM15.5 10.5h4v10h-4z",
    open: "M3 10h4v4H3zM10 10h4v4h-4zM17 10h4v4h-4z",
    done: "M9.5 18.5 3 12l2.2-2.2 4.3 4.3 9.3-9.3L21 7z",
    again: "M10.5 3h3v12h-3zM10.5 18h3v3h-3z",
  };
  // Idle, and what it does in a window and in this tab; open; done; again, and the reasons.
  const REASONS = ["under_age", "cancelled", "failed", "timeout", "closed"];
  const WORDS = {
    en: "Prove your age|Opens a new window|Leads to the age check and back|Continue in the other window|Age proved|Try again|You are younger than this site asks for|You stopped the age check|Your age could not be proved|The time has run out|The window was closed",
    de: "Alter nachweisen|Öffnet ein neues Fenster|Führt zur Altersprüfung und zurück|Weiter im anderen Fenster|Alter nachgewiesen|Erneut versuchen|Sie sind jünger, als diese Website verlangt|Sie haben die Altersprüfung abgebrochen|Ihr Alter konnte nicht nachgewiesen werden|Die Zeit ist abgelaufen|Das Fenster wurde geschlossen",
    fr: "Prouver mon âge|Ouvre une nouvelle fenêtre|Mène à la vérification, puis revient ici|Continuez dans l’autre fenêtre|Âge prouvé|Réessayer|Vous n’avez pas l’âge que ce site demande|Vous avez arrêté la vérification|Votre âge n’a pas pu être prouvé|Le temps est écoulé|La fenêtre a été fermée",
    es: "Demostrar mi edad|Abre una ventana nueva|Lleva a la comprobación y vuelve aquí|Siga en la otra ventana|Edad demostrada|Volver a intentarlo|No llega a la edad que pide este sitio|Ha detenido la comprobación|No se ha podido demostrar su edad|Se ha acabado el tiempo|La ventana se ha cerrado",
    it: "Dimostra la tua età|Apre una nuova finestra|Porta alla verifica e ritorna qui|Continua nell’altra finestra|Età dimostrata|Riprova|Non hai l’età richiesta da questo sito|Hai interrotto la verifica|Non è stato possibile dimostrare la tua età|Il tempo è scaduto|La finestra è stata chiusa",
    pt: "Provar a minha idade|Abre uma nova janela|Leva à verificação e volta aqui|Continue na outra janela|Idade provada|Tentar de novo|Não tem a idade que este site pede|Interrompeu a verificação|Não foi possível provar a sua idade|O tempo acabou|A janela foi fechada",
    pl: "Potwierdź wiek|Otwiera nowe okno|Prowadzi do sprawdzenia i z powrotem|Kontynuuj w drugim oknie|Wiek potwierdzony|Spróbuj ponownie|Nie masz wieku wymaganego przez tę stronę|Sprawdzanie wieku przerwano|Nie udało się potwierdzić wieku|Czas minął|Okno zostało zamknięte",
    ar: "إثبات العمر|يفتح نافذة جديدة|ينقلك إلى التحقق ثم يعيدك|تابع في النافذة الأخرى|تم إثبات العمر|إعادة المحاولة|عمرك أقل مما يشترطه هذا الموقع|أوقفت التحقق من العمر|تعذّر إثبات عمرك|انتهت المدة|أُغلقت النافذة",
  };
  const widgets = [];
  let count = 0;

  const make = (parent, tag, attributes = {}) => {
    const isPicture = tag === "svg" || tag === "path";
    const element = isPicture
      ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name]);
    parent.append(element);
    return element;
  };

  const optionOf = ({ host, options }, name) =>
    options[name] || host.getAttribute(name) || host.getAttribute(`data-${name}`) || "";

  const languageOf = (widget) => {
    const asked = optionOf(widget, "language").replace("auto", "");
    const around = widget.host.closest("[lang]");
    const tag = asked || (around ? around.lang : navigator.language);
    const language = tag.slice(0, 2).toLowerCase();
    return WORDS[language] ? language : "en";
  };

  const isInApp = () => IN_APP.test(navigator.userAgent);

  const draw = (widget) => {
    const { box, button, path, label, detail, state, reason } = widget;
    const language = languageOf(widget);
    const words = WORDS[language].split("|");
    const isAgain = reason !== "";
    const texts = {
      idle: [words[0], words[isInApp() ? 2 : 1]],
      open: [words[3], ""],
      done: [words[4], ""],
    }[state] || [words[5], words[6 + REASONS.indexOf(reason)]];
    box.lang = language;
    box.dir = language === "ar" ? "rtl" : "ltr";
    box.dataset.size = optionOf(widget, "size");
    box.dataset.theme = optionOf(widget, "theme");
    box.className = isAgain ? "again" : state;
    [label.textContent, detail.textContent] = texts;
    path.setAttribute("d", ICONS[isAgain ? "again" : state]);
    // Not disabled: the focus has to come back to something.
    if (state === "done") button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    widget.host.setAttribute("data-state", state);
    return texts.join(" ");
  };

  const tell = (widget, name, value) => {
    const callback = optionOf(widget, name === "success" ? "callback" : `${name}-callback`);
    const call = typeof callback === "function" ? callback : scope[callback];
    const detail = name === "error" ? { reason: value } : { response: value };
    widget.host.dispatchEvent(new CustomEvent(`lintel-${name}`, { bubbles: true, detail }));
    if (typeof call === "function") call(value);
  };

  const close = (widget) => {
    clearInterval(widget.watch);
    if (widget.popup && !widget.popup.closed) widget.popup.close();
  };

  const enter = (widget, state, { code = "", reason = "" } = {}) => {
    clearTimeout(widget.timer);
    Object.assign(widget, { state, reason, isSent: false });
    widget.input.value = code;
    const told = draw(widget);
    widget.status.textContent = state === "idle" ? "" : told;
  };

  /** The window has answered, or is gone. */
  const end = (widget, state, facts) => {
    close(widget);
    enter(widget, state, facts);
    if (widget.popup && [document.body, widget.host, null].includes(document.activeElement))
      widget.button.focus({ preventScroll: true });
  };

  const expire = (widget) => {
    enter(widget, "expired", { reason: "timeout" });
    tell(widget, "expired");
  };

  const accept = (widget, code) => {
    end(widget, "done", { code });
    widget.expiresAt = Date.now() + CODE_MS;
    widget.timer = setTimeout(expire, CODE_MS, widget);
    // A code from the address is here before the page's own scripts are.
    const success = () => tell(widget, "success", code);
    if (document.readyState === "complete") success();
    else scope.addEventListener("load", success);
  };

  const refuse = (widget, reason) => {
    end(widget, "refused", { reason });
    if (reason === "timeout") tell(widget, "timeout");
    else tell(widget, "error", reason);
  };

  // The page's query without what an earlier return left there.
  const queryLeft = () =>
    location.search
      .slice(1)
      .split("&")
      .filter((part) => part && !IN_ADDRESS.test(part));

  const startAddress = (widget, answer) => {
    const query = queryLeft().concat(widget.number > 1 ? `lintel-element=${widget.number}` : []);
    const back = location.pathname + (query.length > 0 ? `?${query.join("&")}` : "");
    const asked = `answer=${answer}&lang=${languageOf(widget)}&return=${encodeURIComponent(back)}`;
    return `${widget.service}/gate/${optionOf(widget, "site")}/start?${asked}`;
  };

  const openWindow = (widget) => {
    const [width, height] = [Math.min(520, screen.availWidth), Math.min(820, screen.availHeight)];
    const left = Math.max(0, Math.round(scope.screenX + (scope.outerWidth - width) / 2));
    const top = Math.max(0, Math.round(scope.screenY + (scope.outerHeight - height) / 2));
    const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
    return isInApp() ? null : scope.open(startAddress(widget, "message"), "_blank", features);
  };

  const press = (widget) => {
    if (widget.state === "done") return;
    if (widget.state === "open" && !widget.popup.closed) {
      widget.popup.focus();
      return;
    }
    const popup = openWindow(widget);
    if (!popup || popup.closed) {
      // Then this tab goes, and comes back with the code in its address.
      location.assign(startAddress(widget, "code") + location.hash);
      return;
    }
    clearInterval(widget.watch);
    widget.popup = popup;
    enter(widget, "open");
    let looks = 0;
    // A window closes as it answers: its message gets one more turn.
    widget.watch = setInterval(() => {
      if (popup.closed) looks += 1;
      if (looks > 1) refuse(widget, "closed");
    }, WATCH_MS);
  };

  const onMessage = ({ source, origin, data }) => {
    // Anyone can post a message here: only our page in the window that this element opened is heard.
    const widget = widgets.find(({ popup }) => popup && popup === source);
    if (!widget || origin !== widget.service || typeof data !== "object" || data === null) return;
    if (data.lintel !== 1 || data.site !== optionOf(widget, "site") || widget.state === "done") return;
    if (data.type === "ready") source.postMessage({ lintel: 1, type: "start" }, origin);
    if (data.type === "answer" && typeof data.code === "string" && CODE.test(data.code))
      accept(widget, data.code);
    if (data.type !== "refused") return;
    const reason = data.reason === "expired" ? "timeout" : data.reason;
    refuse(widget, REASONS.includes(reason) ? reason : "failed");
  };

  /** The code that this tab came back with, for the element that left. */
  const takeFromAddress = (widget) => {
    const query = new URLSearchParams(location.search);
    const code = query.get("lintel-response") || "";
    if (!CODE.test(code) || Number(query.get("lintel-element") || 1) !== widget.number) return;
    const left = queryLeft().join("&");
    const address = location.origin + location.pathname + (left && `?${left}`) + location.hash;
    history.replaceState(history.state, "", address);
    accept(widget, code);
  };

  const find = (target) => {
    if (target === undefined) return widgets[0];
    const host = typeof target === "string" ? document.querySelector(target) : target;
    return widgets.find((widget) => widget.id === target || widget.host === host);
  };

  const reset = (target) => {
    const widget = find(target);
    if (!widget) return;
    close(widget);
    widget.popup = null;
    enter(widget, "idle");
  };

  const remove = (target) => {
    const widget = find(target);
    if (!widget) return;
    reset(widget.id);
    widgets.splice(widgets.indexOf(widget), 1);
    widget.input.remove();
    widget.host.removeAttribute("data-state");
    widget.host.shadowRoot.replaceChildren();
  };

  /** Draws a gate into an element (or the first that a selector finds) and returns its id. */
  const render = (target, options = {}) => {
    const host = typeof target === "string" ? document.querySelector(target) : target;
    const known = widgets.find((widget) => widget.host === host);
    if (known) return known.id;
    if (!host) throw new TypeError(`lintel.render: there is no ${target}`);
    const widget = { host, options, state: "idle", reason: "", popup: null };
    if (!/^gat_\w+$/.test(optionOf(widget, "site"))) throw new TypeError('lintel: site has to be a "gat_…"');
    const service = optionOf(widget, "service") || (script ? script.src : "");
    count += 1;
    Object.assign(widget, { number: count, id: `lintel-${count}`, service: new URL(service).origin });
    const root = host.shadowRoot || host.attachShadow({ mode: "open" });
    make(root, "link", { rel: "stylesheet", href: `${widget.service}/gate.css` });
    widget.box = make(root, "div");
    widget.button = make(widget.box, "button", { type: "button" });
    const picture = make(widget.button, "svg", { viewBox: "0 0 24 24", width: 36, "aria-hidden": true });
    widget.path = make(picture, "path");
    const text = make(widget.button, "span");
    widget.label = make(text, "b");
    widget.detail = make(text, "small");
    widget.status = make(widget.box, "p", { role: "status" });
    const name = optionOf(widget, "response-field-name") || "lintel-response";
    widget.input = make(host, "input", { type: "hidden", name, autocomplete: "off" });
    widget.button.addEventListener("click", () => press(widget));
    widgets.push(widget);
    draw(widget);
    takeFromAddress(widget);
    return widget.id;
  };

  const each = (act) => [...widgets].forEach(act);
  const refresh = (isBack) =>
    each((widget) => {
      // Sent, and then back to this page: the code has been used.
      if (isBack && widget.isSent) reset(widget.id);
      else if (widget.state === "done" && Date.now() >= widget.expiresAt) expire(widget);
    });

  scope.addEventListener("message", onMessage);
  scope.addEventListener("pageshow", ({ persisted }) => refresh(persisted));
  document.addEventListener("visibilitychange", () => refresh(false));
  document.addEventListener("reset", ({ target }) =>
    each((widget) => widget.input.form === target && reset(widget.id)),
  );
  document.addEventListener("submit", ({ target }) =>
    each((widget) => {
      if (widget.input.form === target) widget.isSent = true;
    }),
  );

  scope.lintel = {
    render,
    reset,
    remove,
    getResponse: (target) => {
      const widget = find(target);
      return widget ? widget.input.value : "";
    },
  };

  customElements.define(
    "lintel-gate",
    class extends HTMLElement {
      static get observedAttributes() {
        return ["site", "language", "theme", "size"];
      }
      connectedCallback() {
        render(this);
      }
      disconnectedCallback() {
        // An element that is only moved is connected again by then.
        queueMicrotask(() => this.isConnected || remove(this));
      }
      attributeChangedCallback(name) {
        const widget = find(this);
        if (!widget) return;
        if (name === "site") reset(this);
        draw(widget);
      }
    },
  );

  const renderAll = () => {
    for (const element of document.querySelectorAll(".lintel-gate")) render(element);
  };
  const begin = () => {
    if (parameters.get("render") !== "explicit") renderAll();
    const onload = scope[parameters.get("onload")];
    if (typeof onload === "function") onload();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})(window);
