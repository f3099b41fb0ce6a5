import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} vous demande de prouver que vous avez {age} ans ou plus",
    lead: "Rien ne commence avant que vous appuyiez sur un bouton.",
    learns: {
      term: "Ce que {tenant} apprend",
      text: "Si vous avez {age} ans ou plus et, quand votre preuve l’indique, votre âge en années. Ni votre nom, ni votre date de naissance, ni aucune image.",
    },
    kept: {
      term: "Ce qui est conservé",
      text: "Seulement cette réponse, comment elle a été prouvée et quand. Ce que vous montrez est supprimé dès la fin de la vérification.",
    },
    choose: "Choisissez comment vous voulez le prouver",
    onlyWay: "Comment ça marche",
    begin: "Commencer",
    otherWay: "Choisir un autre moyen",
    back: "Retour au début",
    cancel: "Je ne veux pas le faire",
    noWay:
      "Aucun moyen de prouver votre âge n’est disponible ici pour le moment. Retournez sur {tenant} et demandez-en un autre.",
  },
  methods: {
    document: {
      name: "Photo d’un document",
      needs: "Un passeport, une carte d’identité ou un permis de conduire des États-Unis ou du Canada",
      time: "Environ une minute",
      where: "Lue sur ce serveur et supprimée aussitôt. Aucune autre entreprise ne la voit.",
    },
    unknown: {
      name: "Un autre moyen",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "Votre photo est lue sur ce serveur et supprimée aussitôt. {tenant} ne la voit jamais.",
    more: "Ce qui est conservé, et qui apprend quoi",
    deleted: {
      term: "Supprimé aussitôt",
      text: "La photo, votre nom, votre date de naissance et tout le reste du document.",
    },
    kept: {
      term: "Conservé ici",
      text: "La réponse ({age} ans ou plus, ou non), votre âge en années, le type de document et l’heure.",
    },
    learns: {
      term: "{tenant} apprend",
      text: "La même chose : la réponse, votre âge en années, le type de document et l’heure.",
    },
    nobody: {
      term: "Personne d’autre",
      text: "Aucune autre entreprise n’intervient, et cette page ne charge rien d’ailleurs.",
    },
  },
} satisfies Partial<Texts>;
