import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Prima di aprire la fotocamera",
    intro: [
      "Il browser chiede se questa pagina può usare la fotocamera.",
      "Tenga il documento nella cornice. Appena è nitido, la foto si scatta da sola.",
      "Viene inviata solo quella foto: è letta e cancellata. Non si registra nulla.",
    ],
    open: "Apri la fotocamera",
    starting: "La fotocamera si sta avviando",
    liveTitle: "Tenga il documento nella cornice",
    shutter: "Scatta ora la foto",
    light: "Luce",
    close: "Chiudi la fotocamera",
    choose: "Scegli invece una foto",
    again: "Riprova",
    pausedTitle: "La fotocamera è spenta",
    paused: "È stata spenta perché questa pagina non era visibile.",
    resume: "Riaccendila",
    hints: {
      searching: "Porti le righe con <<< nella cornice",
      too_dark: "È troppo buio: accenda una luce",
      glare: "C’è un riflesso: inclini un po’ il documento",
      too_far: "Si avvicini",
      blurry: "È sfocato: tenga fermo, un po’ più lontano",
      cut_off: "Le righe sono tagliate: le porti tutte nella cornice",
      hold_still: "Ci siamo quasi: tenga fermo, senza ombre né riflessi",
      barcode: "Un codice a barre: riempia la cornice e prema il pulsante",
      manual: "Prema il pulsante quando lettere e righe sono nitide",
      read: "Fatto",
    },
    problems: {
      denied: {
        title: "Questa pagina non può usare la fotocamera",
        text: "Lei o il browser avete rifiutato. Può consentirlo nelle impostazioni del browser per questa pagina, oppure scegliere una foto.",
      },
      missing: {
        title: "Non abbiamo trovato una fotocamera",
        text: "Questo dispositivo non ne ha una che una pagina possa usare. Scelga invece una foto.",
      },
      busy: {
        title: "La fotocamera è già in uso",
        text: "Un altro programma o un’altra scheda la sta usando. Lo chiuda e riprovi, oppure scelga una foto.",
      },
      failed: { title: "La fotocamera non si è avviata", text: "Riprovi, oppure scelga una foto." },
    },
  },
} satisfies Partial<Texts>;
