import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Fotografieren Sie Ihren Ausweis",
    which:
      "Die Fotoseite eines Reisepasses, die Seite eines Personalausweises mit den Zeilen aus Buchstaben und <<<, oder die Rückseite eines Führerscheins aus den USA oder Kanada.",
    tips: [
      "Die Zeilen mit <<< oder der ganze Barcode sind im Bild",
      "Helles, gleichmäßiges Licht, keine Spiegelung",
      "Buchstaben und feine Linien sind scharf",
    ],
    drawing:
      "Zeichnung: die Rückseite eines Führerscheins. Unter dem Magnetstreifen ist ein breiter Block aus feinen schwarzen Linien.",
    field: "Foto Ihres Ausweises",
    choose: "Foto auswählen",
    chooseOther: "Anderes Foto auswählen",
    camera: "Foto aufnehmen",
    formats: "JPEG, PNG, WebP, HEIC oder AVIF, bis 12 MB",
    preview: "Ihr Foto. Sind Buchstaben und feine Linien scharf?",
    submit: "Mein Alter prüfen",
    cameraSubmit: "Dieses Foto prüfen",
    preparing: "Ihr Foto wird vorbereitet",
    sending: "Ihr Foto wird gesendet",
    checking: "Der Ausweis wird gelesen",
    wrongType: "Diese Datei ist kein JPEG-, PNG-, WebP-, HEIC- oder AVIF-Bild. Wählen Sie eine andere.",
  },
} satisfies Partial<Texts>;
