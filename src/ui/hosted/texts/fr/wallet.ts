import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Un portefeuille sur votre téléphone",
      needs:
        "L’application européenne de vérification de l’âge, ou un permis de conduire dans votre portefeuille",
      time: "Moins d’une minute",
      where: "Seul un oui ou un non quitte votre portefeuille. Aucune autre entreprise ne participe.",
    },
    heading: "Utiliser un portefeuille sur votre téléphone",
    about:
      "Votre portefeuille répond à une seule question : avez-vous {age} ans ou plus, oui ou non. Votre nom, votre date de naissance et le reste demeurent chez vous.",
    browser: {
      button: "Continuer avec un portefeuille",
      about:
        "Ce navigateur interroge les portefeuilles qu’il connaît, sur cet appareil ou sur votre téléphone.",
      waiting: "En attente de votre portefeuille …",
      checking: "Vérification de la réponse …",
    },
    apps: {
      eu: "Application européenne de vérification de l’âge",
      openid4vp: "Une autre application portefeuille",
    },
    link: {
      start: "Ouvrir une application sur cet appareil",
      heading: "Continuez dans l’application",
      open: "Ouvrir l’application",
      what: "Donnez-y votre accord ; l’application vous ramène ensuite dans ce navigateur.",
      nothing:
        "Rien ne se passe ? Cet appareil n’a donc pas une telle application. Choisissez un autre moyen ci-dessous.",
    },
    qr: {
      start: "Afficher un code pour mon téléphone",
      heading: "Scannez ce code avec votre téléphone",
      alt: "Code QR pour votre application portefeuille",
      what: "Utilisez l’appareil photo du téléphone ou l’application portefeuille, et donnez-y votre accord. Cette page continue ensuite d’elle-même.",
      reload: "Sans JavaScript : voir si la réponse est arrivée",
    },
    again: "Ou un autre chemin vers votre portefeuille",
    demo: {
      text: "Mode test : pas de téléphone sous la main ?",
      link: "Répondre avec le portefeuille de démonstration",
    },
    tryTest: "Essayer un portefeuille avec un justificatif de test",
    problems: {
      WALLET_DECLINED: {
        title: "Le portefeuille a été fermé",
        what: "Rien n’a été partagé, et cela ne compte pas comme un essai.",
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
    },
    privacy: {
      brief: "Seul un oui ou un non quitte votre portefeuille. {tenant} ne voit jamais votre portefeuille.",
      deleted: {
        term: "Effacé aussitôt",
        text: "La réponse signée elle-même, avec tout ce qui permettrait de vous reconnaître, vous ou votre appareil.",
      },
      kept: {
        term: "Conservé ici",
        text: "La réponse ({age} ans ou plus, ou non), le type de justificatif, qui s’en porte garant et l’heure.",
      },
      learns: { text: "La réponse, le type de justificatif et l’heure." },
      nobody: {
        text: "L’émetteur du justificatif n’apprend rien de cette vérification, et cette page ne charge rien d’ailleurs.",
      },
    },
    elsewhere: {
      title: "Continuez là où vous avez commencé",
      text: "Votre portefeuille a ouvert un autre navigateur que celui de votre vérification. Rien n’a été décidé ici.",
      next: "Revenez au navigateur où vous avez commencé et ouvrez-y de nouveau l’application. Un code QR fonctionne d’un appareil à l’autre.",
    },
  },
} satisfies Pick<Texts, "wallet">;
