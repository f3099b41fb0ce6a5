import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "Vuoi interrompere?",
    text: "Non verrà deciso nulla sulla tua età. {tenant} saprà soltanto che hai interrotto.",
    after:
      "Questa pagina si chiuderà definitivamente. Puoi chiedere a {tenant} una nuova verifica in qualsiasi momento.",
    yes: "Sì, interrompi",
    no: "No, continua",
  },
  time: {
    left: {
      one: "Questa pagina resta aperta ancora {count} minuto.",
      other: "Questa pagina resta aperta ancora {count} minuti.",
    },
    closing: "Questa pagina si chiude tra meno di un minuto.",
    after: "Se il tempo finisce, non si perde nulla: {tenant} può aprirti una nuova pagina.",
  },
  offline: {
    waiting: "Sei offline. Questa pagina riprenderà da sola appena tornerà la connessione.",
    unsent: "Sei offline. Ciò che hai scelto verrà inviato da solo appena tornerà la connessione.",
    back: "La connessione è tornata.",
  },
} satisfies Partial<Texts>;
