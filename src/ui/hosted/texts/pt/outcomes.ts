import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Mostrou que tem {age} anos ou mais",
    text: "{tenant} recebe a resposta sem o seu nome nem a sua data de nascimento. Nada do que mostrou foi guardado.",
    go: "Continuar para {tenant}",
  },
  rejected: {
    title: "A verificação indica uma idade inferior a {age} anos",
    text: "A verificação funcionou, por isso tentar de novo com o mesmo documento ou carteira não muda a resposta. {tenant} pede {age} anos ou mais e recebe a resposta, sem o seu nome nem a sua data de nascimento.",
    next: [
      "Se não estiver certo, confirme que o documento é seu e ainda válido.",
      "Depois peça a {tenant} uma nova verificação.",
    ],
    go: "Voltar a {tenant}",
  },
  failed: {
    title: "Não conseguimos verificar a sua idade",
    text: "Isto não é uma decisão sobre a sua idade. Todas as tentativas foram usadas e nenhuma se conseguiu ler.",
    last: "A última tentativa: {problem}.",
    next: [
      "Volte a {tenant} e comece de novo: terá uma nova página e novas tentativas.",
      "Tente à luz do dia, com o documento pousado numa mesa escura.",
      "Se o seu documento estiver gasto, peça a {tenant} outra forma.",
    ],
    go: "Voltar a {tenant}",
  },
  expired: {
    title: "O tempo desta página acabou",
    text: "Nada foi decidido, e nada do que mostrou foi guardado.",
    next: ["Volte a {tenant} e comece de novo: abre-se uma nova página."],
    go: "Voltar a {tenant}",
  },
  cancelled: {
    title: "Parou esta verificação",
    text: "Nada foi decidido sobre a sua idade. {tenant} sabe apenas que parou.",
    next: ["Volte a {tenant}: talvez haja outra forma, ou pode pedir uma nova verificação."],
    go: "Voltar a {tenant}",
  },
  wayBack: {
    next: "O que pode fazer agora",
    close: "Pode fechar esta página e voltar a {tenant}.",
    soon: {
      one: "Segue automaticamente em {count} segundo.",
      other: "Segue automaticamente em {count} segundos.",
    },
    stay: "Ficar aqui",
  },
} satisfies Partial<Texts>;
