import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Sie haben gezeigt, dass Sie mindestens {age} Jahre alt sind",
    text: "{tenant} bekommt die Antwort ohne Ihren Namen und ohne Ihr Geburtsdatum. Nichts, was Sie gezeigt haben, wurde gespeichert.",
    go: "Weiter zu {tenant}",
  },
  rejected: {
    title: "Die Prüfung zeigt ein Alter unter {age} Jahren",
    text: "Die Prüfung selbst hat funktioniert; ein weiterer Versuch mit demselben Ausweis oder derselben Wallet ändert ihre Antwort nicht. {tenant} verlangt mindestens {age} Jahre und erfährt die Antwort, ohne Ihren Namen und ohne Ihr Geburtsdatum.",
    next: [
      "Wenn das nicht stimmt, prüfen Sie, ob der Ausweis Ihrer ist und noch gilt.",
      "Bitten Sie dann {tenant} um eine neue Prüfung.",
    ],
    go: "Zurück zu {tenant}",
  },
  failed: {
    title: "Wir konnten Ihr Alter nicht prüfen",
    text: "Das ist keine Entscheidung über Ihr Alter. Alle Versuche sind verbraucht, und keiner war lesbar.",
    last: "Der letzte Versuch: {problem}.",
    next: [
      "Gehen Sie zurück zu {tenant} und beginnen Sie neu: Sie bekommen eine neue Seite und neue Versuche.",
      "Versuchen Sie es bei Tageslicht, mit dem Ausweis flach auf einem dunklen Tisch.",
      "Wenn Ihr Ausweis abgenutzt ist, fragen Sie {tenant} nach einem anderen Weg.",
    ],
    go: "Zurück zu {tenant}",
  },
  expired: {
    title: "Die Zeit für diese Seite ist abgelaufen",
    text: "Es wurde nichts entschieden, und nichts, was Sie gezeigt haben, wurde gespeichert.",
    next: ["Gehen Sie zurück zu {tenant} und beginnen Sie neu: Dann öffnet sich eine neue Seite."],
    go: "Zurück zu {tenant}",
  },
  cancelled: {
    title: "Sie haben diese Prüfung abgebrochen",
    text: "Über Ihr Alter wurde nichts entschieden. {tenant} hat nur erfahren, dass Sie abgebrochen haben.",
    next: [
      "Gehen Sie zurück zu {tenant}: Vielleicht gibt es einen anderen Weg, oder Sie bitten um eine neue Prüfung.",
    ],
    go: "Zurück zu {tenant}",
  },
  wayBack: {
    next: "Was Sie jetzt tun können",
    close: "Sie können diese Seite schließen und zu {tenant} zurückgehen.",
    soon: {
      one: "In {count} Sekunde geht es von selbst dorthin.",
      other: "In {count} Sekunden geht es von selbst dorthin.",
    },
    stay: "Hier bleiben",
  },
} satisfies Partial<Texts>;
