import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Zanim otworzy się aparat",
    intro: [
      "Przeglądarka zapyta, czy ta strona może użyć aparatu.",
      "Trzymaj dokument w ramce. Gdy tylko będzie ostry, zdjęcie zrobi się samo.",
      "Wysyłane jest tylko to jedno zdjęcie: odczytamy je i usuniemy. Nic nie jest nagrywane.",
    ],
    open: "Otwórz aparat",
    starting: "Aparat się uruchamia",
    liveTitle: "Trzymaj dokument w ramce",
    shutter: "Zrób zdjęcie teraz",
    light: "Światło",
    close: "Zamknij aparat",
    choose: "Wybierz zdjęcie z pliku",
    again: "Spróbuj ponownie",
    pausedTitle: "Aparat jest wyłączony",
    paused: "Został wyłączony, bo ta strona nie była widoczna.",
    resume: "Włącz ponownie",
    hints: {
      searching: "Umieść linie z <<< w ramce",
      too_dark: "Jest za ciemno: włącz światło",
      glare: "Coś się odbija: przechyl trochę dokument",
      too_far: "Podejdź bliżej",
      blurry: "Obraz jest nieostry: nie ruszaj, trochę dalej",
      cut_off: "Linie są ucięte: umieść wszystkie w ramce",
      hold_still: "Prawie: nie ruszaj, bez cienia i odblasku",
      barcode: "Kod kreskowy: wypełnij nim ramkę i naciśnij przycisk",
      manual: "Naciśnij przycisk, gdy litery i linie są ostre",
      read: "Gotowe",
    },
    problems: {
      denied: {
        title: "Ta strona nie może użyć aparatu",
        text: "Odmowa przyszła od Ciebie lub od przeglądarki. Możesz na to pozwolić w ustawieniach przeglądarki dla tej strony albo wybrać zdjęcie.",
      },
      missing: {
        title: "Nie znaleźliśmy aparatu",
        text: "To urządzenie nie ma aparatu, którego strona mogłaby użyć. Wybierz zdjęcie z pliku.",
      },
      busy: {
        title: "Aparat jest zajęty",
        text: "Używa go inny program lub inna karta. Zamknij go i spróbuj ponownie albo wybierz zdjęcie.",
      },
      failed: { title: "Aparat się nie uruchomił", text: "Spróbuj ponownie albo wybierz zdjęcie." },
    },
  },
} satisfies Partial<Texts>;
