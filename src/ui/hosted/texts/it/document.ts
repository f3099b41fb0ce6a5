import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Fotografa il tuo documento",
    which:
      "La pagina con la foto del passaporto, il lato della carta d’identità con le righe di lettere e <<<, oppure il retro di una patente degli Stati Uniti o del Canada.",
    tips: [
      "Le righe <<<, o tutto il codice a barre, sono nell’immagine",
      "Luce chiara e uniforme, senza riflessi",
      "Le lettere e le linee sottili sono nitide",
    ],
    drawing:
      "Disegno: il retro di una patente. Sotto la banda magnetica c’è un largo blocco di sottili linee nere.",
    field: "Foto del tuo documento",
    choose: "Scegli una foto",
    chooseOther: "Scegli un’altra foto",
    camera: "Scatta una foto",
    formats: "JPEG, PNG, WebP, HEIC o AVIF, fino a 12 MB",
    preview: "La tua foto. Le lettere e le linee sottili sono nitide?",
    submit: "Verifica la mia età",
    cameraSubmit: "Verifica questa foto",
    preparing: "Preparazione della foto",
    sending: "Invio della foto",
    checking: "Lettura del documento",
    wrongType: "Questo file non è un’immagine JPEG, PNG, WebP, HEIC o AVIF. Scegline un altro.",
  },
} satisfies Partial<Texts>;
