import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "Die Kamera Ihres Handys sieht einen Ausweis besser.",
    start: "Auf dem Handy weitermachen",
    title: "Auf dem Handy weitermachen",
    steps: [
      "Öffnen Sie die Kamera Ihres Handys.",
      "Richten Sie sie auf dieses Bild und öffnen Sie den Link, der erscheint.",
      "Machen Sie dort weiter. Diese Seite folgt von selbst.",
    ],
    picture: "Ein Bild, das die Kamera Ihres Handys liest: Es öffnet diese Prüfung auf Ihrem Handy.",
    limits:
      "Es funktioniert einmal und fünf Minuten lang. Nehmen Sie Ihr eigenes Handy und schicken Sie das Bild niemandem.",
    here: "Doch hier weitermachen",
    openedTitle: "Auf Ihrem Handy geöffnet",
    opened:
      "Machen Sie dort weiter. Sobald Sie fertig sind, zeigt diese Seite das Ergebnis von selbst. Sie können sie offen lassen.",
    expiredTitle: "Das Bild ist abgelaufen",
    expired: "Niemand hat es rechtzeitig benutzt. Das macht nichts: Lassen Sie sich ein neues zeigen.",
    again: "Neues Bild zeigen",
    arriveTitle: "Die Altersprüfung von {tenant} auf diesem Handy fortsetzen",
    arrive:
      "Machen Sie nur weiter, wenn das Bild auf Ihrem eigenen Computer war und Sie diese Prüfung selbst begonnen haben.",
    arriveGo: "Hier weitermachen",
    staleTitle: "Dieser Link funktioniert nicht mehr",
    stale:
      "Er funktioniert einmal und fünf Minuten lang. Gehen Sie zurück zu Ihrem Computer, lassen Sie sich dort ein neues Bild zeigen und öffnen Sie dieses.",
    takenBackTitle: "Diese Prüfung geht an Ihrem Computer weiter",
    takenBack:
      "Sie wurde dorthin zurückgeholt. Von hier kann nichts mehr gesendet werden, und nichts, was Sie gesendet haben, wird aufbewahrt.",
    back: "Gehen Sie zurück zu Ihrem Computer: Dort geht es weiter. Diese Seite können Sie schließen.",
  },
} satisfies Partial<Texts>;
