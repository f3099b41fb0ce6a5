import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Bevor die Kamera aufgeht",
    intro: [
      "Ihr Browser fragt, ob diese Seite die Kamera benutzen darf.",
      "Halten Sie das Dokument in den Rahmen. Sobald es scharf ist, wird das Bild von selbst aufgenommen.",
      "Nur dieses eine Bild wird gesendet, gelesen und gelöscht. Nichts wird aufgezeichnet.",
    ],
    open: "Kamera öffnen",
    starting: "Die Kamera startet",
    liveTitle: "Halten Sie das Dokument in den Rahmen",
    shutter: "Foto jetzt aufnehmen",
    light: "Licht",
    close: "Kamera schließen",
    choose: "Stattdessen ein Foto auswählen",
    again: "Noch einmal versuchen",
    pausedTitle: "Die Kamera ist aus",
    paused: "Sie wurde ausgeschaltet, weil diese Seite nicht zu sehen war.",
    resume: "Wieder einschalten",
    hints: {
      searching: "Legen Sie die Zeilen mit <<< in den Rahmen",
      too_dark: "Es ist zu dunkel: Machen Sie Licht",
      glare: "Etwas spiegelt: Neigen Sie das Dokument ein wenig",
      too_far: "Gehen Sie näher heran",
      blurry: "Unscharf: Halten Sie still, etwas weiter weg",
      cut_off: "Die Zeilen sind abgeschnitten: alle in den Rahmen",
      hold_still: "Fast: Halten Sie still, ohne Schatten und Spiegelung",
      barcode: "Ein Strichcode: Füllen Sie den Rahmen damit und drücken Sie den Knopf",
      manual: "Drücken Sie den Knopf, wenn Buchstaben und Linien scharf sind",
      read: "Geschafft",
    },
    problems: {
      denied: {
        title: "Diese Seite darf die Kamera nicht benutzen",
        text: "Sie oder Ihr Browser haben es abgelehnt. Sie können es in den Einstellungen des Browsers für diese Seite erlauben oder stattdessen ein Foto auswählen.",
      },
      missing: {
        title: "Wir haben keine Kamera gefunden",
        text: "Dieses Gerät hat keine, die eine Seite benutzen kann. Wählen Sie stattdessen ein Foto aus.",
      },
      busy: {
        title: "Die Kamera wird gerade benutzt",
        text: "Ein anderes Programm oder ein anderer Tab hält sie fest. Schließen Sie das und versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.",
      },
      failed: {
        title: "Die Kamera ist nicht gestartet",
        text: "Versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.",
      },
    },
  },
} satisfies Partial<Texts>;
