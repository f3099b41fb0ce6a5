import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} bittet Sie um den Nachweis, dass Sie mindestens {age} Jahre alt sind",
    lead: "Nichts beginnt, bevor Sie auf eine Schaltfläche drücken.",
    learns: {
      term: "Was {tenant} erfährt",
      text: "Ob Sie mindestens {age} sind und, wenn Ihr Nachweis es angibt, Ihr Alter in Jahren. Nicht Ihren Namen, nicht Ihren Geburtstag, kein Bild.",
    },
    kept: {
      term: "Was gespeichert wird",
      text: "Nur diese Antwort, wie sie nachgewiesen wurde und wann. Was Sie zeigen, wird gleich nach der Prüfung gelöscht.",
    },
    choose: "Wählen Sie, wie Sie es nachweisen möchten",
    onlyWay: "So funktioniert es",
    begin: "Starten",
    otherWay: "Anderen Weg wählen",
    back: "Zurück zum Anfang",
    cancel: "Ich möchte das nicht",
    noWay:
      "Zurzeit kann hier kein Altersnachweis genutzt werden. Gehen Sie zurück zu {tenant} und fragen Sie nach einem anderen Weg.",
  },
  methods: {
    document: {
      name: "Foto eines Ausweises",
      needs: "Ein Reisepass, ein Personalausweis oder ein Führerschein aus den USA oder Kanada",
      time: "Etwa eine Minute",
      where: "Wird auf diesem Server gelesen und sofort gelöscht. Kein anderes Unternehmen sieht es.",
    },
    unknown: {
      name: "Ein anderer Weg",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "Ihr Foto wird auf diesem Server gelesen und sofort gelöscht. {tenant} sieht es nie.",
    more: "Was gespeichert wird und wer was erfährt",
    deleted: {
      term: "Sofort gelöscht",
      text: "Das Foto, Ihr Name, Ihr Geburtsdatum und alles andere auf dem Ausweis.",
    },
    kept: {
      term: "Hier gespeichert",
      text: "Die Antwort (mindestens {age} oder nicht), Ihr Alter in Jahren, die Art des Ausweises und die Zeit.",
    },
    learns: {
      term: "{tenant} erfährt",
      text: "Dasselbe: die Antwort, Ihr Alter in Jahren, die Art des Ausweises und die Zeit.",
    },
    nobody: {
      term: "Sonst niemand",
      text: "Kein anderes Unternehmen ist beteiligt, und diese Seite lädt nichts von anderswo.",
    },
  },
} satisfies Partial<Texts>;
