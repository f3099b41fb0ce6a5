import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "Möchten Sie abbrechen?",
    text: "Über Ihr Alter wird dann nichts entschieden. {tenant} erfährt nur, dass Sie abgebrochen haben.",
    after:
      "Diese Seite wird damit endgültig geschlossen. Sie können {tenant} jederzeit um eine neue Prüfung bitten.",
    yes: "Ja, abbrechen",
    no: "Nein, weitermachen",
  },
  time: {
    left: {
      one: "Diese Seite bleibt noch {count} Minute geöffnet.",
      other: "Diese Seite bleibt noch {count} Minuten geöffnet.",
    },
    closing: "Diese Seite schließt in weniger als einer Minute.",
    after: "Wenn die Zeit abläuft, ist nichts verloren: {tenant} kann Ihnen eine neue Seite öffnen.",
  },
  offline: {
    waiting: "Sie sind offline. Die Seite macht von selbst weiter, sobald Sie wieder verbunden sind.",
    unsent: "Sie sind offline. Ihre Auswahl wird von selbst gesendet, sobald Sie wieder verbunden sind.",
    back: "Sie sind wieder verbunden.",
  },
} satisfies Partial<Texts>;
