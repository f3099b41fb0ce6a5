import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Hai dimostrato di avere almeno {age} anni",
    text: "{tenant} riceve la risposta senza il tuo nome né la tua data di nascita. Nulla di ciò che hai mostrato è stato conservato.",
    go: "Continua su {tenant}",
  },
  rejected: {
    title: "La verifica indica un’età inferiore a {age} anni",
    text: "La verifica ha funzionato, quindi riprovare con lo stesso documento o wallet non cambierà la risposta. {tenant} chiede almeno {age} anni e riceve la risposta, senza il tuo nome né la tua data di nascita.",
    next: [
      "Se non è corretto, controlla che il documento sia tuo e ancora valido.",
      "Poi chiedi a {tenant} una nuova verifica.",
    ],
    go: "Torna a {tenant}",
  },
  failed: {
    title: "Non siamo riusciti a verificare la tua età",
    text: "Questa non è una decisione sulla tua età. Tutti i tentativi sono finiti e nessuno si è potuto leggere.",
    last: "L’ultimo tentativo: {problem}.",
    next: [
      "Torna su {tenant} e ricomincia: avrai una nuova pagina e nuovi tentativi.",
      "Prova alla luce del giorno, con il documento in piano su un tavolo scuro.",
      "Se il tuo documento è consumato, chiedi a {tenant} un altro modo.",
    ],
    go: "Torna a {tenant}",
  },
  expired: {
    title: "Il tempo di questa pagina è finito",
    text: "Non è stato deciso nulla, e nulla di ciò che hai mostrato è stato conservato.",
    next: ["Torna su {tenant} e ricomincia: si aprirà una nuova pagina."],
    go: "Torna a {tenant}",
  },
  cancelled: {
    title: "Hai interrotto questa verifica",
    text: "Non è stato deciso nulla sulla tua età. {tenant} sa soltanto che hai interrotto.",
    next: ["Torna su {tenant}: forse c’è un altro modo, oppure puoi chiedere una nuova verifica."],
    go: "Torna a {tenant}",
  },
  wayBack: {
    next: "Che cosa puoi fare ora",
    close: "Puoi chiudere questa pagina e tornare su {tenant}.",
    soon: {
      one: "Passaggio automatico tra {count} secondo.",
      other: "Passaggio automatico tra {count} secondi.",
    },
    stay: "Resta qui",
  },
} satisfies Partial<Texts>;
