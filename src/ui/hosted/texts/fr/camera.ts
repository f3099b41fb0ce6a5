import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Avant d’ouvrir l’appareil photo",
    intro: [
      "Votre navigateur demande si cette page peut utiliser l’appareil photo.",
      "Tenez le document dans le cadre. Dès qu’il est net, la photo se prend toute seule.",
      "Seule cette photo est envoyée, lue et supprimée. Rien n’est enregistré.",
    ],
    open: "Ouvrir l’appareil photo",
    starting: "L’appareil photo démarre",
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
      too_dark: "Il fait trop sombre : allumez une lampe",
      glare: "Il y a un reflet : inclinez un peu le document",
      too_far: "Rapprochez-vous",
      blurry: "C’est flou : ne bougez plus, un peu plus loin",
      cut_off: "Les lignes sont coupées : placez-les toutes dans le cadre",
      hold_still: "Presque : ne bougez plus, sans ombre ni reflet",
      barcode: "Un code-barres : remplissez-en le cadre et appuyez sur le bouton",
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
} satisfies Partial<Texts>;
