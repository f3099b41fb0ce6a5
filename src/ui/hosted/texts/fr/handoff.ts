import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "L’appareil photo de votre téléphone voit mieux un document.",
    start: "Continuer sur votre téléphone",
    title: "Continuez sur votre téléphone",
    steps: [
      "Ouvrez l’appareil photo de votre téléphone.",
      "Dirigez-le vers cette image et ouvrez le lien qui apparaît.",
      "Continuez là-bas. Cette page suivra d’elle-même.",
    ],
    picture:
      "Une image que l’appareil photo de votre téléphone peut lire : elle ouvre cette vérification sur votre téléphone.",
    limits:
      "Elle fonctionne une seule fois, pendant cinq minutes. Utilisez votre propre téléphone et n’envoyez cette image à personne.",
    here: "Continuer ici finalement",
    openedTitle: "Ouvert sur votre téléphone",
    opened:
      "Continuez là-bas. Dès que vous aurez terminé, cette page affichera le résultat d’elle-même. Vous pouvez la laisser ouverte.",
    expiredTitle: "L’image a expiré",
    expired: "Personne ne l’a utilisée à temps. Ce n’est pas grave : affichez-en une nouvelle.",
    again: "Afficher une nouvelle image",
    arriveTitle: "Continuer la vérification d’âge de {tenant} sur ce téléphone",
    arrive:
      "Ne continuez que si l’image était sur votre propre ordinateur et si vous avez commencé vous-même cette vérification.",
    arriveGo: "Continuer ici",
    staleTitle: "Ce lien ne fonctionne plus",
    stale:
      "Il fonctionne une seule fois, pendant cinq minutes. Retournez à votre ordinateur, affichez-y une nouvelle image et ouvrez celle-là.",
    takenBackTitle: "Cette vérification continue sur votre ordinateur",
    takenBack:
      "Elle y a été reprise. Plus rien ne peut être envoyé d’ici, et rien de ce que vous avez envoyé n’est conservé.",
    back: "Retournez à votre ordinateur : la suite est là-bas. Vous pouvez fermer cette page.",
  },
} satisfies Partial<Texts>;
