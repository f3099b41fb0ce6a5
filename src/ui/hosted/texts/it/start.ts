import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} ti chiede di dimostrare che hai almeno {age} anni",
    lead: "Nulla comincia prima che tu prema un pulsante.",
    learns: {
      term: "Che cosa viene a sapere {tenant}",
      text: "Se hai almeno {age} anni e, se la prova lo indica, la tua età in anni. Non il tuo nome, non la tua data di nascita, nessuna immagine.",
    },
    kept: {
      term: "Che cosa viene conservato",
      text: "Solo questa risposta, come è stata dimostrata e quando. Ciò che mostri viene cancellato subito dopo la verifica.",
    },
    choose: "Scegli come vuoi dimostrarlo",
    onlyWay: "Come funziona",
    begin: "Inizia",
    otherWay: "Scegli un altro modo",
    back: "Torna all’inizio",
    cancel: "Non voglio farlo",
    noWay:
      "Al momento qui non si può usare nessun modo per dimostrare la tua età. Torna su {tenant} e chiedine un altro.",
  },
  methods: {
    document: {
      name: "Foto di un documento",
      needs: "Un passaporto, una carta d’identità o una patente degli Stati Uniti o del Canada",
      time: "Circa un minuto",
      where: "Viene letta su questo server e cancellata subito. Nessun’altra azienda la vede.",
    },
    unknown: {
      name: "Un altro modo",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "La tua foto viene letta su questo server e cancellata subito. {tenant} non la vede mai.",
    more: "Che cosa viene conservato e chi viene a sapere che cosa",
    deleted: {
      term: "Cancellato subito",
      text: "La foto, il tuo nome, la tua data di nascita e tutto il resto del documento.",
    },
    kept: {
      term: "Conservato qui",
      text: "La risposta (almeno {age} anni, oppure no), la tua età in anni, il tipo di documento e l’ora.",
    },
    learns: {
      term: "{tenant} viene a sapere",
      text: "Le stesse cose: la risposta, la tua età in anni, il tipo di documento e l’ora.",
    },
    nobody: {
      term: "Nessun altro",
      text: "Nessun’altra azienda è coinvolta, e questa pagina non carica nulla da altri siti.",
    },
  },
} satisfies Partial<Texts>;
