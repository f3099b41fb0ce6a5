import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Il vous reste un essai.",
    other: "Il vous reste {count} essais.",
  },
  notAnAttempt: "Cela ne compte pas comme un essai.",
  problems: {
    generic: {
      title: "Un problème est survenu de notre côté",
      what: "Rien n’a été vérifié.",
      next: "Veuillez réessayer dans un instant.",
    },
    findings: {
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
      DOCUMENT_QUALITY_LOW: {
        title: "La photo n’est pas assez nette",
        what: "La partie que nous lisons n’était pas bien visible.",
        next: "Prenez une lumière régulière, tenez le téléphone sans bouger et laissez le document remplir l’image.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Nous n’avons pas pu lire le document",
        what: "Nous avons trouvé ses lignes ou son code-barres, mais une partie est cachée, coupée, pliée ou usée.",
        next: "Posez-le à plat, gardez les lignes <<< ou tout le code-barres dans l’image et reprenez la photo.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Les lignes du document ne concordent pas",
        what: "Nous avons lu les lignes de lettres et de <<<, mais leurs chiffres de contrôle sont faux.",
        next: "Vérifiez que rien ne cache les lignes. Si cela se reproduit, utilisez un autre document.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Nous n’avons rien trouvé à lire",
        what: "L’image ne montre ni les lignes de lettres et de <<< d’un passeport ou d’une carte d’identité, ni le large code-barres d’un permis.",
        next: "Essayez la page photo du passeport, ou retournez la carte : les deux sont souvent au dos.",
      },
      DOCUMENT_EXPIRED: {
        title: "Ce document n’est plus valable",
        what: "Sa date d’expiration est passée, il ne peut donc pas être utilisé ici.",
        next: "Utilisez un autre document encore valable.",
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
        title: "Ce moyen n’est pas proposé ici",
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
    },
  },
} satisfies Partial<Texts>;
