import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "La fotocamera del telefono vede meglio un documento.",
    start: "Continua sul telefono",
    title: "Continua sul telefono",
    steps: [
      "Apri la fotocamera del telefono.",
      "Puntala su questa immagine e apri il link che compare.",
      "Continua lì. Questa pagina seguirà da sola.",
    ],
    picture: "Un’immagine che la fotocamera del telefono può leggere: apre questa verifica sul tuo telefono.",
    limits:
      "Funziona una sola volta e per cinque minuti. Usa il tuo telefono e non inviare l’immagine a nessuno.",
    here: "Continua qui",
    openedTitle: "Aperto sul tuo telefono",
    opened:
      "Continua lì. Appena avrai finito, questa pagina mostrerà il risultato da sola. Puoi lasciarla aperta.",
    expiredTitle: "L’immagine è scaduta",
    expired: "Nessuno l’ha usata in tempo. Non importa: mostrane una nuova.",
    again: "Mostra una nuova immagine",
    arriveTitle: "Continua la verifica dell’età di {tenant} su questo telefono",
    arrive: "Continua solo se l’immagine era sul tuo computer e se hai iniziato tu questa verifica.",
    arriveGo: "Continua qui",
    staleTitle: "Questo link non funziona più",
    stale:
      "Funziona una sola volta e per cinque minuti. Torna al computer, mostra lì una nuova immagine e apri quella.",
    takenBackTitle: "Questa verifica continua sul tuo computer",
    takenBack:
      "È stata ripresa lì. Da qui non si può inviare altro, e nulla di ciò che hai inviato viene conservato.",
    back: "Torna al computer: si continua lì. Puoi chiudere questa pagina.",
  },
} satisfies Partial<Texts>;
