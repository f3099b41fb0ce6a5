import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Uma carteira no seu telefone",
      needs: "A aplicação europeia de verificação de idade, ou uma carta de condução na sua carteira",
      time: "Menos de um minuto",
      where: "Só um sim ou um não sai da sua carteira. Nenhuma outra empresa participa.",
    },
    heading: "Use uma carteira no seu telefone",
    about:
      "A sua carteira responde a uma só pergunta: tem {age} anos ou mais, sim ou não. O seu nome, a data de nascimento e o resto ficam consigo.",
    browser: {
      button: "Continuar com uma carteira",
      about: "Este navegador pergunta às carteiras que conhece, neste dispositivo ou no seu telefone.",
      waiting: "À espera da sua carteira …",
      checking: "A verificar a resposta …",
    },
    apps: { eu: "Aplicação europeia de verificação de idade", openid4vp: "Outra aplicação de carteira" },
    link: {
      start: "Abrir uma aplicação neste dispositivo",
      heading: "Continue na aplicação",
      open: "Abrir a aplicação",
      what: "Aceite lá; depois a aplicação traz você de volta a este navegador.",
      nothing: "Nada acontece? Então este dispositivo não tem essa aplicação. Escolha outra forma abaixo.",
    },
    qr: {
      start: "Mostrar um código para o meu telefone",
      heading: "Leia este código com o seu telefone",
      alt: "Código QR para a sua aplicação de carteira",
      what: "Use a câmara do telefone ou a aplicação de carteira e aceite lá. Depois esta página avança sozinha.",
      reload: "Sem JavaScript: ver se a resposta chegou",
    },
    again: "Ou outro caminho até à sua carteira",
    demo: { text: "Modo de teste: sem telefone à mão?", link: "Responder com a carteira de demonstração" },
    tryTest: "Experimentar uma carteira com uma credencial de teste",
    problems: {
      WALLET_DECLINED: {
        title: "A carteira foi fechada",
        what: "Nada foi partilhado, e isto não conta como tentativa.",
        next: "Pergunte de novo à carteira, ou escolha outra forma abaixo.",
      },
      WALLET_NOT_FOUND: {
        title: "Este navegador não encontrou nenhuma carteira",
        what: "Talvez não haja nenhuma neste dispositivo, ou não contenha nada que prove a sua idade.",
        next: "Experimente uma das outras formas abaixo.",
      },
      WALLET_REFUSED: {
        title: "Não foi possível usar a resposta da carteira",
        what: "A prova de idade expirou, vem de alguém que aqui não é reconhecido, ou era para outro pedido.",
        next: "Tente com outra prova de idade, ou escolha outra forma abaixo.",
      },
    },
    privacy: {
      brief: "Só um sim ou um não sai da sua carteira. {tenant} nunca vê a sua carteira.",
      deleted: {
        term: "Descartada de imediato",
        text: "A própria resposta assinada, com tudo o que permitiria reconhecer a pessoa ou o dispositivo.",
      },
      kept: {
        term: "Guardado aqui",
        text: "A resposta ({age} anos ou mais, ou não), o tipo de credencial, quem responde por ela e a hora.",
      },
      learns: { text: "A resposta, o tipo de credencial e a hora." },
      nobody: {
        text: "Quem emitiu a credencial não fica a saber desta verificação, e esta página não carrega nada de outros sítios.",
      },
    },
    elsewhere: {
      title: "Continue onde começou",
      text: "A sua carteira abriu um navegador diferente daquele da verificação de idade. Aqui nada foi decidido.",
      next: "Volte ao navegador em que começou e abra lá a aplicação outra vez. Um código QR funciona entre dispositivos.",
    },
  },
} satisfies Pick<Texts, "wallet">;
