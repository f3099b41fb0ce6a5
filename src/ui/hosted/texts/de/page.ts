import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "Altersprüfung durch",
    support: "Hilfe von {tenant}",
    language: "Sprache",
  },
  test: {
    badge: "Testmodus",
    about: "Es findet keine echte Prüfung statt, und nichts wird berechnet. Wählen Sie, was geschehen soll:",
    bar: "Diese Seite wurde mit einem Testschlüssel geöffnet.",
    outcomes: {
      approve: {
        name: "Bestätigen",
        about: "Die Person ist alt genug.",
      },
      under_age: {
        name: "Zu jung",
        about: "Die Person ist ein Jahr zu jung.",
      },
      poor_document: {
        name: "Schlechtes Foto",
        about: "Das Foto ist unscharf; verbraucht einen Versuch.",
      },
      provider_error: {
        name: "Technischer Fehler",
        about: "Die Methode fällt aus; verbraucht einen Versuch.",
      },
      expire: {
        name: "Ablaufen",
        about: "Die Zeit läuft jetzt ab.",
      },
    },
  },
  broken: {
    title: "Diese Seite konnte nicht angezeigt werden",
    text: "Bei uns ist ein Fehler aufgetreten. Es wurde nichts entschieden, und nichts, was Sie schon gesendet haben, ist verloren.",
    reference: "Wenn Sie jemanden danach fragen, nennen Sie bitte",
    again: "Erneut versuchen",
  },
  missing: {
    title: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht unvollständig oder veraltet. Wenn eine Website Sie für eine Altersprüfung hierher geschickt hat, gehen Sie dorthin zurück und beginnen Sie neu.",
  },
} satisfies Partial<Texts>;
