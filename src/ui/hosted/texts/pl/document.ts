import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Zrób zdjęcie dokumentu",
    which:
      "Strona paszportu ze zdjęciem, strona dowodu osobistego z wierszami liter i <<<, albo tył prawa jazdy ze Stanów Zjednoczonych lub Kanady.",
    tips: [
      "Wiersze <<< lub cały kod kreskowy są na zdjęciu",
      "Jasne, równe światło i żadnych odblasków",
      "Litery i cienkie linie są ostre",
    ],
    drawing: "Rysunek: tył prawa jazdy. Pod paskiem magnetycznym jest szeroki blok cienkich czarnych linii.",
    field: "Zdjęcie dokumentu",
    choose: "Wybierz zdjęcie",
    chooseOther: "Wybierz inne zdjęcie",
    camera: "Zrób zdjęcie",
    formats: "JPEG, PNG, WebP, HEIC lub AVIF, do 12 MB",
    preview: "Twoje zdjęcie. Czy litery i cienkie linie są ostre?",
    submit: "Sprawdź mój wiek",
    cameraSubmit: "Sprawdź to zdjęcie",
    preparing: "Przygotowujemy zdjęcie",
    sending: "Wysyłamy zdjęcie",
    checking: "Odczytujemy dokument",
    wrongType: "Ten plik nie jest obrazem JPEG, PNG, WebP, HEIC ani AVIF. Wybierz inny.",
  },
} satisfies Partial<Texts>;
