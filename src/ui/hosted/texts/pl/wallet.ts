import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Portfel w telefonie",
      needs: "Unijna aplikacja do weryfikacji wieku albo prawo jazdy w Twoim portfelu",
      time: "Mniej niż minutę",
      where: "Portfel opuszcza tylko tak albo nie. Żadna inna firma nie bierze udziału.",
    },
    heading: "Użyj portfela w telefonie",
    about:
      "Twój portfel odpowiada na jedno pytanie: ukończenie {age} lat, tak czy nie. Imię, data urodzenia i cała reszta zostają u Ciebie.",
    browser: {
      button: "Kontynuuj z portfelem",
      about: "Ta przeglądarka pyta portfele, które zna, na tym urządzeniu lub w Twoim telefonie.",
      waiting: "Czekamy na Twój portfel …",
      checking: "Sprawdzamy odpowiedź …",
    },
    apps: { eu: "Unijna aplikacja do weryfikacji wieku", openid4vp: "Inna aplikacja portfela" },
    link: {
      start: "Otwórz aplikację na tym urządzeniu",
      heading: "Kontynuuj w aplikacji",
      open: "Otwórz aplikację",
      what: "Wyraź tam zgodę; aplikacja wróci potem do tej przeglądarki.",
      nothing: "Nic się nie dzieje? Na tym urządzeniu nie ma takiej aplikacji. Wybierz inny sposób poniżej.",
    },
    qr: {
      start: "Pokaż kod dla mojego telefonu",
      heading: "Zeskanuj ten kod telefonem",
      alt: "Kod QR dla aplikacji portfela",
      what: "Użyj aparatu w telefonie lub aplikacji portfela i wyraź tam zgodę. Ta strona sama przejdzie dalej.",
      reload: "Bez JavaScriptu: sprawdź, czy odpowiedź już jest",
    },
    again: "Albo inna droga do Twojego portfela",
    demo: { text: "Tryb testowy: nie masz telefonu pod ręką?", link: "Odpowiedz portfelem demonstracyjnym" },
    tryTest: "Wypróbuj portfel z testowym poświadczeniem",
    problems: {
      WALLET_DECLINED: {
        title: "Portfel został zamknięty",
        what: "Nic nie zostało udostępnione i nie liczy się to jako próba.",
        next: "Zapytaj portfel jeszcze raz albo wybierz inny sposób poniżej.",
      },
      WALLET_NOT_FOUND: {
        title: "Ta przeglądarka nie znalazła portfela",
        what: "Może nie ma go na tym urządzeniu albo nie zawiera niczego, co potwierdza wiek.",
        next: "Spróbuj jednego z innych sposobów poniżej.",
      },
      WALLET_REFUSED: {
        title: "Nie można było użyć odpowiedzi portfela",
        what: "Potwierdzenie wieku wygasło, pochodzi od kogoś, kto nie jest tu uznawany, albo dotyczyło innego zapytania.",
        next: "Spróbuj z innym potwierdzeniem wieku albo wybierz inny sposób poniżej.",
      },
    },
    privacy: {
      brief: "Portfel opuszcza tylko tak albo nie. {tenant} nigdy nie widzi Twojego portfela.",
      deleted: {
        term: "Usuwane od razu",
        text: "Sama podpisana odpowiedź, ze wszystkim, po czym można by rozpoznać Ciebie lub Twoje urządzenie.",
      },
      kept: {
        term: "Zachowane tutaj",
        text: "Odpowiedź (ukończenie {age} lat: tak lub nie), rodzaj poświadczenia, kto za nie ręczy, i czas.",
      },
      learns: { text: "Odpowiedź, rodzaj poświadczenia i czas." },
      nobody: {
        text: "Wystawca poświadczenia nie dowiaduje się o tym sprawdzeniu, a ta strona nie ładuje niczego z innych miejsc.",
      },
    },
    elsewhere: {
      title: "Kontynuuj tam, gdzie był początek",
      text: "Portfel otworzył inną przeglądarkę niż ta ze sprawdzaniem wieku. Tutaj nic nie zostało rozstrzygnięte.",
      next: "Wróć do pierwszej przeglądarki i otwórz aplikację stamtąd jeszcze raz. Kod QR działa między urządzeniami.",
    },
  },
} satisfies Pick<Texts, "wallet">;
