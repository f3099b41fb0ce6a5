import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Antes de abrir a câmara",
    intro: [
      "O seu navegador pergunta se esta página pode usar a câmara.",
      "Segure o documento dentro da moldura. Assim que estiver nítido, a fotografia é tirada sozinha.",
      "Só essa fotografia é enviada, lida e apagada. Nada é gravado.",
    ],
    open: "Abrir a câmara",
    starting: "A câmara está a iniciar",
    liveTitle: "Segure o documento dentro da moldura",
    shutter: "Tirar a fotografia agora",
    light: "Luz",
    close: "Fechar a câmara",
    choose: "Escolher antes uma fotografia",
    again: "Tentar de novo",
    pausedTitle: "A câmara está desligada",
    paused: "Foi desligada porque esta página não estava visível.",
    resume: "Ligar de novo",
    hints: {
      searching: "Coloque as linhas com <<< dentro da moldura",
      too_dark: "Está demasiado escuro: acenda uma luz",
      glare: "Há um reflexo: incline um pouco o documento",
      too_far: "Aproxime-se",
      blurry: "Está desfocado: não se mexa, um pouco mais longe",
      cut_off: "As linhas estão cortadas: ponha-as todas dentro da moldura",
      hold_still: "Quase: não se mexa, sem sombras nem reflexos",
      barcode: "Um código de barras: encha a moldura com ele e carregue no botão",
      manual: "Carregue no botão quando letras e linhas estiverem nítidas",
      read: "Já está",
    },
    problems: {
      denied: {
        title: "Esta página não pode usar a câmara",
        text: "A permissão foi recusada por si ou pelo navegador. Pode permitir nas definições do navegador para esta página, ou escolher uma fotografia.",
      },
      missing: {
        title: "Não encontrámos nenhuma câmara",
        text: "Este dispositivo não tem nenhuma que uma página possa usar. Escolha antes uma fotografia.",
      },
      busy: {
        title: "A câmara está a ser usada",
        text: "Outro programa ou separador está a usá-la. Feche-o e tente de novo, ou escolha uma fotografia.",
      },
      failed: { title: "A câmara não iniciou", text: "Tente de novo ou escolha uma fotografia." },
    },
  },
} satisfies Partial<Texts>;
