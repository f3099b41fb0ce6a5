import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} pede que prove que tem {age} anos ou mais",
    lead: "Nada começa antes de carregar num botão.",
    learns: {
      term: "O que {tenant} fica a saber",
      text: "Se tem {age} anos ou mais e, quando a prova o indica, a sua idade em anos. Nem o nome, nem a data de nascimento, nenhuma imagem.",
    },
    kept: {
      term: "O que é guardado",
      text: "Apenas essa resposta, como foi provada e quando. O que mostrar é apagado logo depois da verificação.",
    },
    choose: "Escolha como quer provar",
    onlyWay: "Como funciona",
    begin: "Começar",
    otherWay: "Escolher outra forma",
    back: "Voltar ao início",
    cancel: "Não quero fazer isto",
    noWay: "Neste momento não há aqui nenhuma forma de provar a sua idade. Volte a {tenant} e peça outra.",
  },
  methods: {
    document: {
      name: "Foto de um documento",
      needs:
        "Um passaporte, um documento de identidade ou uma carta de condução dos Estados Unidos ou do Canadá",
      time: "Cerca de um minuto",
      where: "É lida neste servidor e apagada logo em seguida. Nenhuma outra empresa a vê.",
    },
    unknown: {
      name: "Outra forma",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "A sua foto é lida neste servidor e apagada logo em seguida. {tenant} nunca a vê.",
    more: "O que é guardado e quem fica a saber o quê",
    deleted: {
      term: "Apagado logo em seguida",
      text: "A foto, o seu nome, a sua data de nascimento e tudo o resto do documento.",
    },
    kept: {
      term: "Guardado aqui",
      text: "A resposta ({age} anos ou mais, ou não), a sua idade em anos, o tipo de documento e a hora.",
    },
    learns: {
      term: "{tenant} fica a saber",
      text: "O mesmo: a resposta, a sua idade em anos, o tipo de documento e a hora.",
    },
    nobody: {
      term: "Mais ninguém",
      text: "Nenhuma outra empresa participa, e esta página não carrega nada de outros sites.",
    },
  },
} satisfies Partial<Texts>;
