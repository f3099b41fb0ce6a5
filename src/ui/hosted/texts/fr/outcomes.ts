import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Vous avez montré que vous avez {age} ans ou plus",
    text: "{tenant} reçoit la réponse sans votre nom ni votre date de naissance. Rien de ce que vous avez montré n’a été conservé.",
    go: "Continuer vers {tenant}",
  },
  rejected: {
    title: "La vérification indique un âge inférieur à {age} ans",
    text: "La vérification elle-même a fonctionné : réessayer avec le même document ou portefeuille ne changera pas sa réponse. {tenant} demande {age} ans ou plus et reçoit la réponse, sans votre nom ni votre date de naissance.",
    next: [
      "Si c’est une erreur, vérifiez que le document est bien le vôtre et encore valable.",
      "Demandez ensuite une nouvelle vérification à {tenant}.",
    ],
    go: "Retour vers {tenant}",
  },
  failed: {
    title: "Nous n’avons pas pu vérifier votre âge",
    text: "Ceci n’est pas une décision sur votre âge. Tous les essais sont utilisés, et aucun n’a pu être lu.",
    last: "Dernier essai : {problem}.",
    next: [
      "Retournez vers {tenant} et recommencez : vous aurez une nouvelle page et de nouveaux essais.",
      "Essayez à la lumière du jour, le document à plat sur une table sombre.",
      "Si votre document est usé, demandez un autre moyen à {tenant}.",
    ],
    go: "Retour vers {tenant}",
  },
  expired: {
    title: "Le temps de cette page est écoulé",
    text: "Rien n’a été décidé, et rien de ce que vous avez montré n’a été conservé.",
    next: ["Retournez vers {tenant} et recommencez : une nouvelle page s’ouvrira."],
    go: "Retour vers {tenant}",
  },
  cancelled: {
    title: "Vous avez arrêté cette vérification",
    text: "Rien n’a été décidé sur votre âge. {tenant} sait seulement que vous avez arrêté.",
    next: [
      "Retournez vers {tenant} : il y a peut-être un autre moyen, ou vous pouvez demander une nouvelle vérification.",
    ],
    go: "Retour vers {tenant}",
  },
  wayBack: {
    next: "Ce que vous pouvez faire maintenant",
    close: "Vous pouvez fermer cette page et retourner vers {tenant}.",
    soon: {
      one: "Redirection automatique dans {count} seconde.",
      other: "Redirection automatique dans {count} secondes.",
    },
    stay: "Rester ici",
  },
} satisfies Partial<Texts>;
