import type { RuntimeTexts } from "../locale-pack.ts";

/** Brazilian Portuguese, você. */
export const PORTUGUESE_TEXTS: RuntimeTexts = {
  consent: {
    out: "Pronto, não vamos mais escrever para você por conta própria. Se precisar de algo, é só chamar que respondemos com prazer. Para voltar a receber nossas mensagens, responda VOLTAR.",
    in: "Pronto! Você vai voltar a receber nossas mensagens. Se um dia não quiser mais, responda SAIR.",
  },
  cancelled: "Pronto, cancelei o que estava pendente. Se precisar de mais alguma coisa, é só falar.",
  reminder: "⏰ Lembrete:",
  pricedAt: "por",
  cancelsOrder: "Confirma o cancelamento do seu pedido? Depois não dá para desfazer.",
  orderSent: ({ carrier, guide }) =>
    `Seu pedido já está a caminho! 🚚 Transportadora ${carrier}, código de rastreio ${guide}. Qualquer dúvida, é só escrever por aqui.`,
  orderCancelled: "Seu pedido foi cancelado. Se quiser fazer outro, é só escrever por aqui.",
  orderSentTemplate: "pedido_enviado",
  customer: "cliente",
  seesOptions: "Ver opções",
  optionGone: "Essa opção não está mais disponível. Qual serve para você?",
  saidBack: "Entendi *{{value}}*.",
  corrects: "Corrigir",
  remindsAt: "Claro, eu lembro você {{when}}.",
  remindsThen: "Claro. A que horas eu lembro você então?",
  remindsWhen:
    "Claro, posso lembrar. Escreva em uma só mensagem o quê e a que horas, por exemplo: «lembre-me de ligar amanhã às 8 da manhã».",
  remindsSoon:
    "Por aqui posso lembrar uma vez, dentro das próximas 24 horas. Para essa data não consigo deixar anotado; escreva no dia anterior e eu lembro.",
  remindsNoMore: "Você já tem muitos lembretes para esse dia e não consigo criar mais um.",
  remindsAfterAlta:
    "Como você pediu para não receber mais mensagens, não posso deixar lembretes. Se quiser recebê-los de novo, escreva VOLTAR e peça outra vez.",
  priceMoved: "O preço mudou desde que mostrei o resumo. Agora fica assim:",
  asksAgain: "Claro. Como fica então?",
  unread: "Recebi muitas mensagens suas seguidas. Uma pessoa da nossa equipe vai ler e responder por aqui.",
  tasks: {
    asks_for: (what) => `o cliente pede: ${what}`,
    wants_person: "o cliente pede para falar com uma pessoa",
    not_understood: "o bot não entende o que o cliente escreve",
    asked_often: "foi perguntado três vezes e não respondeu",
    nothing_new: "o bot já disse tudo o que sabe",
    picture: "chegou uma imagem ou um documento que alguém deve ver",
    order_lacks_data: "faltam dados no pedido",
    order_change: "o cliente quer mudar um pedido já confirmado",
    price_changed: "o cliente quer mudar um pedido, e o preço já não é o mesmo",
    line_change: "quer mudar um dos itens do pedido, e é preciso perguntar qual",
    too_many: "pede mais do que se vende em um pacote",
    list_unread: "pede várias coisas e o bot não conseguiu ler a lista",
    person_needed: "é preciso uma pessoa para responder",
    window_closed: "Passaram mais de 24 horas e este cliente ficou sem resposta: escreva com um modelo aprovado",
    unread_messages: (count) => `Muitas mensagens seguidas: o cliente escreveu mais de ${count} mensagens seguidas`,
    reminder_template: (template) =>
      `Um lembrete pode não chegar ao cliente: o modelo “${template}” não pode ser enviado`,
    not_said: "Não foi possível dizer: escreva a este cliente",
  },
  media: {
    listening: "Já estou ouvindo seu áudio, só um instante, por favor 🎧",
    looking: "Já estou vendo o que você mandou, só um instante, por favor 👀",
    inaudible: "Desculpe, não consegui entender seu áudio. Você pode escrever, por favor? 🙏",
    unseen: "Desculpe, não consegui ver direito o que você mandou. Pode me contar por escrito, por favor? 🙏",
    picture: "Obrigado por compartilhar! 😊 Me conta, em que posso ajudar?",
    identityDocument:
      "Obrigado pela confiança. Para sua segurança, não guardo fotos de documentos de identidade; você pode escrever os dados que precisa me passar?",
  },
  confirmation: {
    denied: "Tudo bem, não vou fazer. Se precisar de mais alguma coisa, é só falar.",
    declined:
      "Desculpe, por enquanto não podemos fazer o que você pediu. Se quiser, me conta um pouco mais e a gente vê.",
    unanswered:
      "Desculpe a demora: não conseguimos confirmar o que você pediu, então não foi feito. Se ainda precisar, me escreva e a gente retoma.",
    expired: "Como não recebi sua resposta, deixei tudo como estava. Se ainda precisar, me escreva e a gente retoma.",
    changed: "Desculpe, algo mudou desde que perguntei, então não fiz. Se ainda precisar, me escreva e a gente revê.",
    closed: "Essa pergunta já foi encerrada, então não mudei nada. Se precisar de mais alguma coisa, é só falar.",
    unclear: "Só para ter certeza: você confirma tocando em Sim ou Não?",
    failed: "Desculpe, não consegui fazer o que você pediu agora, então nada mudou. Tento de novo?",
  },
};
