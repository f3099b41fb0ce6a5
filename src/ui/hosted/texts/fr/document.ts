import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Photographiez votre document",
    which:
      "La page photo d’un passeport, le côté d’une carte d’identité avec les lignes de lettres et de <<<, ou le dos d’un permis de conduire des États-Unis ou du Canada.",
    tips: [
      "Les lignes <<<, ou tout le code-barres, sont dans l’image",
      "Une lumière vive et régulière, sans reflet",
      "Les lettres et les traits fins sont nets",
    ],
    drawing:
      "Dessin : le dos d’un permis. Sous la bande magnétique se trouve un large bloc de fines lignes noires.",
    field: "Photo de votre document",
    choose: "Choisir une photo",
    chooseOther: "Choisir une autre photo",
    camera: "Prendre une photo",
    formats: "JPEG, PNG, WebP, HEIC ou AVIF, 12 Mo maximum",
    preview: "Votre photo. Les lettres et les traits fins sont-ils nets ?",
    submit: "Vérifier mon âge",
    cameraSubmit: "Vérifier cette photo",
    preparing: "Préparation de votre photo",
    sending: "Envoi de votre photo",
    checking: "Lecture du document",
    wrongType: "Ce fichier n’est pas une image JPEG, PNG, WebP, HEIC ou AVIF. Choisissez-en un autre.",
  },
} satisfies Partial<Texts>;
