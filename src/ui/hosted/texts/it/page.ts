import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "Verifica dell’età di",
    support: "Assistenza di {tenant}",
    language: "Lingua",
  },
  test: {
    badge: "Modalità di prova",
    about: "Non avviene nessuna vera verifica e non viene addebitato nulla. Scegli che cosa deve succedere:",
    bar: "Questa pagina è stata aperta con una chiave di prova.",
    outcomes: {
      approve: {
        name: "Approva",
        about: "La persona ha l’età richiesta.",
      },
      under_age: {
        name: "Troppo giovane",
        about: "Alla persona manca un anno.",
      },
      poor_document: {
        name: "Foto scadente",
        about: "La foto è sfocata; consuma un tentativo.",
      },
      provider_error: {
        name: "Guasto tecnico",
        about: "Il metodo si interrompe; consuma un tentativo.",
      },
      expire: {
        name: "Scadenza",
        about: "Il tempo finisce adesso.",
      },
    },
  },
  broken: {
    title: "Non è stato possibile mostrare questa pagina",
    text: "Qualcosa non ha funzionato da parte nostra. Non è stato deciso nulla, e nulla di ciò che hai già inviato è andato perso.",
    reference: "Se chiedi a qualcuno, indica",
    again: "Riprova",
  },
  missing: {
    title: "Questa pagina non esiste",
    text: "L’indirizzo potrebbe essere incompleto o non più valido. Se un sito ti ha mandato qui per verificare l’età, torna lì e ricomincia.",
  },
} satisfies Partial<Texts>;
