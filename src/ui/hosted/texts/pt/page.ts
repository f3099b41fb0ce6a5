import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "Verificação de idade por",
    support: "Ajuda de {tenant}",
    language: "Idioma",
  },
  test: {
    badge: "Modo de teste",
    about: "Não é feita nenhuma verificação real e nada é cobrado. Escolha o que deve acontecer:",
    bar: "Esta página foi aberta com uma chave de teste.",
    outcomes: {
      approve: {
        name: "Aprovar",
        about: "A pessoa tem a idade necessária.",
      },
      under_age: {
        name: "Abaixo da idade",
        about: "Falta um ano à pessoa.",
      },
      poor_document: {
        name: "Má foto",
        about: "A foto está desfocada; gasta uma tentativa.",
      },
      provider_error: {
        name: "Falha técnica",
        about: "O método falha; gasta uma tentativa.",
      },
      expire: {
        name: "Expirar",
        about: "O tempo acaba agora.",
      },
    },
  },
  broken: {
    title: "Não foi possível mostrar esta página",
    text: "Algo falhou do nosso lado. Nada foi decidido, e nada do que já enviou se perdeu.",
    reference: "Se perguntar a alguém, indique",
    again: "Tentar de novo",
  },
  missing: {
    title: "Esta página não existe",
    text: "O endereço pode estar incompleto ou desatualizado. Se veio de um site para verificar a idade, volte a ele e comece de novo.",
  },
} satisfies Partial<Texts>;
