import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
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
    reference: "Si vous en parlez à quelqu’un, indiquez",
    again: "Réessayer",
  },
  missing: {
    title: "Cette page n’existe pas",
    text: "L’adresse est peut-être incomplète ou périmée. Si un site vous a envoyé ici pour vérifier votre âge, retournez-y et recommencez.",
  },
} satisfies Partial<Texts>;
