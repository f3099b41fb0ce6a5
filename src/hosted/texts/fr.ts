import type { Texts } from "./en.ts";

/** French. A part that is not translated yet is in English. */
export const fr: Texts = {
  // The frame around every screen, and the pages outside a verification.
  frame: {
    by: "Vérification d’âge par",
    support: "Aide de {tenant}",
    language: "Langue",
  },
  test: {
    badge: "Mode test",
    about: "Aucune vraie vérification n’a lieu et rien n’est facturé. Choisissez ce qui doit se passer :",
    bar: "Cette page a été ouverte avec une clé de test.",
    outcomes: {
      approve: {
        name: "Accepter",
        about: "La personne a l’âge requis.",
      },
      under_age: {
        name: "Trop jeune",
        about: "Il manque un an à la personne.",
      },
      poor_document: {
        name: "Mauvaise photo",
        about: "La photo est floue ; utilise un essai.",
      },
      provider_error: {
        name: "Panne technique",
        about: "La méthode échoue ; utilise un essai.",
      },
      expire: {
        name: "Expirer",
        about: "Le temps est écoulé maintenant.",
      },
    },
  },
  broken: {
    title: "Cette page n’a pas pu s’afficher",
    text: "Une erreur est survenue de notre côté. Rien n’a été décidé, et rien de ce que vous avez déjà envoyé n’est perdu.",
    reference: "Si vous contactez l’assistance, indiquez",
    again: "Réessayer",
  },
  missing: {
    title: "Cette page n’existe pas",
    text: "L’adresse est peut-être incomplète ou périmée. Si un site vous a envoyé ici pour vérifier votre âge, retournez-y et recommencez.",
  },

  // The first screen.
  start: {
    title: "{tenant} vous demande de prouver que vous avez {age} ans ou plus",
    lead: "Rien ne commence avant que vous appuyiez sur un bouton.",
    choose: "Choisissez comment vous voulez le prouver",
    onlyWay: "Comment ça marche",
    otherWay: "Choisir un autre moyen",
    back: "Retour au début",
    cancel: "Je ne veux pas le faire",
    noWay: "Aucun moyen de prouver votre âge n’est disponible ici pour le moment. Retournez sur {tenant} et demandez-en un autre.",
    others: "Je ne peux utiliser aucun de ces moyens",
    wayClosed: "Vous ne pouvez plus utiliser ce moyen pour cette vérification. Choisissez-en un autre.",
  },
  methods: {
    document: {
      name: "Photo d’un document",
      needs: "Un passeport, une carte d’identité ou un permis de conduire des États-Unis ou du Canada",
      time: "Environ une minute",
      where: "Lue sur ce serveur et supprimée aussitôt. Aucune autre entreprise ne la voit.",
    },
    unknown: "Un autre moyen",
    quoted: "« {name} »",
  },
  privacy: {
    brief: "Votre photo est lue sur ce serveur et supprimée aussitôt. {tenant} ne la voit jamais.",
    more: "Ce qui est conservé, et qui apprend quoi",
    deletedTerm: "Supprimé aussitôt",
    deleted: "La photo, votre nom, votre date de naissance et le numéro du document.",
    keptTerm: "Conservé ici",
    learnsTerm: "{tenant} apprend",
    nobodyTerm: "Personne d’autre",
    nobody: "Aucune autre entreprise n’intervient, et cette page ne charge rien d’ailleurs.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} apprend seulement si vous avez {age} ans ou plus",
      years: "{tenant} apprend si vous avez {age} ans ou plus et, si votre preuve l’indique, votre âge en années",
      ages: "{tenant} apprend seulement lesquels de ces âges vous atteignez : {ages}",
      agesAndYears: "{tenant} apprend lesquels de ces âges vous atteignez ({ages}) et, si votre preuve l’indique, votre âge en années",
      how: "Et aussi comment et quand vous l’avez prouvé. Nous ne lui envoyons ni votre nom, ni votre date de naissance, ni aucune photo.",
      when: "Et aussi quand vous l’avez prouvé, mais pas comment. Nous ne lui envoyons ni votre nom, ni votre date de naissance, ni aucune photo.",
    },
    shown: "Ce que vous montrez ici est supprimé dès la fin de la vérification",
    mark: { one: "De votre document, seule une empreinte est conservée, pendant {count} jour", other: "De votre document, seule une empreinte est conservée, pendant {count} jours" },
    markAbout: "L’empreinte indique à {tenant} si le même document sert de nouveau. Elle est calculée avec une clé secrète, et rien du document ne peut y être lu.",
    until: "Conservé jusqu’à ce que {tenant} l’efface :",
    days: { one: "Conservé pendant {count} jour au plus :", other: "Conservé pendant {count} jours au plus :" },
    parts: {
      result: "la réponse, comment vous l’avez prouvée et quand",
      years: "votre âge en années, si votre preuve l’indique",
      ages: "lesquels des âges demandés vous atteignez",
      tries: "chaque essai, et pourquoi il n’a pas suffi",
      course: "le déroulement : langue, heures et moyens proposés",
      document: "une empreinte de votre document",
      voucher: "le code utilisé, et quel membre du personnel vous l’a donné",
      entries: "ce que {tenant} a joint, comme un numéro de commande",
      address: "une empreinte de votre adresse réseau, et non l’adresse elle-même",
      person: "pendant un jour, une empreinte qui vous représente chez {tenant}",
      records: "des traces techniques : pages ouvertes, messages à {tenant}, demandes à des portefeuilles et à d’autres entreprises",
    },
    vendors: { erases: "{provider} a sa propre copie de ce que vous y montrez. Nous demandons son effacement, qui peut prendre quelques jours.", keeps: "{provider} a sa propre copie de ce que vous y montrez. Nous ne pouvons pas la faire effacer : adressez-vous à {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – vérification de l’âge pour {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "Voulez-vous arrêter ?",
    text: "Rien ne sera décidé sur votre âge. {tenant} saura seulement que vous avez arrêté.",
    after: "Cette page sera alors fermée définitivement. Vous pourrez demander une nouvelle vérification à {tenant} à tout moment.",
    yes: "Oui, arrêter",
    no: "Non, continuer",
  },
  time: {
    left: {
      one: "Cette page reste ouverte encore {count} minute.",
      other: "Cette page reste ouverte encore {count} minutes.",
    },
    closing: "Cette page se ferme dans moins d’une minute.",
    after: "Si le temps est écoulé, rien n’est perdu : {tenant} peut vous ouvrir une nouvelle page.",
    look: "Sans JavaScript : voir s’il y a du nouveau",
  },
  offline: {
    waiting: "Vous êtes hors ligne. Cette page reprendra d’elle-même dès que vous serez de nouveau en ligne.",
    unsent: "Vous êtes hors ligne. Votre choix sera envoyé automatiquement dès que vous serez de nouveau en ligne.",
    back: "Vous êtes de nouveau en ligne.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Envoi en cours …",
    reading: "L’envoi est arrivé, la lecture est en cours.",
    unsure: "Nous ne savons pas encore si votre envoi est arrivé. Cette page continue de demander.",
    slow: "C’est plus long que d’habitude. Vous pouvez patienter, ou arrêter et renvoyer : cela ne compte qu’une fois.",
    stop: "Ne plus attendre",
  },

  // The document method's form.
  document: {
    heading: "Photographiez votre document",
    which: "La page photo d’un passeport, le côté d’une carte d’identité avec les lignes de lettres et de <<<, ou le dos d’un permis de conduire des États-Unis ou du Canada. Les autres permis de conduire, y compris européens, ne peuvent pas être lus.",
    tips: ["Les lignes <<<, ou tout le code-barres, sont dans l’image", "Une lumière vive et régulière, sans reflet", "Les lettres et les traits fins sont nets"],
    drawing: "Deux dessins. La page photo d’un passeport : en bas se trouvent deux longues lignes de lettres. Le dos d’un permis : sous la bande magnétique se trouve un large bloc de fines lignes noires.",
    field: "Photo de votre document",
    choose: "Choisir une photo",
    chooseOther: "Choisir une autre photo",
    camera: "Prendre une photo",
    formats: "JPEG, PNG, WebP, HEIC ou AVIF, 12 Mo maximum",
    preview: "Votre photo. Les lettres et les traits fins sont-ils nets ?",
    submit: "Vérifier mon âge",
    cameraSubmit: "Vérifier cette photo",
    preparing: "Préparation de votre photo",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Avant d’ouvrir l’appareil photo",
    intro: ["Votre navigateur demande si cette page peut utiliser l’appareil photo.", "Tenez le document dans le cadre. Dès qu’il est net, la photo se prend toute seule.", "Seule cette photo est envoyée, lue et supprimée. Rien n’est enregistré."],
    open: "Ouvrir l’appareil photo",
    starting: "L’appareil photo démarre",
    slow: "L’appareil photo n’a pas encore démarré. Si votre navigateur ne vous demande rien, choisissez plutôt une photo.",
    liveTitle: "Tenez le document dans le cadre",
    shutter: "Prendre la photo maintenant",
    light: "Lumière",
    close: "Fermer l’appareil photo",
    choose: "Choisir plutôt une photo",
    again: "Réessayer",
    pausedTitle: "L’appareil photo est éteint",
    paused: "Il a été éteint parce que cette page n’était plus visible.",
    resume: "Le rallumer",
    hints: {
      searching: "Placez les lignes avec <<< dans le cadre",
      too_dark: "Il fait trop sombre : allumez une lampe",
      glare: "Il y a un reflet : inclinez un peu le document",
      too_far: "Rapprochez-vous",
      blurry: "C’est flou : ne bougez plus, un peu plus loin",
      cut_off: "Les lignes sont coupées : placez-les toutes dans le cadre",
      covered: "Une partie des lignes est cachée : écartez les doigts",
      hold_still: "Presque : ne bougez plus, sans ombre ni reflet",
      barcode: "Un code-barres : remplissez-en le cadre et ne bougez plus",
      manual: "Appuyez sur le bouton quand les lettres et les lignes sont nettes",
      read: "C’est fait",
    },
    problems: {
      denied: {
        title: "Cette page ne peut pas utiliser l’appareil photo",
        text: "Vous ou votre navigateur avez refusé. Vous pouvez l’autoriser dans les réglages du navigateur pour cette page, ou choisir une photo.",
      },
      missing: {
        title: "Nous n’avons pas trouvé d’appareil photo",
        text: "Cet appareil n’en a pas qu’une page puisse utiliser. Choisissez plutôt une photo.",
      },
      busy: {
        title: "L’appareil photo est déjà utilisé",
        text: "Un autre programme ou un autre onglet s’en sert. Fermez-le et réessayez, ou choisissez une photo.",
      },
      failed: {
        title: "L’appareil photo n’a pas démarré",
        text: "Réessayez, ou choisissez plutôt une photo.",
      },
    },
  },

  // A check that continues on a phone.
  handoff: {
    offer: "L’appareil photo de votre téléphone voit mieux un document.",
    start: "Continuer sur votre téléphone",
    title: "Continuez sur votre téléphone",
    steps: ["Ouvrez l’appareil photo de votre téléphone.", "Dirigez-le vers ce code QR et ouvrez le lien qui apparaît.", "Continuez là-bas. Cette page suivra d’elle-même."],
    picture: "Code QR qui ouvre cette vérification sur votre téléphone.",
    limits: "Il fonctionne une seule fois, pendant cinq minutes. Utilisez votre propre téléphone et ne partagez ce code avec personne.",
    here: "Continuer ici finalement",
    openedTitle: "Ouvert sur votre téléphone",
    opened: "Continuez là-bas. Dès que vous aurez terminé, cette page affichera le résultat d’elle-même. Vous pouvez la laisser ouverte.",
    expiredTitle: "Le code QR a expiré",
    expired: "Il n’a pas été utilisé à temps. Affichez-en un nouveau pour continuer.",
    again: "Afficher un nouveau code QR",
    arriveTitle: "Continuer la vérification d’âge de {tenant} sur ce téléphone",
    arrive: "Ne continuez que si le code QR était sur votre propre ordinateur et si vous avez commencé vous-même cette vérification.",
    arriveGo: "Continuer ici",
    staleTitle: "Ce lien ne fonctionne plus",
    stale: "Il fonctionne une seule fois, pendant cinq minutes. Retournez à votre ordinateur, affichez-y un nouveau code QR et scannez-le.",
    takenBackTitle: "Cette vérification continue sur votre ordinateur",
    takenBack: "Elle y a été reprise. Plus rien ne peut être envoyé d’ici, et rien de ce que vous avez envoyé n’est conservé.",
    back: "Retournez à votre ordinateur : la suite est là-bas. Vous pouvez fermer cette page.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Il vous reste un essai.",
    other: "Il vous reste {count} essais.",
  },
  notAnAttempt: "Cela ne compte pas comme un essai.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Réessayez après {time} : il aura alors commencé partout." },
  problems: {
    generic: {
      title: "Un problème est survenu de notre côté",
      what: "Rien n’a été vérifié.",
      next: "Veuillez réessayer dans un instant.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "Le fournisseur ne confirme pas votre âge",
        what: "Il ne dit pas, ou pas assez sûrement, si vous avez l’âge demandé ici.",
        next: "Choisissez un autre moyen de prouver votre âge.",
      },
      VENDOR_UNDECIDED: {
        title: "Votre document n’a pas pu être vérifié",
        what: "L’entreprise qui l’a examiné ne peut pas dire si vous avez l’âge demandé ici.",
        next: "Réessayez avec un autre document, ou choisissez un autre moyen de prouver votre âge.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "La correspondance entre votre visage et la photo du document n’a pas pu être établie",
        what: "L’entreprise a comparé la photo de votre visage avec celle du document et n’a pas trouvé de correspondance.",
        next: "Réessayez avec un bon éclairage et votre propre document, ou choisissez un autre moyen de prouver votre âge.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "Le document ne porte pas de photo à comparer",
        what: "L’entreprise n’a trouvé sur le document aucune photo à laquelle comparer votre visage.",
        next: "Utilisez un document qui porte votre photo, ou choisissez un autre moyen de prouver votre âge.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Votre visage n’a pas pu être comparé au document",
        what: "La photo de votre visage n’a pas pu servir à cela. Cela ne dit rien de votre âge.",
        next: "Réessayez avec un bon éclairage et le visage dégagé, ou choisissez un autre moyen de prouver votre âge.",
      },
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "La photo est floue",
        what: "Les lettres et les traits fins se confondent.",
        next: "Tenez le téléphone sans bouger, touchez les lignes <<< ou le code-barres pour faire la mise au point, et reprenez la photo.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Un reflet cache une partie du document",
        what: "La lumière se reflète sur le document et cache ce qu’il y a dessous.",
        next: "Désactivez le flash et inclinez un peu le document jusqu’à ce que rien ne brille.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "Le document est trop petit sur la photo",
        what: "Les lettres et les traits sont trop fins pour être distingués.",
        next: "Rapprochez-vous jusqu’à ce que le document remplisse l’image, et envoyez la photo d’origine, pas une capture d’écran.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "La photo est trop sombre",
        what: "Il n’y a pas assez de lumière pour la lire.",
        next: "Allumez une lampe ou approchez-vous d’une fenêtre, et reprenez la photo.",
      },
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "Les lignes sont coupées",
        what: "Les lignes de lettres et de <<< dépassent du bord de la photo.",
        next: "Reculez jusqu’à ce que les deux bouts de toutes les lignes soient dans l’image, et reprenez la photo.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Quelque chose cache une partie des lignes",
        what: "Nous lisons une partie des lignes de lettres et de <<<, mais le reste est caché.",
        next: "Écartez les doigts, l’étui ou tout ce qui couvre les lignes, et reprenez la photo.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "La photo n’est pas assez nette",
        what: "La partie que nous lisons n’était pas bien visible.",
        next: "Prenez une lumière régulière, tenez le téléphone sans bouger et laissez le document remplir l’image.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "Le document n’indique pas votre année de naissance",
        what: "Nous l’avons lu sans erreur, mais il ne donne pas d’année de naissance et ne peut donc pas montrer votre âge.",
        next: "Utilisez un autre document qui indique votre date de naissance.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "Le document n’indique pas votre année de naissance en entier",
        what: "Il ne donne que les deux derniers chiffres. Ce peut être 1925 ou 2025, par exemple : nous ne pouvons pas décider.",
        next: "Utilisez un document qui donne l’année entière, ou choisissez un autre moyen.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Nous n’avons pas pu lire le document",
        what: "Nous avons trouvé ses lignes ou son code-barres, mais une partie est cachée, coupée, pliée ou usée.",
        next: "Posez-le à plat, gardez les lignes <<< ou tout le code-barres dans l’image et reprenez la photo.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Certains caractères ne concordent pas",
        what: "Nous avons lu les lignes de lettres et de <<<, mais leurs chiffres de contrôle ne correspondent pas.",
        next: "Vérifiez que rien ne cache les lignes. Si cela se reproduit, utilisez un autre document.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Nous n’avons rien trouvé à lire",
        what: "L’image ne montre ni les lignes de lettres et de <<< d’un passeport ou d’une carte d’identité, ni le large code-barres d’un permis.",
        next: "Un permis de conduire européen ne peut pas être lu : utilisez un passeport ou une carte d’identité. Sinon, photographiez la page photo du passeport ou l’autre côté de la carte.",
      },
      DOCUMENT_EXPIRED: {
        title: "Ce document n’est plus valable",
        what: "Sa date d’expiration est passée, il ne peut donc pas être utilisé ici.",
        next: "Utilisez un autre document encore valable.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "Nous ne connaissons pas ce type de document",
        what: "Nous pouvons lire ses lignes, mais elles sont disposées d’une façon que nous ne connaissons pas.",
        next: "Utilisez un passeport, une autre carte d’identité avec des lignes <<< ou un permis des États-Unis ou du Canada.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "Nous ne pouvons pas utiliser ce type de document",
        what: "Les passeports, les cartes d’identité avec des lignes <<< et les permis des États-Unis et du Canada conviennent.",
        next: "Utilisez l’un d’eux.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "Nous n’avons pas pu ouvrir ce fichier",
        what: "Ce n’est pas une image JPEG, PNG, WebP, HEIC ou AVIF, ou elle est endommagée.",
        next: "Choisissez une photo dans l’un de ces formats, ou prenez-en une nouvelle.",
      },
      IMAGE_TOO_LARGE: {
        title: "L’image est trop grande",
        what: "Nous acceptons jusqu’à 12 Mo et 50 mégapixels.",
        next: "Prenez la photo avec une résolution plus basse, ou recadrez-la sur le document.",
      },
      AGE_INCONCLUSIVE: {
        title: "L’estimation est trop proche de la limite",
        what: "Elle ne permet pas de dire assez clairement si vous avez l’âge demandé. Ce n’est pas une décision sur votre âge, et cela ne compte pas comme un essai.",
        next: "Choisissez un autre moyen sur cette page.",
      },
      VOUCHER_WRONG: {
        title: "Cinq codes étaient faux",
        what: "Ensemble, ils comptent comme un essai.",
        next: "Demandez à revoir le code, ou choisissez un autre moyen.",
      },
      METHOD_FAILED: {
        title: "La vérification s’est interrompue",
        what: "Un incident s’est produit de notre côté. Cela n’a rien à voir avec vous ni avec votre photo.",
        next: "Veuillez réessayer.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Nous vérifions encore votre photo",
        what: "Celle que vous avez envoyée avant est en cours de lecture.",
        next: "Patientez un instant : cette page affichera le résultat d’elle-même.",
      },
      SERVICE_UNAVAILABLE: {
        title: "Beaucoup de personnes sont ici en ce moment",
        what: "Votre photo n’a pas été vérifiée, et cela ne compte pas comme un essai.",
        next: "Veuillez réessayer dans quelques secondes.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "Le fichier est trop volumineux",
        what: "Nous acceptons des images jusqu’à 12 Mo. Cela ne compte pas comme un essai.",
        next: "Choisissez-en une plus petite, ou prenez la photo avec une résolution plus basse.",
      },
      INVALID_REQUEST_BODY: {
        title: "Aucune photo n’est arrivée",
        what: "Le formulaire est arrivé sans image. Cela ne compte pas comme un essai.",
        next: "Choisissez d’abord une photo, puis envoyez-la.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "C’était un peu trop souvent",
        what: "Rien n’est perdu, et cela ne compte pas comme un essai.",
        next: "Attendez quelques minutes, ou continuez avec cet appareil.",
      },
      METHOD_UNAVAILABLE: {
        title: "Vous ne pouvez pas utiliser ce moyen ici",
        what: "La vérification ne peut se faire que d’une autre manière.",
        next: "Choisissez l’un des moyens sur cette page.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "Cette vérification est déjà terminée",
        what: "Plus rien ne peut être envoyé.",
        next: "Cette page montre comment elle s’est terminée.",
      },
      NETWORK: {
        title: "La connexion s’est interrompue",
        what: "Votre photo ne nous est pas parvenue. Cela ne compte pas comme un essai.",
        next: "Vérifiez votre connexion et renvoyez-la.",
      },
      EVIDENCE_READING: {
        title: "La lecture est encore en cours",
        what: "Votre envoi nous est bien parvenu.",
        next: "Cette page affichera le résultat d’elle-même.",
      },
      EVIDENCE_STOPPED: {
        title: "Vous avez cessé d’attendre",
        what: "Pour l’instant, votre envoi ne nous est pas parvenu, et aucun essai n’a été utilisé.",
        next: "Renvoyez-le quand vous voulez. S’il arrive deux fois, il ne compte qu’une fois.",
      },
      EVIDENCE_UNSURE: {
        title: "Nous ne savons pas si votre envoi est arrivé",
        what: "La connexion s’est interrompue avant la réponse.",
        next: "S’il est arrivé, cette page affichera le résultat d’elle-même. Vous pouvez aussi le renvoyer : il ne compte qu’une fois.",
      },
      WALLET_DECLINED: {
        title: "Le portefeuille a été fermé",
        what: "Rien n’a été partagé.",
        next: "Interrogez de nouveau le portefeuille, ou choisissez un autre moyen ci-dessous.",
      },
      WALLET_NOT_FOUND: {
        title: "Ce navigateur n’a trouvé aucun portefeuille",
        what: "Il n’y en a peut-être pas sur cet appareil, ou il ne contient rien qui prouve votre âge.",
        next: "Essayez l’un des autres moyens ci-dessous.",
      },
      WALLET_REFUSED: {
        title: "La réponse du portefeuille n’a pas pu être utilisée",
        what: "Sa preuve d’âge a expiré, vient de quelqu’un qui n’est pas reconnu ici, ou répondait à une autre demande.",
        next: "Réessayez avec une autre preuve d’âge, ou choisissez un autre moyen ci-dessous.",
      },
      WALLET_UNCHECKED: {
        title: "La réponse du portefeuille n’a pas été vérifiée",
        what: "Rien n’a été décidé, et cela ne compte pas comme un essai.",
        next: "Interrogez de nouveau votre portefeuille dans un instant, ou choisissez un autre moyen ci-dessous.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "Le fournisseur est injoignable",
        what: "Il n’a pas répondu comme il le devrait. Cela ne compte pas comme une tentative.",
        next: "Choisissez un autre moyen, ou réessayez dans quelques minutes.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Vous avez interrompu la connexion",
        what: "Rien n’a été partagé, et cela ne compte pas comme une tentative.",
        next: "Réessayez, ou choisissez un autre moyen.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "La réponse n’a pas pu être acceptée",
        what: "Elle n’a pas passé nos contrôles, ou concernait une autre visite. Cela ne compte pas comme une tentative.",
        next: "Réessayez, ou choisissez un autre moyen.",
      },
      VENDOR_UNAVAILABLE: {
        title: "L’entreprise est injoignable",
        what: "Elle n’a pas répondu comme elle le devrait. Cela ne compte pas comme une tentative.",
        next: "Choisissez un autre moyen, ou réessayez dans quelques minutes.",
      },
      VENDOR_DECLINED: {
        title: "Vous avez arrêté le contrôle",
        what: "Rien ne nous a été transmis, et cela ne compte pas comme une tentative.",
        next: "Réessayez, ou choisissez un autre moyen.",
      },
      VENDOR_REFUSED: {
        title: "La réponse n’a pas pu être acceptée",
        what: "L’entreprise demande maintenant aussi une photo de votre visage, ce qu’elle ne faisait pas quand vous y étiez. Cela ne compte pas comme une tentative.",
        next: "Retournez-y, ou choisissez un autre moyen.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "La photo montre les documents de deux personnes",
        what: "Leurs dates de naissance diffèrent, et nous ne pouvons pas savoir lequel est le vôtre. Rien n’a été décidé.",
        next: "Photographiez un seul document : le vôtre, sans aucun autre dans l’image.",
      },
      BIRTHDAY_TODAY: {
        title: "Votre anniversaire n’a pas encore commencé partout",
        what: "D’après votre date de naissance, vous atteignez l’âge le jour de votre anniversaire. Dans certaines parties du monde, ce jour est déjà là, dans d’autres pas encore. Ce n’est pas une décision sur votre âge.",
        next: "Réessayez le lendemain matin de votre anniversaire : il aura alors commencé partout.",
      },
      VOUCHER_UNKNOWN: {
        title: "Ce code ne fonctionne pas ici",
        what: "Il est peut-être mal saisi, déjà utilisé, expiré ou annulé. Cela ne compte pas comme un essai.",
        next: "Comparez-le avec celui que vous avez reçu, ou demandez-en un nouveau.",
      },
      VOUCHER_UNDECIDED: {
        title: "Ce code ne répond pas à la question",
        what: "Il est valable, mais il ne dit pas si vous avez l’âge demandé ici. Il n’a pas été utilisé.",
        next: "Demandez un code pour cet âge.",
      },
      VOUCHER_UNCHECKED: {
        title: "Le code n’a pas été vérifié",
        what: "Rien n’a été décidé, et cela ne compte pas comme un essai.",
        next: "Réessayez dans un instant.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Vous avez montré que vous avez {age} ans ou plus",
    go: "Continuer vers {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} reçoit la réponse, sans votre nom ni votre date de naissance.",
    years: "{tenant} reçoit la réponse et votre âge en années, sans votre nom ni votre date de naissance.",
    ages: "{tenant} reçoit la réponse pour ces âges, sans votre nom ni votre date de naissance : {ages}.",
    byTenant: "{tenant} l’a enregistré de son côté.",
    nothing: "Nous n’avons rien conservé de ce que vous avez montré.",
    mark: { one: "De ce que vous avez montré, nous ne conservons qu’une empreinte de votre document, pendant {count} jour.", other: "De ce que vous avez montré, nous ne conservons qu’une empreinte de votre document, pendant {count} jours." },
  },
  rejected: {
    title: "La vérification indique un âge inférieur à {age} ans",
    titleByTenant: "{tenant} n’a pas accepté votre preuve d’âge",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} l’a décidé de son côté et peut vous dire pourquoi.",
      document: "D’après la date de naissance du document, son titulaire a moins de {age} ans. Une autre photo n’y changera rien.",
      wallet: "Votre portefeuille répond que vous avez moins de {age} ans. Lui redemander n’y changera rien.",
      voucher: "La personne qui a regardé votre pièce d’identité a noté un âge inférieur à {age} ans.",
      provider: "{provider} répond que vous avez moins de {age} ans.",
      usual: "La vérification elle-même a fonctionné : la refaire ne changera pas la réponse.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "C’est tout : il n’y a aucun problème, ni avec vous ni avec votre document. Vous pourrez revenir à {age} ans.", usual: "C’est tout : il n’y a aucun problème avec vous. Vous pourrez revenir à {age} ans." },
    doubt: {
      title: "Si cela ne peut pas être exact",
      own: "Vérifiez que c’était bien votre propre document.",
      again: "Demandez une nouvelle vérification à {tenant}.",
      ways: "Demandez une nouvelle vérification à {tenant} et prouvez votre âge autrement : {ways}.",
      complain: "Adresser une réclamation à {tenant}",
      quote: "Écrivez à {tenant}, qui retrouvera cette vérification par son numéro : {id}.",
    },
  },
  appeal: {
    title: "Vous pensez que c’est une erreur ?",
    text: "Vous pouvez contester la décision pendant 24 heures. Vous prouvez alors votre âge autrement : {ways}.",
    go: "Contester cette décision",
    made: "Vous avez contesté cette décision. Votre contestation a sa propre page.",
    open: "Aller à votre contestation",
    over: "Cette décision ne peut plus être contestée ici.",
    lead: "Voici votre contestation. Vous utilisez un autre moyen que lors de la première vérification, et aucune photo de document n’est demandée.",
  },
  failed: {
    title: "Nous n’avons pas pu vérifier votre âge",
    text: "Ceci n’est pas une décision sur votre âge. Tous les essais sont utilisés.",
    last: "Dernier essai : {problem}.",
    again: "Retournez vers {tenant} et recommencez : vous aurez une nouvelle page et de nouveaux essais.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Essayez à la lumière du jour, le document à plat sur une table sombre.", "Si votre document est usé, demandez un autre moyen à {tenant}."],
      document: "Si vous n’avez pas d’autre document, demandez un autre moyen à {tenant}.",
      way: "Choisissez-y un autre moyen, ou demandez-en un à {tenant}.",
    },
  },
  expired: {
    title: "Le temps de cette page est écoulé",
    text: "Rien n’a été décidé.",
    next: ["Retournez vers {tenant} et recommencez : une nouvelle page s’ouvrira."],
  },
  cancelled: {
    title: "Vous avez arrêté cette vérification",
    text: "Rien n’a été décidé sur votre âge. {tenant} sait seulement que vous avez arrêté.",
    next: ["Retournez vers {tenant} : il y a peut-être un autre moyen, ou vous pouvez demander une nouvelle vérification."],
  },
  withdrawn: {
    title: "{tenant} a mis fin à cette vérification",
    text: "Rien n’a été décidé sur votre âge.",
    next: ["Retournez vers {tenant} : vous pourrez y connaître la raison ou commencer une nouvelle vérification."],
  },
  wayBack: {
    go: "Retour vers {tenant}",
    next: "Ce que vous pouvez faire maintenant",
    close: "Vous pouvez fermer cette page et retourner vers {tenant}.",
    soon: {
      one: "Redirection automatique dans {count} seconde.",
      other: "Redirection automatique dans {count} secondes.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "Cette page retourne d’elle-même au site dans {count} seconde. Appuyez sur une touche ou touchez l’écran pour rester.", other: "Cette page retourne d’elle-même au site dans {count} secondes. Appuyez sur une touche ou touchez l’écran pour rester." },
    stay: "Rester ici",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Un portefeuille sur votre téléphone",
      needs: "L’application européenne de vérification de l’âge, ou un permis de conduire dans votre portefeuille",
      time: "Moins d’une minute",
      where: "Seul un oui ou un non quitte votre portefeuille. Aucune autre entreprise ne participe.",
    },
    heading: "Utiliser un portefeuille sur votre téléphone",
    about: "Votre portefeuille répond à une seule question : avez-vous {age} ans ou plus, oui ou non. Votre nom, votre date de naissance et le reste demeurent chez vous.",
    browser: {
      button: "Continuer avec un portefeuille",
      about: "Ce navigateur interroge les portefeuilles qu’il connaît, sur cet appareil ou sur votre téléphone.",
      waiting: "En attente de votre portefeuille …",
      cannot: "Ce navigateur ne peut pas interroger de portefeuille. Ouvrez cette page dans un autre navigateur, ou choisissez un autre moyen.",
    },
    apps: {
      eu: "Application européenne de vérification de l’âge",
      openid4vp: "Une autre application portefeuille",
    },
    link: {
      start: "Ouvrir une application sur cet appareil",
      heading: "Continuez dans l’application",
      open: "Ouvrir l’application",
      what: "Donnez-y votre accord ; l’application vous ramène ensuite dans ce navigateur.",
      nothing: "Rien ne se passe ? Cet appareil n’a donc pas une telle application. Choisissez un autre moyen ci-dessous.",
    },
    qr: {
      start: "Afficher un code pour mon téléphone",
      heading: "Scannez ce code avec votre téléphone",
      alt: "Code QR pour votre application portefeuille",
      what: "Utilisez l’appareil photo du téléphone ou l’application portefeuille, et donnez-y votre accord. Cette page continue ensuite d’elle-même.",
      reload: "Sans JavaScript : voir si la réponse est arrivée",
    },
    again: "Ou un autre chemin vers votre portefeuille",
    demo: {
      text: "Mode test : pas de téléphone sous la main ?",
      link: "Répondre avec le portefeuille de démonstration",
    },
    tryTest: "Essayer un portefeuille avec un justificatif de test",
    privacy: {
      brief: "Seul un oui ou un non quitte votre portefeuille. {tenant} ne voit jamais votre portefeuille.",
      deletedTerm: "Effacé aussitôt",
      deleted: "La réponse signée elle-même, avec tout ce qui permettrait de vous reconnaître, vous ou votre appareil.",
      nobody: "L’émetteur du justificatif n’apprend rien de cette vérification, et cette page ne charge rien d’ailleurs.",
    },
  },
  elsewhere: {
    title: "Continuez là où vous avez commencé",
    wallet: "Votre portefeuille a ouvert un autre navigateur que celui de votre vérification. Rien n’a été décidé ici.",
    walletNext: "Revenez au navigateur où vous avez commencé et ouvrez-y de nouveau l’application. Un code QR fonctionne d’un appareil à l’autre.",
    provider: "Le fournisseur vous a envoyé dans un autre navigateur que celui de votre vérification. Rien n’a été décidé ici.",
    providerNext: "Revenez au navigateur où vous avez commencé et connectez-vous de nouveau depuis celui-ci.",
  },

  provider: {
    go: "Continuer avec {provider}",
    learns: "{provider} apprend que vous visitez {tenant}.",
    method: {
      name: "Une identité électronique ou bancaire",
      needs: "Connectez-vous là-bas avec votre propre compte",
      time: "Environ une minute",
      where: "Nous recevons la réponse sur votre âge et effaçons tout le reste.",
    },
  },

  vendor: {
    learns: "{provider} voit votre pièce d’identité et apprend que vous visitez {tenant}.",
    learnsFace: "{provider} voit votre pièce d’identité et une photo de votre visage, les compare et apprend que vous visitez {tenant}.",
    mayLearnFace: "{provider} peut voir votre pièce d’identité et une photo de votre visage et les comparer. L’entreprise apprend que vous visitez {tenant}.",
    method: {
      name: "Un contrôle d’identité par une autre entreprise",
      needs: "Photographiez-y votre pièce d’identité",
      time: "Quelques minutes",
      where: "Nous recevons la réponse sur votre âge et effaçons tout le reste.",
    },
    waiting: {
      title: "En attente de {provider}",
      text: "La réponse n’est pas encore là. Cette page continue d’elle-même dès qu’elle arrive. Vous pouvez aussi choisir un autre moyen.",
      look: "Vérifier maintenant",
    },
  },

  voucher: {
    method: {
      name: "Un code remis par le personnel",
      needs: "Montrez votre pièce d’identité en personne et saisissez ici le code reçu",
      time: "Moins d’une minute",
      where: "Seul le code nous parvient : rien de votre pièce d’identité.",
    },
    heading: "Saisissez votre code",
    about: "{tenant} vous remet le code après avoir regardé votre pièce d’identité en personne. Il sert une seule fois.",
    field: "Votre code",
    hint: "10 lettres et chiffres, comme ABCDE-FGHJK. Les majuscules et les tirets n’ont pas d’importance.",
    submit: "Vérifier ce code",
    limit: "Cinq codes faux comptent comme un essai.",
    failed: {
      text: "Ce n’est pas une décision sur votre âge. Cinq codes étaient faux : il n’est plus possible d’en saisir.",
      next: ["Retournez chez {tenant} et recommencez : vous obtenez une nouvelle page.", "Gardez le code sous les yeux, ou demandez-en un nouveau."],
    },
    privacy: {
      brief: "Seul le code nous parvient. Rien de votre pièce d’identité n’est envoyé ni conservé.",
      deletedTerm: "Jamais ici",
      deleted: "Votre pièce d’identité, votre nom et votre date de naissance : seule la personne qui vous a remis le code les a vus.",
      nobody: "Aucune autre entreprise n’est impliquée, et cette page ne charge rien d’autres sites.",
    },
  },

  data: {
    link: "Vos données",
    title: "Ce qui est conservé de cette vérification",
    lead: "{tenant} a demandé cette vérification. L’essentiel figure sur cette page, et tout ce qui est conservé figure dans la copie.",
    facts: {
      reference: "Référence",
      started: "Début",
      result: "Résultat",
      method: "Méthode",
      age: "Âge en années",
      attempts: "Tentatives",
      entries: "Informations ajoutées par {tenant}",
      until: "Informations conservées jusqu’au",
      marks: "Empreintes qui montrent si un document sert de nouveau",
      address: "Une empreinte de votre adresse réseau, et non l’adresse elle-même",
      messages: "Messages envoyés à {tenant}",
    },
    result: {
      open: "Pas encore terminée",
      over: "{age} ans ou plus",
      under: "Moins de {age} ans",
      none: "Aucune décision",
    },
    never: "Les photos, noms, dates de naissance, numéros de document et réponses de portefeuilles ne sont jamais conservés.",
    copy: "Télécharger une copie (JSON)",
    ask: {
      title: "Effacer ces données",
      text: "{tenant} a 30 jours pour répondre, et la réponse s’affichera sur cette page. Conservez son adresse.",
      atOnce: "L’effacement est immédiat, puis cette page affiche un reçu. Il est définitif : un site qui redemande votre âge aura besoin d’une nouvelle vérification.",
      go: "Demander l’effacement",
      goAtOnce: "Effacer maintenant",
      open: "Vous pourrez demander l’effacement une fois la vérification terminée.",
    },
    asked: {
      title: "Vous avez demandé l’effacement",
      text: "Demande du {date}. {tenant} a jusqu’au {due} pour répondre, et la réponse s’affichera sur cette page.",
      busy: "L’effacement est en cours. Rouvrez cette page dans une minute.",
    },
    declined: {
      title: "{tenant} a refusé l’effacement",
      text: "Voici la réponse du {date} :",
    },
    erased: {
      title: "Effacé",
      text: "Tout ce qui concerne cette vérification a été effacé le {date}, sauf le fait qu’elle a eu lieu.",
      keep: "Conservez le reçu et son sel : ensemble, ils prouvent l’effacement.",
      receipt: "Reçu",
      salt: "Sel",
      until: "Cette page peut être ouverte jusqu’au {date}.",
    },
    failedTitle: "Cela n’a pas fonctionné",
    failed: "Rien n’a été effacé. Réessayez dans une minute.",
    back: "Retour à la vérification d’âge",
  },
  ageKey: {
    use: "Utiliser ma clé d’âge",
    useAbout: "Si vous avez conservé un contrôle précédent sur cet appareil : votre empreinte, votre visage ou votre code suffit.",
    waiting: "En attente de votre appareil …",
    checking: "Vérification …",
    keep: "Retenir sur cet appareil que j’ai {age} ans ou plus",
    keepAbout: "La prochaine fois, votre empreinte, votre visage ou votre code suffira. Seuls sont conservés : {age} ans ou plus, la manière dont vous l’avez prouvé et le mois. La clé expire le {date}.",
    limits: "Faites-le seulement sur un appareil que vous ne partagez pas : une clé d’accès peut être synchronisée avec d’autres. L’exploitant de cette page peut voir quand elle est réutilisée.",
    keptTitle: "Conservé sur cet appareil",
    kept: "C’est conservé. Vous pouvez consulter la clé et la supprimer à tout moment.",
    name: "Preuve d’âge {age}+, {month}",
    title: "Votre clé d’âge",
    lead: "Une clé d’âge est une clé d’accès sur votre appareil. Elle répète ce que vous avez prouvé une fois : que vous atteignez un âge. Rien ici ne dit qui vous êtes ; seule la clé elle-même peut donc montrer ce qu’elle dit.",
    look: "Montrer ce qu’elle dit",
    remove: "Supprimer ma clé d’âge",
    unsupported: "Cette page nécessite JavaScript et un navigateur avec clés d’accès.",
    age: "{age} ans ou plus",
    proven: "Prouvé en {month}",
    ends: "Expire le {date}",
    counts: "Valable chez {tenant}",
    countsAll: "Valable ici sur tous les sites qui acceptent ces clés",
    synced: "Votre appareil peut la synchroniser avec vos autres appareils",
    single: "Reste sur ce seul appareil",
    test: "Créée en mode test : elle ne prouve rien",
    deletedTitle: "Clé d’âge supprimée",
    deleted: "Votre clé d’âge est supprimée ici. Vous pouvez aussi retirer la clé d’accès dans les réglages de votre appareil.",
    receipt: "Ce reçu prouve la suppression. Conservez-le si vous le souhaitez ; personne d’autre ne peut savoir qu’il vous concerne.",
    code: "Code d’erreur : {code}",
    problems: {
      stopped: { title: "Aucune clé d’âge n’a été utilisée", what: "Vous avez arrêté, ou cet appareil n’en a pas pour ce site.", next: "Choisissez un autre moyen, ou réessayez." },
      unknown: { title: "Cette clé d’âge est inconnue ici", what: "Elle a été supprimée, a expiré ou a été créée pour un autre site.", next: "Prouvez votre âge d’une autre manière. Vous pourrez ensuite en conserver une nouvelle." },
      ended: { title: "Cette clé d’âge est trop ancienne", what: "Elle a expiré, ou le site demande une preuve plus récente.", next: "Prouvez votre âge d’une autre manière. Vous pourrez ensuite en conserver une nouvelle." },
      elsewhere: { title: "Cette clé d’âge n’est pas valable ici", what: "Elle a été créée pour un autre site web ou pour des tests.", next: "Prouvez votre âge d’une autre manière." },
      weak: { title: "Cette clé d’âge ne suffit pas ici", what: "Elle prouve moins que ce que demande ce site. Ce n’est pas une décision sur votre âge.", next: "Prouvez votre âge d’une autre manière." },
      synced: { title: "Cette clé d’accès peut se trouver sur plusieurs appareils", what: "Ce site n’accepte qu’une clé qui reste sur un seul appareil. Ce n’est pas une décision sur votre âge.", next: "Continuez sans elle." },
      refused: { title: "La réponse de votre appareil n’a pas été acceptée", what: "Rien n’a été décidé, et cela ne compte pas comme une tentative.", next: "Réessayez, ou choisissez un autre moyen." },
      over: { title: "Cela ne peut plus être retenu", what: "C’est possible une fois, dans les 15 minutes qui suivent la vérification.", next: "Vous pouvez continuer. Ce sera proposé de nouveau après votre prochain contrôle." },
    },
  },
};
