import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "Voulez-vous arrêter ?",
    text: "Rien ne sera décidé sur votre âge. {tenant} saura seulement que vous avez arrêté.",
    after:
      "Cette page sera alors fermée définitivement. Vous pourrez demander une nouvelle vérification à {tenant} à tout moment.",
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
  },
  offline: {
    waiting: "Vous êtes hors ligne. Cette page reprendra d’elle-même dès que vous serez de nouveau en ligne.",
    unsent:
      "Vous êtes hors ligne. Votre choix sera envoyé automatiquement dès que vous serez de nouveau en ligne.",
    back: "Vous êtes de nouveau en ligne.",
  },
} satisfies Partial<Texts>;
