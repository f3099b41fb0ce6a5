import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Została jeszcze jedna próba.",
    few: "Zostały jeszcze {count} próby.",
    many: "Zostało jeszcze {count} prób.",
    other: "Zostało jeszcze {count} próby.",
  },
  notAnAttempt: "Nie liczy się to jako próba.",
  problems: {
    generic: {
      title: "Coś nie zadziałało po naszej stronie",
      what: "Nic nie zostało sprawdzone.",
      next: "Spróbuj ponownie za chwilę.",
    },
    findings: {
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "Zdjęcie jest nieostre",
        what: "Litery i cienkie linie zlewają się ze sobą.",
        next: "Trzymaj telefon nieruchomo, dotknij wierszy <<< lub kodu kreskowego, aby ustawić ostrość, i zrób zdjęcie ponownie.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Odblask zasłania część dokumentu",
        what: "Światło odbija się od dokumentu i zakrywa to, co jest pod spodem.",
        next: "Wyłącz lampę błyskową i przechyl nieco dokument, aż nic nie będzie się błyszczeć.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "Dokument jest za mały na zdjęciu",
        what: "Litery i linie są zbyt drobne, aby je rozróżnić.",
        next: "Podejdź bliżej, aż dokument wypełni obraz, i wyślij oryginalne zdjęcie, a nie zrzut ekranu.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "Zdjęcie jest za ciemne",
        what: "Jest za mało światła, aby je odczytać.",
        next: "Włącz światło lub podejdź do okna i zrób zdjęcie ponownie.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "Zdjęcie nie jest dość wyraźne",
        what: "Część, którą odczytujemy, była słabo widoczna.",
        next: "Zadbaj o równe światło, trzymaj telefon nieruchomo i niech dokument wypełni obraz.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Nie udało się odczytać dokumentu",
        what: "Znaleźliśmy jego wiersze lub kod kreskowy, ale część jest zasłonięta, ucięta, zagięta lub zużyta.",
        next: "Połóż go płasko, zmieść na zdjęciu wiersze <<< lub cały kod kreskowy i zrób zdjęcie ponownie.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Wiersze dokumentu nie zgadzają się",
        what: "Odczytaliśmy wiersze liter i <<<, ale ich cyfry kontrolne są błędne.",
        next: "Upewnij się, że nic nie zasłania wierszy. Jeśli to się powtórzy, użyj innego dokumentu.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Nie znaleźliśmy niczego do odczytania",
        what: "Na obrazie nie ma ani wierszy liter i <<< z paszportu lub dowodu osobistego, ani szerokiego kodu kreskowego z prawa jazdy.",
        next: "Spróbuj strony paszportu ze zdjęciem albo odwróć kartę: często jedno i drugie jest z tyłu.",
      },
      DOCUMENT_EXPIRED: {
        title: "Ten dokument jest już nieważny",
        what: "Termin jego ważności minął, więc nie można go tu użyć.",
        next: "Użyj innego, wciąż ważnego dokumentu.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "Nie możemy użyć tego rodzaju dokumentu",
        what: "Działają paszporty, dowody osobiste z wierszami <<< oraz prawa jazdy ze Stanów Zjednoczonych i Kanady.",
        next: "Użyj jednego z nich.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "Nie udało się otworzyć tego pliku",
        what: "To nie jest obraz JPEG, PNG, WebP, HEIC ani AVIF albo plik jest uszkodzony.",
        next: "Wybierz zdjęcie w jednym z tych formatów lub zrób nowe.",
      },
      IMAGE_TOO_LARGE: {
        title: "Obraz jest za duży",
        what: "Przyjmujemy do 12 MB i 50 megapikseli.",
        next: "Zrób zdjęcie w niższej rozdzielczości lub przytnij je do dokumentu.",
      },
      METHOD_FAILED: {
        title: "Sprawdzanie zostało przerwane",
        what: "Coś zawiodło po naszej stronie. Nie ma to związku z Tobą ani z Twoim zdjęciem.",
        next: "Spróbuj ponownie.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Wciąż sprawdzamy Twoje zdjęcie",
        what: "Odczytujemy to, które zostało wysłane wcześniej.",
        next: "Poczekaj chwilę: ta strona sama pokaże wynik.",
      },
      SERVICE_UNAVAILABLE: {
        title: "W tej chwili jest tu wiele osób",
        what: "Zdjęcie nie zostało sprawdzone i nie liczy się to jako próba.",
        next: "Spróbuj ponownie za kilka sekund.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "Plik jest za duży",
        what: "Przyjmujemy obrazy do 12 MB. Nie liczy się to jako próba.",
        next: "Wybierz mniejszy lub zrób zdjęcie w niższej rozdzielczości.",
      },
      INVALID_REQUEST_BODY: {
        title: "Nie dotarło żadne zdjęcie",
        what: "Formularz przyszedł bez obrazu. Nie liczy się to jako próba.",
        next: "Najpierw wybierz zdjęcie, a potem je wyślij.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "Zbyt wiele razy pod rząd",
        what: "Nic nie przepadło i nie liczy się to jako próba.",
        next: "Poczekaj kilka minut lub kontynuuj na tym urządzeniu.",
      },
      METHOD_UNAVAILABLE: {
        title: "Ten sposób nie jest tu dostępny",
        what: "Sprawdzenia można dokonać tylko inaczej.",
        next: "Wybierz jeden ze sposobów na tej stronie.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "To sprawdzenie już się zakończyło",
        what: "Nie można już niczego wysłać.",
        next: "Ta strona pokazuje, jak się zakończyło.",
      },
      NETWORK: {
        title: "Połączenie zostało przerwane",
        what: "Zdjęcie do nas nie dotarło. Nie liczy się to jako próba.",
        next: "Sprawdź połączenie i wyślij je ponownie.",
      },
    },
  },
} satisfies Partial<Texts>;
