import type { Texts } from "./en.ts";

/** Polish. A part that is not translated yet is in English. */
export const pl: Texts = {
  // The frame around every screen, and the pages outside a verification.
  frame: {
    by: "Sprawdzanie wieku:",
    support: "Pomoc od: {tenant}",
    language: "Język",
  },
  test: {
    badge: "Tryb testowy",
    about: "Nie odbywa się prawdziwe sprawdzenie i nic nie jest naliczane. Wybierz, co ma się stać:",
    bar: "Tę stronę otwarto kluczem testowym.",
    outcomes: {
      approve: {
        name: "Zatwierdź",
        about: "Osoba ma wymagany wiek.",
      },
      under_age: {
        name: "Za młody wiek",
        about: "Osobie brakuje jednego roku.",
      },
      poor_document: {
        name: "Słabe zdjęcie",
        about: "Zdjęcie jest nieostre; zużywa jedną próbę.",
      },
      provider_error: {
        name: "Błąd techniczny",
        about: "Metoda zawodzi; zużywa jedną próbę.",
      },
      expire: {
        name: "Koniec czasu",
        about: "Czas kończy się teraz.",
      },
    },
  },
  broken: {
    title: "Nie udało się pokazać tej strony",
    text: "Coś nie zadziałało po naszej stronie. Nic nie zostało rozstrzygnięte i nic z tego, co już wysłano, nie przepadło.",
    reference: "Jeśli kogoś o to zapytasz, podaj",
    again: "Spróbuj ponownie",
  },
  missing: {
    title: "Nie ma takiej strony",
    text: "Adres może być niepełny lub nieaktualny. Jeśli do sprawdzenia wieku skierowała Cię tu inna strona, wróć na nią i zacznij od nowa.",
  },

  // The first screen.
  start: {
    title: "{tenant} prosi o potwierdzenie ukończenia {age} lat",
    lead: "Nic się nie zacznie, dopóki nie naciśniesz przycisku.",
    choose: "Wybierz sposób potwierdzenia",
    onlyWay: "Jak to działa",
    otherWay: "Wybierz inny sposób",
    back: "Wróć na początek",
    cancel: "Nie chcę tego robić",
    noWay: "W tej chwili nie można tu potwierdzić wieku w żaden sposób. Wróć na stronę {tenant} i poproś o inny.",
    others: "Nie mogę użyć żadnego z nich",
    wayClosed: "Tego sposobu nie można już użyć w tym sprawdzeniu. Wybierz inny.",
  },
  methods: {
    document: {
      name: "Zdjęcie dokumentu",
      needs: "Paszport, dowód osobisty albo prawo jazdy ze Stanów Zjednoczonych lub Kanady",
      time: "Około minuty",
      where: "Odczytywane na tym serwerze i od razu usuwane. Nie widzi go żadna inna firma.",
    },
    unknown: "Inny sposób",
    quoted: "„{name}”",
  },
  privacy: {
    brief: "Twoje zdjęcie jest odczytywane na tym serwerze i od razu usuwane. {tenant} nigdy go nie widzi.",
    more: "Co jest przechowywane i kto czego się dowiaduje",
    deletedTerm: "Od razu usuwane",
    deleted: "Zdjęcie, imię i nazwisko, data urodzenia i numer dokumentu.",
    keptTerm: "Przechowywane tutaj",
    learnsTerm: "{tenant} dowiaduje się",
    nobodyTerm: "Nikt inny",
    nobody: "Nie bierze w tym udziału żadna inna firma, a ta strona nie wczytuje niczego z zewnątrz.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} dowie się tylko, czy masz ukończone {age} lat",
      years: "{tenant} dowie się, czy masz ukończone {age} lat, oraz jaki jest Twój wiek w latach, jeśli dokument to podaje",
      ages: "{tenant} dowie się tylko, które z tych progów wieku są osiągnięte: {ages}",
      agesAndYears: "{tenant} dowie się, które z tych progów wieku są osiągnięte ({ages}), oraz jaki jest Twój wiek w latach, jeśli dokument to podaje",
      how: "A także jak i kiedy to potwierdzono. Nie wysyłamy Twojego imienia i nazwiska, daty urodzenia ani żadnego zdjęcia.",
      when: "A także kiedy to potwierdzono, ale nie jak. Nie wysyłamy Twojego imienia i nazwiska, daty urodzenia ani żadnego zdjęcia.",
    },
    shown: "To, co tu pokażesz, jest usuwane zaraz po sprawdzeniu",
    mark: { one: "Z dokumentu pozostaje tylko znacznik, przez {count} dzień", few: "Z dokumentu pozostaje tylko znacznik, przez {count} dni", many: "Z dokumentu pozostaje tylko znacznik, przez {count} dni", other: "Z dokumentu pozostaje tylko znacznik, przez {count} dnia" },
    markAbout: "Po znaczniku {tenant} pozna, czy ten sam dokument został użyty ponownie. Powstaje za pomocą tajnego klucza i nie da się z niego odczytać niczego z dokumentu.",
    until: "Przechowywane, dopóki {tenant} tego nie usunie:",
    days: { one: "Przechowywane najwyżej przez {count} dzień:", few: "Przechowywane najwyżej przez {count} dni:", many: "Przechowywane najwyżej przez {count} dni:", other: "Przechowywane najwyżej przez {count} dnia:" },
    parts: {
      result: "odpowiedź, sposób jej potwierdzenia i czas",
      years: "Twój wiek w latach, jeśli dokument to podaje",
      ages: "które z podanych progów wieku są osiągnięte",
      tries: "każda próba i powód, dla którego nie wystarczyła",
      course: "przebieg sprawdzenia: język, czas i dostępne sposoby",
      document: "znacznik Twojego dokumentu",
      voucher: "użyty kod i pracownik, który go wydał",
      entries: "to, co przesyła {tenant}, na przykład numer zamówienia",
      address: "znacznik Twojego adresu sieciowego, a nie sam adres",
      person: "przez jeden dzień znacznik, który oznacza Ciebie w {tenant}",
      records: "zapisy techniczne: otwarte strony, wiadomości do {tenant}, zapytania do portfeli i innych firm",
    },
    vendors: { erases: "{provider} ma własną kopię tego, co tam pokażesz. Prosimy o jej usunięcie, co może potrwać kilka dni.", keeps: "{provider} ma własną kopię tego, co tam pokażesz. Nie możemy zlecić jej usunięcia: zwróć się do {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – sprawdzenie wieku dla {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "Czy chcesz przerwać?",
    text: "Nic nie zostanie rozstrzygnięte w sprawie Twojego wieku. {tenant} dowie się tylko, że sprawdzanie zostało przerwane.",
    after: "Ta strona zamknie się na stałe. W każdej chwili możesz poprosić {tenant} o nowe sprawdzenie.",
    yes: "Tak, przerwij",
    no: "Nie, kontynuuj",
  },
  time: {
    left: {
      one: "Ta strona będzie otwarta jeszcze przez {count} minutę.",
      few: "Ta strona będzie otwarta jeszcze przez {count} minuty.",
      many: "Ta strona będzie otwarta jeszcze przez {count} minut.",
      other: "Ta strona będzie otwarta jeszcze przez {count} minuty.",
    },
    closing: "Ta strona zamknie się za niecałą minutę.",
    after: "Jeśli czas się skończy, nic nie przepadnie: {tenant} może otworzyć dla Ciebie nową stronę.",
    look: "Bez JavaScriptu: sprawdź, czy jest coś nowego",
  },
  offline: {
    waiting: "Brak połączenia. Ta strona sama ruszy dalej, gdy tylko połączenie wróci.",
    unsent: "Brak połączenia. Twój wybór zostanie wysłany samoczynnie, gdy tylko połączenie wróci.",
    back: "Połączenie wróciło.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Wysyłanie…",
    reading: "Dotarło do nas i jest odczytywane.",
    unsure: "Nie wiemy jeszcze, czy dotarło. Ta strona nadal to sprawdza.",
    slow: "Trwa to dłużej niż zwykle. Możesz czekać dalej albo przerwać i wysłać ponownie: liczy się tylko raz.",
    stop: "Nie czekaj dłużej",
  },

  // The document method's form.
  document: {
    heading: "Zrób zdjęcie dokumentu",
    which: "Strona paszportu ze zdjęciem, strona dowodu osobistego z wierszami liter i <<<, albo tył prawa jazdy ze Stanów Zjednoczonych lub Kanady. Innych praw jazdy, także europejskich, nie da się odczytać.",
    tips: ["Wiersze <<< lub cały kod kreskowy są na zdjęciu", "Jasne, równe światło i żadnych odblasków", "Litery i cienkie linie są ostre"],
    drawing: "Dwa rysunki. Strona paszportu ze zdjęciem: na dole są dwa długie wiersze liter. Tył prawa jazdy: pod paskiem magnetycznym jest szeroki blok cienkich czarnych linii.",
    field: "Zdjęcie dokumentu",
    choose: "Wybierz zdjęcie",
    chooseOther: "Wybierz inne zdjęcie",
    camera: "Zrób zdjęcie",
    formats: "JPEG, PNG, WebP, HEIC lub AVIF, do 12 MB",
    preview: "Twoje zdjęcie. Czy litery i cienkie linie są ostre?",
    submit: "Sprawdź mój wiek",
    cameraSubmit: "Sprawdź to zdjęcie",
    preparing: "Przygotowujemy zdjęcie",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Zanim otworzy się aparat",
    intro: ["Przeglądarka zapyta, czy ta strona może użyć aparatu.", "Trzymaj dokument w ramce. Gdy tylko będzie ostry, zdjęcie zrobi się samo.", "Wysyłane jest tylko to jedno zdjęcie: odczytamy je i usuniemy. Nic nie jest nagrywane."],
    open: "Otwórz aparat",
    starting: "Aparat się uruchamia",
    slow: "Aparat jeszcze się nie uruchomił. Jeśli przeglądarka o nic nie pyta, wybierz zdjęcie z pliku.",
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
      searching: "Umieść wiersze z <<< w ramce",
      too_dark: "Jest za ciemno: włącz światło",
      glare: "Coś się odbija: przechyl trochę dokument",
      too_far: "Podejdź bliżej",
      blurry: "Obraz jest nieostry: nie ruszaj, trochę dalej",
      cut_off: "Linie są ucięte: umieść wszystkie w ramce",
      covered: "Część wierszy jest zasłonięta: odsuń palce",
      hold_still: "Prawie: nie ruszaj, bez cienia i odblasku",
      barcode: "Kod kreskowy: wypełnij nim ramkę i nie ruszaj telefonem",
      manual: "Naciśnij przycisk, gdy litery i linie są ostre",
      read: "Gotowe",
    },
    problems: {
      denied: {
        title: "Ta strona nie może użyć aparatu",
        text: "Nie było zgody Twojej lub przeglądarki. Możesz na to pozwolić w ustawieniach przeglądarki dla tej strony albo wybrać zdjęcie.",
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

  // A check that continues on a phone.
  handoff: {
    offer: "Aparat w telefonie lepiej widzi dokument.",
    start: "Kontynuuj na telefonie",
    title: "Kontynuuj na telefonie",
    steps: ["Otwórz aparat w telefonie.", "Skieruj go na ten kod QR i otwórz link, który się pojawi.", "Kontynuuj tam. Ta strona sama będzie śledzić postęp."],
    picture: "Kod QR, który otwiera to sprawdzenie na Twoim telefonie.",
    limits: "Działa tylko raz i przez pięć minut. Użyj własnego telefonu i nikomu nie udostępniaj tego kodu.",
    here: "Jednak kontynuuj tutaj",
    openedTitle: "Otwarto na Twoim telefonie",
    opened: "Kontynuuj tam. Gdy tylko skończysz, ta strona sama pokaże wynik. Możesz zostawić ją otwartą.",
    expiredTitle: "Kod QR wygasł",
    expired: "Nie został użyty na czas. Pokaż nowy, aby kontynuować.",
    again: "Pokaż nowy",
    arriveTitle: "Kontynuuj na tym telefonie sprawdzanie wieku dla {tenant}",
    arrive: "Kontynuuj tylko wtedy, gdy kod QR był na Twoim własnym komputerze i to sprawdzanie zaczęło się u Ciebie.",
    arriveGo: "Kontynuuj tutaj",
    staleTitle: "Ten link już nie działa",
    stale: "Działa tylko raz i przez pięć minut. Wróć do komputera, pokaż tam nowy kod QR i zeskanuj go.",
    takenBackTitle: "To sprawdzenie toczy się dalej na Twoim komputerze",
    takenBack: "Zostało tam przejęte z powrotem. Stąd nie można już nic wysłać, a nic z tego, co wysłano, nie jest przechowywane.",
    back: "Wróć do komputera: tam jest dalszy ciąg. Tę stronę możesz zamknąć.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Została jeszcze jedna próba.",
    few: "Zostały jeszcze {count} próby.",
    many: "Zostało jeszcze {count} prób.",
    other: "Zostało jeszcze {count} próby.",
  },
  notAnAttempt: "Nie liczy się to jako próba.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Spróbuj ponownie, gdy minie {time}: wtedy zaczną się już wszędzie." },
  problems: {
    generic: {
      title: "Coś nie zadziałało po naszej stronie",
      what: "Nic nie zostało sprawdzone.",
      next: "Spróbuj ponownie za chwilę.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "Dostawca nie potwierdza Twojego wieku",
        what: "Nie mówi, albo nie dość wiarygodnie, czy masz wymagany tutaj wiek.",
        next: "Wybierz inny sposób potwierdzenia wieku.",
      },
      VENDOR_UNDECIDED: {
        title: "Nie udało się sprawdzić Twojego dokumentu",
        what: "Firma, która go obejrzała, nie może stwierdzić, czy masz wymagany tutaj wiek.",
        next: "Spróbuj z innym dokumentem albo wybierz inny sposób potwierdzenia wieku.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "Nie udało się dopasować Twojej twarzy do zdjęcia w dokumencie",
        what: "Firma porównała zdjęcie Twojej twarzy ze zdjęciem w dokumencie i nie znalazła zgodności.",
        next: "Spróbuj ponownie przy dobrym świetle i z własnym dokumentem albo wybierz inny sposób potwierdzenia wieku.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "W dokumencie nie ma zdjęcia do porównania",
        what: "Firma nie znalazła w dokumencie zdjęcia, z którym można porównać Twoją twarz.",
        next: "Użyj dokumentu ze swoim zdjęciem albo wybierz inny sposób potwierdzenia wieku.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Nie udało się porównać Twojej twarzy z dokumentem",
        what: "Zdjęcie Twojej twarzy nie nadawało się do tego. Nie mówi to nic o Twoim wieku.",
        next: "Spróbuj ponownie przy dobrym świetle i z odsłoniętą twarzą albo wybierz inny sposób potwierdzenia wieku.",
      },
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
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "Wiersze są ucięte",
        what: "Wiersze liter i <<< wychodzą poza krawędź zdjęcia.",
        next: "Odsuń się, aż oba końce wszystkich wierszy znajdą się na zdjęciu, i zrób je ponownie.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Coś zasłania część wierszy",
        what: "Część wierszy liter i <<< da się odczytać, ale reszta jest zasłonięta.",
        next: "Odsuń palce, etui lub wszystko, co leży na wierszach, i zrób zdjęcie ponownie.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "Zdjęcie nie jest dość wyraźne",
        what: "Część, którą odczytujemy, była słabo widoczna.",
        next: "Zadbaj o równe światło, trzymaj telefon nieruchomo i niech dokument wypełni obraz.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "Dokument nie podaje roku urodzenia",
        what: "Odczytaliśmy go bez błędów, ale nie ma w nim roku urodzenia, więc nie może wykazać wieku.",
        next: "Użyj innego dokumentu, w którym jest data urodzenia.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "Dokument nie podaje pełnego roku urodzenia",
        what: "Podaje tylko dwie ostatnie cyfry. Może to być na przykład 1925 lub 2025, więc nie możemy zdecydować.",
        next: "Użyj dokumentu, który podaje cały rok, albo wybierz inny sposób.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Nie udało się odczytać dokumentu",
        what: "Znaleźliśmy jego wiersze lub kod kreskowy, ale część jest zasłonięta, ucięta, zagięta lub zużyta.",
        next: "Połóż go płasko, zmieść na zdjęciu wiersze <<< lub cały kod kreskowy i zrób zdjęcie ponownie.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Niektóre znaki nie pasują do siebie",
        what: "Odczytaliśmy wiersze liter i <<<, ale ich cyfry kontrolne się nie zgadzają.",
        next: "Upewnij się, że nic nie zasłania wierszy. Jeśli to się powtórzy, użyj innego dokumentu.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Nie znaleźliśmy niczego do odczytania",
        what: "Na obrazie nie ma ani wierszy liter i <<< z paszportu lub dowodu osobistego, ani szerokiego kodu kreskowego z prawa jazdy.",
        next: "Europejskiego prawa jazdy nie da się odczytać: użyj paszportu lub dowodu osobistego. W innym przypadku sfotografuj stronę paszportu ze zdjęciem albo drugą stronę karty.",
      },
      DOCUMENT_EXPIRED: {
        title: "Ten dokument jest już nieważny",
        what: "Termin jego ważności minął, więc nie można go tu użyć.",
        next: "Użyj innego, wciąż ważnego dokumentu.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "Nie znamy tego rodzaju dokumentu",
        what: "Możemy odczytać jego wiersze, ale mają układ, którego nie znamy.",
        next: "Użyj paszportu, innego dowodu z wierszami <<< albo prawa jazdy ze Stanów Zjednoczonych lub Kanady.",
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
      AGE_INCONCLUSIVE: {
        title: "Oszacowanie jest zbyt bliskie granicy",
        what: "Nie dało się dość wyraźnie stwierdzić, czy masz wymagany wiek. To nie jest decyzja o Twoim wieku i nie liczy się jako próba.",
        next: "Wybierz inny sposób na tej stronie.",
      },
      VOUCHER_WRONG: {
        title: "Pięć kodów było błędnych",
        what: "Razem liczą się jako jedna próba.",
        next: "Poproś o ponowne pokazanie kodu albo wybierz inny sposób.",
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
        title: "Nie możesz tu użyć tego sposobu",
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
      EVIDENCE_READING: {
        title: "Odczyt jeszcze trwa",
        what: "To, co zostało wysłane, dotarło do nas.",
        next: "Ta strona sama pokaże wynik.",
      },
      EVIDENCE_STOPPED: {
        title: "Czekanie przerwane",
        what: "To, co zostało wysłane, na razie do nas nie dotarło i żadna próba nie została zużyta.",
        next: "Wyślij ponownie, kiedy zechcesz. Jeśli dotrze dwa razy, liczy się raz.",
      },
      EVIDENCE_UNSURE: {
        title: "Nie wiemy, czy dotarło",
        what: "Połączenie zostało przerwane, zanim przyszła odpowiedź.",
        next: "Jeśli dotarło, ta strona sama pokaże wynik. Możesz też wysłać ponownie: liczy się tylko raz.",
      },
      WALLET_DECLINED: {
        title: "Portfel został zamknięty",
        what: "Nic nie zostało udostępnione.",
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
      WALLET_UNCHECKED: {
        title: "Odpowiedź portfela nie została sprawdzona",
        what: "Nic nie zostało rozstrzygnięte i nie liczy się to jako próba.",
        next: "Zapytaj portfel ponownie za chwilę albo wybierz inny sposób poniżej.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "Dostawca jest nieosiągalny",
        what: "Nie odpowiedział tak, jak powinien. Nie liczy się to jako próba.",
        next: "Wybierz inny sposób albo spróbuj ponownie za kilka minut.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Logowanie zostało przerwane",
        what: "Nic nie zostało udostępnione i nie liczy się to jako próba.",
        next: "Spróbuj ponownie albo wybierz inny sposób.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "Nie można przyjąć odpowiedzi",
        what: "Nie przeszła naszej kontroli albo dotyczyła innej wizyty. Nie liczy się to jako próba.",
        next: "Spróbuj ponownie albo wybierz inny sposób.",
      },
      VENDOR_UNAVAILABLE: {
        title: "Nie można połączyć się z firmą",
        what: "Nie odpowiedziała tak, jak powinna. To nie liczy się jako próba.",
        next: "Wybierz inny sposób albo spróbuj ponownie za kilka minut.",
      },
      VENDOR_DECLINED: {
        title: "Sprawdzenie zostało przerwane",
        what: "Niczego nam nie przekazano i to nie liczy się jako próba.",
        next: "Spróbuj ponownie albo wybierz inny sposób.",
      },
      VENDOR_REFUSED: {
        title: "Nie można przyjąć odpowiedzi",
        what: "Firma prosi teraz także o zdjęcie twarzy, a podczas Twojej wizyty tam jeszcze o nie nie prosiła. Nie liczy się to jako próba.",
        next: "Przejdź tam ponownie albo wybierz inny sposób.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "Na zdjęciu są dokumenty dwóch osób",
        what: "Podają różne daty urodzenia, więc nie wiemy, który należy do Ciebie. Nic nie zostało rozstrzygnięte.",
        next: "Sfotografuj tylko jeden dokument: własny, bez żadnego innego na zdjęciu.",
      },
      BIRTHDAY_TODAY: {
        title: "Twoje urodziny jeszcze nie wszędzie się zaczęły",
        what: "Według daty urodzenia osiągasz wiek w dniu urodzin. W niektórych częściach świata ten dzień już trwa, w innych jeszcze się nie zaczął. To nie jest decyzja o Twoim wieku.",
        next: "Spróbuj ponownie rano w dniu po urodzinach: wtedy zaczną się już wszędzie.",
      },
      VOUCHER_UNKNOWN: {
        title: "Ten kod tutaj nie działa",
        what: "Może jest źle wpisany, już użyty, nieważny lub wycofany. To nie liczy się jako próba.",
        next: "Porównaj go z otrzymanym albo poproś o nowy.",
      },
      VOUCHER_UNDECIDED: {
        title: "Ten kod nie odpowiada na pytanie",
        what: "Jest ważny, ale nie mówi, czy masz wymagany tutaj wiek. Nie został zużyty.",
        next: "Poproś o kod dla tego wieku.",
      },
      VOUCHER_UNCHECKED: {
        title: "Kod nie został sprawdzony",
        what: "Nic nie zostało rozstrzygnięte i nie liczy się to jako próba.",
        next: "Spróbuj ponownie za chwilę.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Potwierdzono ukończenie {age} lat",
    go: "Przejdź do {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} otrzymuje odpowiedź bez Twojego imienia i nazwiska oraz bez daty urodzenia.",
    years: "{tenant} otrzymuje odpowiedź i Twój wiek w latach, bez imienia i nazwiska oraz bez daty urodzenia.",
    ages: "{tenant} otrzymuje odpowiedź dla tych progów wieku, bez imienia i nazwiska oraz bez daty urodzenia: {ages}.",
    byTenant: "Ten wynik pochodzi wprost od {tenant}.",
    nothing: "Nie zachowaliśmy niczego z tego, co pokazano.",
    mark: {
      one: "Z tego, co pokazano, zachowujemy tylko znacznik dokumentu, przez {count} dzień.",
      few: "Z tego, co pokazano, zachowujemy tylko znacznik dokumentu, przez {count} dni.",
      many: "Z tego, co pokazano, zachowujemy tylko znacznik dokumentu, przez {count} dni.",
      other: "Z tego, co pokazano, zachowujemy tylko znacznik dokumentu, przez {count} dnia.",
    },
  },
  rejected: {
    title: "Sprawdzenie wskazuje wiek poniżej {age} lat",
    titleByTenant: "{tenant} nie przyjmuje Twojego potwierdzenia wieku",
    /** By the method that decided. */
    by: {
      tenant: "To decyzja {tenant}: tam poznasz jej powód.",
      document: "Według daty urodzenia w dokumencie jego posiadacz nie ma jeszcze {age} lat. Kolejne zdjęcie tego nie zmieni.",
      wallet: "Twój portfel odpowiada, że nie masz jeszcze {age} lat. Ponowne zapytanie tego nie zmieni.",
      voucher: "Osoba, która obejrzała Twój dokument, zapisała wiek poniżej {age} lat.",
      provider: "{provider} odpowiada, że nie masz jeszcze {age} lat.",
      usual: "Samo sprawdzenie się powiodło, więc jego powtórzenie nie zmieni odpowiedzi.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "To wszystko: z Tobą i z Twoim dokumentem jest wszystko w porządku. Możesz wrócić po ukończeniu {age} lat.", usual: "To wszystko: z Tobą jest wszystko w porządku. Możesz wrócić po ukończeniu {age} lat." },
    doubt: {
      title: "Jeśli to nie może być prawda",
      own: "Sprawdź, czy był to Twój własny dokument.",
      again: "Poproś {tenant} o nowe sprawdzenie.",
      ways: "Poproś {tenant} o nowe sprawdzenie i potwierdź wiek w inny sposób: {ways}.",
      complain: "Złóż skargę do {tenant}",
      quote: "Napisz do {tenant}. To sprawdzenie można tam znaleźć po numerze: {id}.",
    },
  },
  appeal: {
    title: "Uważasz, że to pomyłka?",
    text: "Możesz odwołać się w ciągu 24 godzin od decyzji. Wtedy potwierdzasz swój wiek w inny sposób: {ways}.",
    go: "Odwołaj się od tej decyzji",
    made: "Odwołanie od tej decyzji zostało złożone. Ma osobną stronę.",
    open: "Przejdź do odwołania",
    over: "Od tej decyzji nie można się już tutaj odwołać.",
    lead: "To jest Twoje odwołanie. Używasz innego sposobu niż przy pierwszym sprawdzeniu, a zdjęcie dokumentu nie jest potrzebne.",
  },
  failed: {
    title: "Nie udało się sprawdzić Twojego wieku",
    text: "To nie jest rozstrzygnięcie w sprawie Twojego wieku. Wykorzystano wszystkie próby.",
    last: "Ostatnia próba: {problem}.",
    again: "Wróć do {tenant} i zacznij od nowa: otrzymasz nową stronę i nowe próby.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Spróbuj przy świetle dziennym, z dokumentem leżącym płasko na ciemnym stole.", "Jeśli dokument jest zużyty, poproś {tenant} o inny sposób."],
      document: "Jeśli nie masz innego dokumentu, poproś {tenant} o inny sposób.",
      way: "Wybierz tam inny sposób albo poproś o niego {tenant}.",
    },
  },
  expired: {
    title: "Czas tej strony się skończył",
    text: "Nic nie zostało rozstrzygnięte.",
    next: ["Wróć do {tenant} i zacznij od nowa: otworzy się nowa strona."],
  },
  cancelled: {
    title: "Sprawdzanie zostało przerwane na Twoje życzenie",
    text: "Nic nie zostało rozstrzygnięte w sprawie Twojego wieku. {tenant} wie tylko, że sprawdzanie zostało przerwane.",
    next: ["Wróć do {tenant}: być może jest inny sposób albo możesz poprosić o nowe sprawdzenie."],
  },
  withdrawn: {
    title: "{tenant} kończy to sprawdzanie",
    text: "Nic nie zostało rozstrzygnięte w sprawie Twojego wieku.",
    next: ["Wróć do {tenant}: tam poznasz powód albo zaczniesz nowe sprawdzanie."],
  },
  wayBack: {
    go: "Wróć do {tenant}",
    next: "Co możesz teraz zrobić",
    close: "Możesz zamknąć tę stronę i wrócić do {tenant}.",
    soon: {
      one: "Automatyczne przejście za {count} sekundę.",
      few: "Automatyczne przejście za {count} sekundy.",
      many: "Automatyczne przejście za {count} sekund.",
      other: "Automatyczne przejście za {count} sekundy.",
    },
    /** Said once, to those who do not see the count. */
    announced: {
      one: "Ta strona sama wróci do witryny za {count} sekundę. Naciśnij dowolny klawisz lub dotknij ekranu, aby zostać.",
      few: "Ta strona sama wróci do witryny za {count} sekundy. Naciśnij dowolny klawisz lub dotknij ekranu, aby zostać.",
      many: "Ta strona sama wróci do witryny za {count} sekund. Naciśnij dowolny klawisz lub dotknij ekranu, aby zostać.",
      other: "Ta strona sama wróci do witryny za {count} sekundy. Naciśnij dowolny klawisz lub dotknij ekranu, aby zostać.",
    },
    stay: "Zostań tutaj",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Portfel w telefonie",
      needs: "Unijna aplikacja do weryfikacji wieku albo prawo jazdy w Twoim portfelu",
      time: "Mniej niż minutę",
      where: "Portfel opuszcza tylko tak albo nie. Żadna inna firma nie bierze udziału.",
    },
    heading: "Użyj portfela w telefonie",
    about: "Twój portfel odpowiada na jedno pytanie: ukończenie {age} lat, tak czy nie. Imię, data urodzenia i cała reszta zostają u Ciebie.",
    browser: {
      button: "Kontynuuj z portfelem",
      about: "Ta przeglądarka pyta portfele, które zna, na tym urządzeniu lub w Twoim telefonie.",
      waiting: "Czekamy na Twój portfel …",
      cannot: "Ta przeglądarka nie może zapytać portfela. Otwórz tę stronę w innej przeglądarce albo wybierz inny sposób.",
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
    privacy: {
      brief: "Portfel opuszcza tylko tak albo nie. {tenant} nigdy nie widzi Twojego portfela.",
      deletedTerm: "Usuwane od razu",
      deleted: "Sama podpisana odpowiedź, ze wszystkim, po czym można by rozpoznać Ciebie lub Twoje urządzenie.",
      nobody: "Wystawca poświadczenia nie dowiaduje się o tym sprawdzeniu, a ta strona nie ładuje niczego z innych miejsc.",
    },
  },
  elsewhere: {
    title: "Kontynuuj tam, gdzie był początek",
    wallet: "Portfel otworzył inną przeglądarkę niż ta ze sprawdzaniem wieku. Tutaj nic nie zostało rozstrzygnięte.",
    walletNext: "Wróć do pierwszej przeglądarki i otwórz aplikację stamtąd jeszcze raz. Kod QR działa między urządzeniami.",
    provider: "Dostawca skierował Cię do innej przeglądarki niż ta ze sprawdzaniem wieku. Tutaj nic nie zostało rozstrzygnięte.",
    providerNext: "Wróć do pierwszej przeglądarki i zaloguj się stamtąd jeszcze raz.",
  },

  provider: {
    go: "Kontynuuj przez {provider}",
    learns: "{provider} dowie się, że odwiedzasz {tenant}.",
    method: {
      name: "Tożsamość elektroniczna lub bankowa",
      needs: "Zaloguj się tam na własne konto",
      time: "Około minuty",
      where: "Otrzymujemy odpowiedź o Twoim wieku, a resztę od razu usuwamy.",
    },
  },

  vendor: {
    learns: "{provider} widzi Twój dokument tożsamości i dowiaduje się, że odwiedzasz {tenant}.",
    learnsFace: "{provider} widzi Twój dokument tożsamości i zdjęcie Twojej twarzy, porównuje je i dowiaduje się, że odwiedzasz {tenant}.",
    mayLearnFace: "{provider} może zobaczyć Twój dokument tożsamości i zdjęcie Twojej twarzy i je porównać. Firma dowiaduje się, że odwiedzasz {tenant}.",
    method: {
      name: "Sprawdzenie tożsamości przez inną firmę",
      needs: "Sfotografuj tam swój dokument tożsamości",
      time: "Kilka minut",
      where: "Otrzymujemy odpowiedź o Twoim wieku, a całą resztę usuwamy.",
    },
    waiting: {
      title: "Czekamy na {provider}",
      text: "Odpowiedzi jeszcze nie ma. Ta strona sama przejdzie dalej, gdy odpowiedź nadejdzie. Możesz też wybrać inny sposób.",
      look: "Sprawdź teraz",
    },
  },

  voucher: {
    method: {
      name: "Kod od pracownika",
      needs: "Pokaż dokument osobiście i wpisz tutaj otrzymany kod",
      time: "Mniej niż minuta",
      where: "Trafia do nas tylko kod: nic z Twojego dokumentu.",
    },
    heading: "Wpisz swój kod",
    about: "{tenant} daje Ci kod po obejrzeniu Twojego dokumentu na miejscu. Kod działa raz.",
    field: "Kod",
    hint: "10 liter i cyfr, na przykład ABCDE-FGHJK. Wielkość liter i myślniki nie mają znaczenia.",
    submit: "Sprawdź ten kod",
    limit: "Pięć błędnych kodów liczy się jako jedna próba.",
    failed: {
      text: "To nie jest decyzja o Twoim wieku. Pięć kodów było błędnych, więc nie można wpisać kolejnych.",
      next: ["Wróć do {tenant} i zacznij od nowa: otrzymasz nową stronę.", "Miej kod pod ręką albo poproś o nowy."],
    },
    privacy: {
      brief: "Trafia do nas tylko kod. Nic z Twojego dokumentu nie jest wysyłane ani przechowywane.",
      deletedTerm: "Nigdy tutaj",
      deleted: "Dokument, imię i nazwisko oraz data urodzenia: widziała je tylko osoba, która dała Ci kod.",
      nobody: "Żadna inna firma nie bierze udziału, a ta strona nie wczytuje niczego z innych witryn.",
    },
  },

  data: {
    link: "Twoje dane",
    title: "Co jest przechowywane o tym sprawdzeniu",
    lead: "O to sprawdzenie poprosił serwis {tenant}. Najważniejsze dane są na tej stronie, a wszystkie zapisane są w kopii.",
    facts: {
      reference: "Numer",
      started: "Rozpoczęto",
      result: "Wynik",
      method: "Sposób",
      age: "Wiek w latach",
      attempts: "Próby",
      entries: "Dane, które dodaje {tenant}",
      until: "Dane przechowywane do",
      marks: "Znaczniki, po których widać ponowne użycie dokumentu",
      address: "Znacznik Twojego adresu sieciowego, a nie sam adres",
      messages: "Wiadomości wysłane do {tenant}",
    },
    result: {
      open: "Jeszcze niezakończone",
      over: "{age} lat lub więcej",
      under: "Mniej niż {age} lat",
      none: "Brak decyzji",
    },
    never: "Zdjęcia, nazwiska, daty urodzenia, numery dokumentów i odpowiedzi portfeli nigdy nie są przechowywane.",
    copy: "Pobierz kopię (JSON)",
    ask: {
      title: "Usuń te dane",
      text: "{tenant} ma 30 dni na odpowiedź, która pojawi się na tej stronie. Zachowaj jej adres.",
      atOnce: "Dane zostaną usunięte od razu, a ta strona pokaże pokwitowanie. Tego nie można cofnąć: serwis, który zapyta ponownie, będzie potrzebował nowego sprawdzenia.",
      go: "Poproś o usunięcie",
      goAtOnce: "Usuń teraz",
      open: "O usunięcie można poprosić po zakończeniu sprawdzenia.",
    },
    asked: {
      title: "Poproszono o usunięcie",
      text: "Data prośby: {date}. {tenant} ma czas na odpowiedź do {due}; pojawi się ona na tej stronie.",
      busy: "Trwa usuwanie. Otwórz tę stronę ponownie za minutę.",
    },
    declined: {
      title: "{tenant} odmawia usunięcia",
      text: "Oto odpowiedź z dnia {date}:",
    },
    erased: {
      title: "Usunięto",
      text: "Wszystko o tym sprawdzeniu usunięto dnia {date}, poza tym, że się odbyło.",
      keep: "Zachowaj pokwitowanie i jego sól: razem dowodzą usunięcia.",
      receipt: "Pokwitowanie",
      salt: "Sól",
      until: "Tę stronę można otworzyć do {date}.",
    },
    failedTitle: "To się nie udało",
    failed: "Nic nie zostało usunięte. Spróbuj ponownie za minutę.",
    back: "Wróć do sprawdzania wieku",
  },
  ageKey: {
    use: "Użyj mojego klucza wieku",
    useAbout: "Jeśli wcześniejsze sprawdzenie zostało zapisane na tym urządzeniu: wystarczy odcisk palca, twarz lub PIN.",
    waiting: "Czekamy na Twoje urządzenie …",
    checking: "Sprawdzanie …",
    keep: "Zapamiętaj na tym urządzeniu, że mam co najmniej {age} lat",
    keepAbout: "Następnym razem wystarczy odcisk palca, twarz lub PIN. Zapisujemy tylko to: co najmniej {age} lat, sposób potwierdzenia i miesiąc. Klucz wygasa {date}.",
    limits: "Rób to tylko na urządzeniu, którego z nikim nie dzielisz: klucz dostępu może zostać zsynchronizowany z innymi. Operator tej strony widzi, kiedy jest ponownie używany.",
    keptTitle: "Zapisano na tym urządzeniu",
    kept: "Zapisano. W każdej chwili możesz go obejrzeć i usunąć.",
    name: "Potwierdzenie wieku {age}+, {month}",
    title: "Twój klucz wieku",
    lead: "Klucz wieku to klucz dostępu na Twoim urządzeniu. Powtarza to, co zostało raz potwierdzone: że osiągasz pewien wiek. Nic tutaj nie mówi, kim jesteś, więc tylko sam klucz może pokazać, co mówi.",
    look: "Pokaż, co mówi",
    remove: "Usuń mój klucz wieku",
    unsupported: "Ta strona wymaga JavaScriptu i przeglądarki z kluczami dostępu.",
    age: "Co najmniej {age} lat",
    proven: "Potwierdzono: {month}",
    ends: "Wygasa {date}",
    counts: "Działa w {tenant}",
    countsAll: "Działa tutaj w każdej witrynie, która przyjmuje takie klucze",
    synced: "Urządzenie może zsynchronizować go z innymi Twoimi urządzeniami",
    single: "Pozostaje na tym jednym urządzeniu",
    test: "Utworzony w trybie testowym: niczego nie potwierdza",
    deletedTitle: "Klucz wieku usunięty",
    deleted: "Twój klucz wieku został tu usunięty. Klucz dostępu możesz też usunąć w ustawieniach urządzenia.",
    receipt: "To pokwitowanie potwierdza usunięcie. Zachowaj je, jeśli chcesz; nikt inny nie pozna, że dotyczy Ciebie.",
    code: "Kod: {code}",
    problems: {
      stopped: { title: "Nie użyto klucza wieku", what: "Przerwano, albo na tym urządzeniu nie ma klucza dla tej witryny.", next: "Wybierz inny sposób albo spróbuj ponownie." },
      unknown: { title: "Ten klucz wieku nie jest tu znany", what: "Został usunięty, wygasł albo utworzono go dla innej witryny.", next: "Potwierdź wiek w inny sposób. Potem możesz zapisać nowy klucz." },
      ended: { title: "Ten klucz wieku jest za stary", what: "Wygasł albo witryna wymaga nowszego potwierdzenia.", next: "Potwierdź wiek w inny sposób. Potem możesz zapisać nowy klucz." },
      elsewhere: { title: "Ten klucz wieku tu nie działa", what: "Utworzono go dla innej witryny albo do testów.", next: "Potwierdź wiek w inny sposób." },
      weak: { title: "Ten klucz wieku tu nie wystarcza", what: "Potwierdza mniej, niż wymaga ta witryna. To nie jest decyzja o Twoim wieku.", next: "Potwierdź wiek w inny sposób." },
      synced: { title: "Ten klucz dostępu może być na kilku urządzeniach", what: "Ta witryna przyjmuje tylko klucz, który pozostaje na jednym urządzeniu. To nie jest decyzja o Twoim wieku.", next: "Kontynuuj bez niego." },
      refused: { title: "Odpowiedź Twojego urządzenia nie została przyjęta", what: "Niczego nie rozstrzygnięto i to nie liczy się jako próba.", next: "Spróbuj ponownie albo wybierz inny sposób." },
      over: { title: "Nie można już tego zapamiętać", what: "Można to zapisać raz, w ciągu 15 minut po sprawdzeniu.", next: "Możesz przejść dalej. Propozycja pojawi się znów po następnym sprawdzeniu." },
    },
  },
};
