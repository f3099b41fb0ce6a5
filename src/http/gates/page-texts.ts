import { ENDED_WORDS, type EndedWords } from "#core/gates/configurations/ended-page.ts";
import type { Language } from "#core/language.ts";

/** Why a visitor does not get through; each has its page. */
export const REFUSALS = [
  "under_age",
  "cancelled",
  "failed",
  "expired",
  "revoked",
  "other_browser",
  "unknown_site",
  "busy",
  "unavailable",
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** `{age}` is the threshold, `{ages}` are several and `{site}` is the site's name; the forms without a number are for policies. */
export type PageTexts = {
  start: {
    title: string;
    titleByPolicy: string;
    lead: string;
    /** The heading above what the site learns. */
    learns: string;
    answer: string;
    answerByPolicy: string;
    answerByAges: string;
    never: string;
    /** For a site that learns how strong a proof is, which says of what kind it is. */
    kindToo: string;
    button: string;
  };
  /** Within another page's frame. */
  framed: { text: string; open: string; here: string };
  done: { title: string; text: string; onwards: string; tooLong: string };
  refused: Record<Refusal, { title: string; text: string }>;
  /** For a form that was sent after the proof ended. */
  ended: EndedWords;
  /** Below a refusal in a pop-up. */
  backToSite: string;
  again: string;
  leave: string;
  close: string;
  by: string;
};

export const PAGE_TEXTS: Record<Language, PageTexts> = {
  en: {
    start: {
      title: "This site asks visitors to be {age} or over",
      titleByPolicy: "This site asks visitors to prove their age",
      lead: "Prove it once and go straight on to the page you wanted. It usually takes about a minute.",
      learns: "What {site} learns",
      answer: "Only whether you are {age} or over.",
      answerByPolicy: "Only whether you are old enough.",
      answerByAges: "Only which of these ages you have reached: {ages}.",
      never: "Not your name, your date of birth or a photo.",
      kindToo: "It may also learn what kind of proof you used.",
      button: "Prove your age",
    },
    framed: {
      text: "Your age cannot be proved inside another page, and a proof that you have given does not count there. Open {site} in a separate window.",
      open: "Open {site} in a new window",
      here: "Open {site} in this window",
    },
    done: {
      title: "You have proved your age",
      text: "This window closes by itself. If it stays open, close it and go back to {site}.",
      onwards: "Continue to {site}",
      tooLong:
        "The address of the page you wanted is too long to come back to by itself. Continue to {site} and open that page again.",
    },
    refused: {
      under_age: {
        title: "You cannot enter this site",
        text: "Your proof shows that you are younger than the site asks for.",
      },
      cancelled: {
        title: "You stopped the age check",
        text: "Nothing was decided about your age. You can start again at any time.",
      },
      failed: {
        title: "Your age could not be proved",
        text: "The check ended without a clear answer. Try again, or choose another way to prove your age.",
      },
      expired: {
        title: "The age check ran out of time",
        text: "It was open for too long without an answer. Start again when you are ready.",
      },
      revoked: {
        title: "This proof no longer counts",
        text: "It was withdrawn after it was given. Prove your age again to go on.",
      },
      other_browser: {
        title: "This age check was started in another browser",
        text: "It can end only in the browser where it began, or it is already over. Go back to that browser, or start again here.",
      },
      unknown_site: {
        title: "There is no age check here",
        text: "The address may be incomplete, or the site no longer asks for an age check. Tell the people who run the site.",
      },
      busy: {
        title: "Too many age checks at the moment",
        text: "Wait a minute and try again. Nothing was decided about your age.",
      },
      unavailable: {
        title: "The age check is not working at the moment",
        text: "The fault is on our side. Try again in a few minutes. Nothing was decided about your age.",
      },
    },
    ended: ENDED_WORDS,
    backToSite: "You can close this window and go back to {site}.",
    again: "Try again",
    leave: "Leave this site",
    close: "Close this window",
    by: "Age check by",
  },
  de: {
    start: {
      title: "Diese Website verlangt ein Mindestalter von {age} Jahren",
      titleByPolicy: "Diese Website verlangt einen Altersnachweis",
      lead: "Weisen Sie Ihr Alter einmal nach, dann geht es direkt zur gewünschten Seite. Das dauert meist etwa eine Minute.",
      learns: "Was {site} erfährt",
      answer: "Nur, ob Sie mindestens {age} Jahre alt sind.",
      answerByPolicy: "Nur, ob Sie alt genug sind.",
      answerByAges: "Nur, welche dieser Altersgrenzen Sie erreicht haben: {ages} Jahre.",
      never: "Nicht Ihren Namen, nicht Ihr Geburtsdatum, kein Foto.",
      kindToo: "Außerdem kann die Website erfahren, welche Art von Nachweis Sie verwendet haben.",
      button: "Alter nachweisen",
    },
    framed: {
      text: "In einem Rahmen auf einer anderen Seite lässt sich Ihr Alter nicht nachweisen, und ein früherer Nachweis gilt dort nicht. Öffnen Sie {site} in einem eigenen Fenster.",
      open: "{site} in einem neuen Fenster öffnen",
      here: "{site} in diesem Fenster öffnen",
    },
    done: {
      title: "Sie haben Ihr Alter nachgewiesen",
      text: "Dieses Fenster schließt sich von selbst. Bleibt es offen, schließen Sie es und kehren Sie zu {site} zurück.",
      onwards: "Weiter zu {site}",
      tooLong:
        "Die Adresse der gewünschten Seite ist zu lang, um von selbst dorthin zurückzukehren. Gehen Sie weiter zu {site} und öffnen Sie die Seite noch einmal.",
    },
    refused: {
      under_age: {
        title: "Sie können diese Website nicht besuchen",
        text: "Ihr Nachweis zeigt, dass Sie jünger sind, als die Website verlangt.",
      },
      cancelled: {
        title: "Sie haben die Altersprüfung abgebrochen",
        text: "Über Ihr Alter wurde nichts entschieden. Sie können jederzeit neu beginnen.",
      },
      failed: {
        title: "Ihr Alter konnte nicht nachgewiesen werden",
        text: "Die Prüfung endete ohne klares Ergebnis. Versuchen Sie es noch einmal oder wählen Sie einen anderen Nachweis.",
      },
      expired: {
        title: "Die Zeit für die Altersprüfung ist abgelaufen",
        text: "Sie war zu lange ohne Ergebnis geöffnet. Beginnen Sie neu, wenn Sie bereit sind.",
      },
      revoked: {
        title: "Dieser Nachweis gilt nicht mehr",
        text: "Er wurde nachträglich zurückgezogen. Weisen Sie Ihr Alter erneut nach, um fortzufahren.",
      },
      other_browser: {
        title: "Diese Altersprüfung wurde in einem anderen Browser begonnen",
        text: "Sie kann nur in dem Browser enden, in dem sie begann, oder sie ist schon vorbei. Wechseln Sie dorthin oder beginnen Sie hier neu.",
      },
      unknown_site: {
        title: "Hier gibt es keine Altersprüfung",
        text: "Die Adresse ist vielleicht unvollständig, oder die Website verlangt keine Altersprüfung mehr. Geben Sie den Betreibern der Website Bescheid.",
      },
      busy: {
        title: "Zurzeit laufen zu viele Altersprüfungen",
        text: "Warten Sie eine Minute und versuchen Sie es noch einmal. Über Ihr Alter wurde nichts entschieden.",
      },
      unavailable: {
        title: "Die Altersprüfung funktioniert gerade nicht",
        text: "Der Fehler liegt bei uns. Versuchen Sie es in ein paar Minuten noch einmal. Über Ihr Alter wurde nichts entschieden.",
      },
    },
    ended: {
      title: "Ihr Altersnachweis ist abgelaufen",
      text: "Es wurde nichts gesendet. Weisen Sie Ihr Alter in einem neuen Tab erneut nach. Kommen Sie dann hierher zurück, gehen Sie zurück zum Formular und senden Sie es noch einmal: Ihr Browser behält meist, was Sie eingegeben haben.",
      link: "Alter in einem neuen Tab nachweisen",
    },
    backToSite: "Sie können dieses Fenster schließen und zu {site} zurückkehren.",
    again: "Erneut versuchen",
    leave: "Website verlassen",
    close: "Fenster schließen",
    by: "Altersprüfung durch",
  },
  fr: {
    start: {
      title: "Ce site est réservé aux personnes de {age} ans ou plus",
      titleByPolicy: "Ce site vous demande de prouver votre âge",
      lead: "Prouvez-le une fois et accédez aussitôt à la page souhaitée. Cela prend en général une minute environ.",
      learns: "Ce que {site} apprend",
      answer: "Seulement si vous avez {age} ans ou plus.",
      answerByPolicy: "Seulement si vous avez l’âge requis.",
      answerByAges: "Seulement lesquels de ces âges vous avez atteints : {ages} ans.",
      never: "Ni votre nom, ni votre date de naissance, ni aucune photo.",
      kindToo: "Il peut aussi apprendre quel type de preuve vous avez utilisé.",
      button: "Prouver mon âge",
    },
    framed: {
      text: "À l’intérieur d’une autre page, votre âge ne peut pas être prouvé, et une preuve déjà donnée n’y compte pas. Ouvrez {site} dans sa propre fenêtre.",
      open: "Ouvrir {site} dans une nouvelle fenêtre",
      here: "Ouvrir {site} dans cette fenêtre",
    },
    done: {
      title: "Vous avez prouvé votre âge",
      text: "Cette fenêtre se ferme d’elle-même. Si elle reste ouverte, fermez-la et retournez sur {site}.",
      onwards: "Continuer vers {site}",
      tooLong:
        "L’adresse de la page que vous vouliez est trop longue pour y revenir automatiquement. Continuez vers {site} et ouvrez de nouveau cette page.",
    },
    refused: {
      under_age: {
        title: "Vous ne pouvez pas entrer sur ce site",
        text: "Votre preuve montre que vous n’avez pas l’âge que ce site demande.",
      },
      cancelled: {
        title: "Vous avez arrêté la vérification de l’âge",
        text: "Rien n’a été décidé sur votre âge. Vous pouvez recommencer à tout moment.",
      },
      failed: {
        title: "Votre âge n’a pas pu être prouvé",
        text: "La vérification s’est terminée sans réponse claire. Réessayez ou choisissez un autre moyen.",
      },
      expired: {
        title: "Le temps de la vérification est écoulé",
        text: "Elle est restée ouverte trop longtemps sans réponse. Recommencez quand vous serez prêt.",
      },
      revoked: {
        title: "Cette preuve n’est plus valable",
        text: "Elle a été retirée après coup. Prouvez de nouveau votre âge pour continuer.",
      },
      other_browser: {
        title: "Cette vérification a commencé dans un autre navigateur",
        text: "Elle ne peut se terminer que dans le navigateur où elle a commencé, ou elle est déjà terminée. Retournez-y ou recommencez ici.",
      },
      unknown_site: {
        title: "Aucune vérification de l’âge à cette adresse",
        text: "L’adresse est peut-être incomplète, ou le site ne demande plus de vérification. Signalez-le aux responsables du site.",
      },
      busy: {
        title: "Trop de vérifications en ce moment",
        text: "Attendez une minute et réessayez. Rien n’a été décidé sur votre âge.",
      },
      unavailable: {
        title: "La vérification de l’âge ne fonctionne pas pour le moment",
        text: "L’erreur vient de notre côté. Réessayez dans quelques minutes. Rien n’a été décidé sur votre âge.",
      },
    },
    ended: {
      title: "Votre preuve d’âge a expiré",
      text: "Rien n’a été envoyé. Prouvez de nouveau votre âge dans un nouvel onglet, puis revenez ici, retournez au formulaire et envoyez-le encore une fois : votre navigateur garde en général ce que vous avez saisi.",
      link: "Prouver son âge dans un nouvel onglet",
    },
    backToSite: "Vous pouvez fermer cette fenêtre et retourner sur {site}.",
    again: "Réessayer",
    leave: "Quitter ce site",
    close: "Fermer cette fenêtre",
    by: "Vérification d’âge par",
  },
  es: {
    start: {
      title: "Este sitio pide tener {age} años o más",
      titleByPolicy: "Este sitio le pide que demuestre su edad",
      lead: "Demuéstrelo una vez y pase directamente a la página que quería. Suele tardar alrededor de un minuto.",
      learns: "Qué sabrá {site}",
      answer: "Solo si tiene {age} años o más.",
      answerByPolicy: "Solo si tiene la edad necesaria.",
      answerByAges: "Solo cuáles de estas edades ha cumplido: {ages} años.",
      never: "Ni su nombre, ni su fecha de nacimiento, ni ninguna foto.",
      kindToo: "También puede saber qué tipo de prueba ha utilizado.",
      button: "Demostrar mi edad",
    },
    framed: {
      text: "Dentro de otra página no se puede demostrar la edad, y una prueba anterior no cuenta allí. Abra {site} en su propia ventana.",
      open: "Abrir {site} en una ventana nueva",
      here: "Abrir {site} en esta ventana",
    },
    done: {
      title: "Ha demostrado su edad",
      text: "Esta ventana se cierra sola. Si sigue abierta, ciérrela y vuelva a {site}.",
      onwards: "Continuar a {site}",
      tooLong:
        "La dirección de la página que quería es demasiado larga para volver a ella automáticamente. Continúe a {site} y abra esa página de nuevo.",
    },
    refused: {
      under_age: {
        title: "No puede entrar en este sitio",
        text: "Su prueba muestra que no llega a la edad que pide el sitio.",
      },
      cancelled: {
        title: "Ha detenido la comprobación de edad",
        text: "No se ha decidido nada sobre su edad. Puede empezar de nuevo cuando quiera.",
      },
      failed: {
        title: "No se ha podido demostrar su edad",
        text: "La comprobación terminó sin una respuesta clara. Vuelva a intentarlo o elija otra forma de demostrarla.",
      },
      expired: {
        title: "Se ha acabado el tiempo de la comprobación",
        text: "Estuvo abierta demasiado tiempo sin respuesta. Empiece de nuevo cuando le venga bien.",
      },
      revoked: {
        title: "Esta prueba ya no vale",
        text: "Se retiró después de haberse dado. Demuestre su edad otra vez para continuar.",
      },
      other_browser: {
        title: "Esta comprobación se empezó en otro navegador",
        text: "Solo puede terminar en el navegador en el que empezó, o ya ha terminado. Vuelva a ese navegador o empiece de nuevo aquí.",
      },
      unknown_site: {
        title: "Aquí no hay ninguna comprobación de edad",
        text: "Puede que la dirección esté incompleta o que el sitio ya no pida comprobar la edad. Avise a los responsables del sitio.",
      },
      busy: {
        title: "Demasiadas comprobaciones en este momento",
        text: "Espere un minuto y vuelva a intentarlo. No se ha decidido nada sobre su edad.",
      },
      unavailable: {
        title: "La comprobación de edad no funciona en este momento",
        text: "El fallo es nuestro. Vuelva a intentarlo en unos minutos. No se ha decidido nada sobre su edad.",
      },
    },
    ended: {
      title: "Su prueba de edad ha caducado",
      text: "No se ha enviado nada. Demuestre su edad de nuevo en otra pestaña, vuelva aquí, regrese al formulario y envíelo otra vez: el navegador suele conservar lo que escribió.",
      link: "Demostrar la edad en una pestaña nueva",
    },
    backToSite: "Puede cerrar esta ventana y volver a {site}.",
    again: "Volver a intentarlo",
    leave: "Salir de este sitio",
    close: "Cerrar esta ventana",
    by: "Comprobación de edad de",
  },
  it: {
    start: {
      title: "Per entrare in questo sito devi avere almeno {age} anni",
      titleByPolicy: "Questo sito ti chiede di dimostrare la tua età",
      lead: "Dimostrala una volta e vai subito alla pagina che volevi. Di solito basta circa un minuto.",
      learns: "Che cosa viene a sapere {site}",
      answer: "Solo se hai almeno {age} anni.",
      answerByPolicy: "Solo se hai l’età richiesta.",
      answerByAges: "Solo quali di queste età hai compiuto: {ages} anni.",
      never: "Non il tuo nome, non la tua data di nascita, nessuna foto.",
      kindToo: "Può anche venire a sapere che tipo di prova hai usato.",
      button: "Dimostra la tua età",
    },
    framed: {
      text: "All’interno di un’altra pagina non puoi dimostrare la tua età, e una prova già data lì non vale. Apri {site} in una finestra a parte.",
      open: "Apri {site} in una nuova finestra",
      here: "Apri {site} in questa finestra",
    },
    done: {
      title: "Hai dimostrato la tua età",
      text: "Questa finestra si chiude da sola. Se resta aperta, chiudila e torna su {site}.",
      onwards: "Continua su {site}",
      tooLong:
        "L’indirizzo della pagina che volevi è troppo lungo per tornarci in automatico. Continua su {site} e apri di nuovo quella pagina.",
    },
    refused: {
      under_age: {
        title: "Non puoi entrare in questo sito",
        text: "La tua prova mostra che non hai l’età richiesta dal sito.",
      },
      cancelled: {
        title: "Hai interrotto la verifica dell’età",
        text: "Non è stato deciso nulla sulla tua età. Puoi ricominciare quando vuoi.",
      },
      failed: {
        title: "Non è stato possibile dimostrare la tua età",
        text: "La verifica è finita senza una risposta chiara. Riprova o scegli un altro modo.",
      },
      expired: {
        title: "Il tempo per la verifica è scaduto",
        text: "È rimasta aperta troppo a lungo senza risposta. Ricomincia quando vuoi.",
      },
      revoked: {
        title: "Questa prova non vale più",
        text: "È stata ritirata in seguito. Dimostra di nuovo la tua età per continuare.",
      },
      other_browser: {
        title: "Questa verifica è iniziata in un altro browser",
        text: "Può finire solo nel browser in cui è iniziata, oppure è già finita. Torna a quel browser o ricomincia qui.",
      },
      unknown_site: {
        title: "Qui non c’è nessuna verifica dell’età",
        text: "L’indirizzo potrebbe essere incompleto, oppure il sito non chiede più la verifica. Avvisa chi gestisce il sito.",
      },
      busy: {
        title: "Troppe verifiche in questo momento",
        text: "Aspetta un minuto e riprova. Non è stato deciso nulla sulla tua età.",
      },
      unavailable: {
        title: "La verifica dell’età al momento non funziona",
        text: "L’errore è nostro. Riprova tra qualche minuto. Non è stato deciso nulla sulla tua età.",
      },
    },
    ended: {
      title: "La prova della tua età è scaduta",
      text: "Non è stato inviato nulla. Dimostra di nuovo la tua età in una nuova scheda, poi torna qui, ritorna al modulo e invialo ancora: di solito il browser conserva ciò che hai scritto.",
      link: "Dimostra la tua età in una nuova scheda",
    },
    backToSite: "Puoi chiudere questa finestra e tornare su {site}.",
    again: "Riprova",
    leave: "Esci da questo sito",
    close: "Chiudi questa finestra",
    by: "Verifica dell’età di",
  },
  pt: {
    start: {
      title: "Este site pede que os visitantes tenham {age} anos ou mais",
      titleByPolicy: "Este site pede que prove a sua idade",
      lead: "Prove-a uma vez e siga logo para a página que queria. Costuma demorar cerca de um minuto.",
      learns: "O que {site} fica a saber",
      answer: "Apenas se tem {age} anos ou mais.",
      answerByPolicy: "Apenas se tem a idade necessária.",
      answerByAges: "Apenas quais destas idades já completou: {ages} anos.",
      never: "Nem o nome, nem a data de nascimento, nem nenhuma fotografia.",
      kindToo: "Também pode ficar a saber que tipo de prova usou.",
      button: "Provar a minha idade",
    },
    framed: {
      text: "Dentro de outra página não é possível provar a sua idade, e uma prova já dada não conta lá. Abra {site} numa janela própria.",
      open: "Abrir {site} numa nova janela",
      here: "Abrir {site} nesta janela",
    },
    done: {
      title: "Provou a sua idade",
      text: "Esta janela fecha-se sozinha. Se continuar aberta, feche-a e volte a {site}.",
      onwards: "Continuar para {site}",
      tooLong:
        "O endereço da página que queria é demasiado longo para voltar a ela automaticamente. Continue para {site} e abra de novo essa página.",
    },
    refused: {
      under_age: {
        title: "Não pode entrar neste site",
        text: "A sua prova mostra que não tem a idade que o site pede.",
      },
      cancelled: {
        title: "Interrompeu a verificação de idade",
        text: "Nada foi decidido sobre a sua idade. Pode recomeçar quando quiser.",
      },
      failed: {
        title: "Não foi possível provar a sua idade",
        text: "A verificação terminou sem uma resposta clara. Tente de novo ou escolha outra forma.",
      },
      expired: {
        title: "O tempo da verificação acabou",
        text: "Esteve aberta demasiado tempo sem resposta. Recomece quando quiser.",
      },
      revoked: {
        title: "Esta prova já não é válida",
        text: "Foi retirada depois de ter sido dada. Prove de novo a sua idade para continuar.",
      },
      other_browser: {
        title: "Esta verificação começou noutro navegador",
        text: "Só pode terminar no navegador em que começou, ou já terminou. Volte a esse navegador ou recomece aqui.",
      },
      unknown_site: {
        title: "Não há aqui nenhuma verificação de idade",
        text: "O endereço pode estar incompleto, ou o site já não pede a verificação. Avise os responsáveis pelo site.",
      },
      busy: {
        title: "Demasiadas verificações neste momento",
        text: "Espere um minuto e tente de novo. Nada foi decidido sobre a sua idade.",
      },
      unavailable: {
        title: "A verificação de idade não está a funcionar neste momento",
        text: "A falha é nossa. Tente de novo dentro de alguns minutos. Nada foi decidido sobre a sua idade.",
      },
    },
    ended: {
      title: "A sua prova de idade expirou",
      text: "Nada foi enviado. Prove de novo a sua idade num novo separador, depois volte aqui, regresse ao formulário e envie-o outra vez: o navegador costuma guardar o que escreveu.",
      link: "Provar a idade num novo separador",
    },
    backToSite: "Pode fechar esta janela e voltar a {site}.",
    again: "Tentar de novo",
    leave: "Sair deste site",
    close: "Fechar esta janela",
    by: "Verificação de idade por",
  },
  pl: {
    start: {
      title: "Ta strona jest dla osób, które ukończyły {age} lat",
      titleByPolicy: "Ta strona wymaga potwierdzenia wieku",
      lead: "Potwierdź wiek jeden raz i przejdź od razu tam, gdzie chcesz. Zwykle zajmuje to około minuty.",
      learns: "Czego dowie się {site}",
      answer: "Tylko tego, czy masz ukończone {age} lat.",
      answerByPolicy: "Tylko tego, czy masz wymagany wiek.",
      answerByAges: "Tylko tego, które z tych lat masz już ukończone: {ages}.",
      never: "Bez imienia i nazwiska, bez daty urodzenia, bez żadnego zdjęcia.",
      kindToo: "Może też dowiedzieć się, jakiego rodzaju dowodu użyto.",
      button: "Potwierdź wiek",
    },
    framed: {
      text: "Wewnątrz innej strony nie można potwierdzić wieku, a wcześniejsze potwierdzenie tam nie działa. Otwórz {site} w osobnym oknie.",
      open: "Otwórz {site} w nowym oknie",
      here: "Otwórz {site} w tym oknie",
    },
    done: {
      title: "Wiek został potwierdzony",
      text: "To okno zamknie się samo. Jeśli pozostanie otwarte, zamknij je i wróć na stronę {site}.",
      onwards: "Przejdź do: {site}",
      tooLong:
        "Adres wybranej strony jest zbyt długi, by wrócić do niej automatycznie. Przejdź do {site} i otwórz tę stronę jeszcze raz.",
    },
    refused: {
      under_age: {
        title: "Nie możesz wejść na tę stronę",
        text: "Z potwierdzenia wynika, że nie masz wieku wymaganego przez tę stronę.",
      },
      cancelled: {
        title: "Sprawdzanie wieku zostało przerwane",
        text: "Nic nie zostało rozstrzygnięte. Możesz zacząć od nowa w każdej chwili.",
      },
      failed: {
        title: "Nie udało się potwierdzić wieku",
        text: "Sprawdzenie zakończyło się bez jednoznacznej odpowiedzi. Spróbuj ponownie lub wybierz inny sposób.",
      },
      expired: {
        title: "Czas na sprawdzenie wieku minął",
        text: "Sprawdzenie było zbyt długo otwarte bez odpowiedzi. Zacznij od nowa w dogodnej chwili.",
      },
      revoked: {
        title: "To potwierdzenie już nie obowiązuje",
        text: "Zostało później wycofane. Aby przejść dalej, potwierdź wiek ponownie.",
      },
      other_browser: {
        title: "To sprawdzenie zaczęto w innej przeglądarce",
        text: "Może zakończyć się tylko w przeglądarce, w której się zaczęło, albo jest już zakończone. Wróć do niej lub zacznij tutaj od nowa.",
      },
      unknown_site: {
        title: "Nie ma tu sprawdzania wieku",
        text: "Adres może być niepełny albo strona nie wymaga już sprawdzania wieku. Powiadom osoby, które prowadzą stronę.",
      },
      busy: {
        title: "Zbyt wiele sprawdzeń w tej chwili",
        text: "Odczekaj minutę i spróbuj ponownie. Nic nie zostało rozstrzygnięte.",
      },
      unavailable: {
        title: "Sprawdzanie wieku chwilowo nie działa",
        text: "Błąd jest po naszej stronie. Spróbuj ponownie za kilka minut. Nic nie zostało rozstrzygnięte.",
      },
    },
    ended: {
      title: "Potwierdzenie wieku wygasło",
      text: "Nic nie zostało wysłane. Potwierdź wiek ponownie w nowej karcie, potem wróć tutaj, cofnij się do formularza i wyślij go jeszcze raz: przeglądarka zwykle zachowuje to, co wpisano.",
      link: "Potwierdź wiek w nowej karcie",
    },
    backToSite: "Możesz zamknąć to okno i wrócić na stronę {site}.",
    again: "Spróbuj ponownie",
    leave: "Opuść tę stronę",
    close: "Zamknij to okno",
    by: "Sprawdzanie wieku:",
  },
  ar: {
    start: {
      title: "يشترط هذا الموقع أن يكون عمر الزائر {age} عامًا أو أكثر",
      titleByPolicy: "يطلب منك هذا الموقع إثبات عمرك",
      lead: "أثبت عمرك مرة واحدة ثم انتقل مباشرة إلى الصفحة التي تريدها. يستغرق ذلك عادة نحو دقيقة.",
      learns: "ما الذي يعرفه {site}",
      answer: "هل عمرك {age} عامًا أو أكثر، ولا شيء غير ذلك.",
      answerByPolicy: "هل بلغت العمر المطلوب، ولا شيء غير ذلك.",
      answerByAges: "أيّ هذه الأعمار بلغت: {ages}، ولا شيء غير ذلك.",
      never: "لا اسمك، ولا تاريخ ميلادك، ولا أي صورة.",
      kindToo: "وقد يعرف أيضًا نوع الإثبات الذي استخدمته.",
      button: "إثبات العمر",
    },
    framed: {
      text: "لا يمكن إثبات عمرك داخل صفحة أخرى، ولا يُحتسب هناك إثبات سبق أن قدّمته. افتح {site} في نافذة مستقلة.",
      open: "فتح {site} في نافذة جديدة",
      here: "فتح {site} في هذه النافذة",
    },
    done: {
      title: "لقد أثبتّ عمرك",
      text: "تُغلق هذه النافذة من تلقاء نفسها. إذا بقيت مفتوحة فأغلقها وارجع إلى {site}.",
      onwards: "المتابعة إلى {site}",
      tooLong:
        "عنوان الصفحة التي أردتها أطول من أن تتم العودة إليه تلقائيًا. تابع إلى {site} وافتح تلك الصفحة مرة أخرى.",
    },
    refused: {
      under_age: {
        title: "لا يمكنك دخول هذا الموقع",
        text: "يبيّن إثباتك أن عمرك أقل مما يشترطه الموقع.",
      },
      cancelled: {
        title: "لقد أوقفت التحقق من العمر",
        text: "لم يُتخذ أي قرار بشأن عمرك. يمكنك البدء من جديد في أي وقت.",
      },
      failed: {
        title: "تعذّر إثبات عمرك",
        text: "انتهى التحقق دون إجابة واضحة. حاول مرة أخرى أو اختر طريقة أخرى.",
      },
      expired: {
        title: "انتهت مدة التحقق من العمر",
        text: "بقي التحقق مفتوحًا مدة طويلة دون إجابة. ابدأ من جديد عندما تكون مستعدًا.",
      },
      revoked: {
        title: "لم يعد هذا الإثبات صالحًا",
        text: "سُحب بعد إصداره. أثبت عمرك من جديد للمتابعة.",
      },
      other_browser: {
        title: "بدأ هذا التحقق في متصفح آخر",
        text: "لا يمكن أن ينتهي إلا في المتصفح الذي بدأ فيه، أو أنه انتهى بالفعل. ارجع إلى ذلك المتصفح أو ابدأ هنا من جديد.",
      },
      unknown_site: {
        title: "لا يوجد هنا تحقق من العمر",
        text: "قد يكون العنوان ناقصًا، أو أن الموقع لم يعد يطلب التحقق من العمر. أخبر القائمين على الموقع.",
      },
      busy: {
        title: "عدد عمليات التحقق كبير جدًا الآن",
        text: "انتظر دقيقة ثم حاول مرة أخرى. لم يُتخذ أي قرار بشأن عمرك.",
      },
      unavailable: {
        title: "التحقق من العمر لا يعمل الآن",
        text: "حدث الخطأ من جانبنا. حاول مرة أخرى بعد بضع دقائق. لم يُتخذ أي قرار بشأن عمرك.",
      },
    },
    ended: {
      title: "انتهت صلاحية إثبات عمرك",
      text: "لم يُرسل أي شيء. أثبت عمرك من جديد في علامة تبويب جديدة، ثم عُد إلى هنا وارجع إلى النموذج وأرسله مرة أخرى: يحتفظ متصفحك عادةً بما كتبته.",
      link: "أثبت عمرك في علامة تبويب جديدة",
    },
    backToSite: "يمكنك إغلاق هذه النافذة والعودة إلى {site}.",
    again: "إعادة المحاولة",
    leave: "مغادرة هذا الموقع",
    close: "إغلاق هذه النافذة",
    by: "التحقق من العمر بواسطة",
  },
};
