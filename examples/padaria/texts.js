// @ts-check
// What Flor de Trigo says and hears, in Brazilian Portuguese.
import { templatesFrom } from "recado/flow";

export const TEMPLATES = templatesFrom("padaria", {
  oi: ["Oi! Aqui é a *Padaria Flor de Trigo* 🥖 Em que posso ajudar?", "Oi de novo! Do que você precisa?"],
  precos: [
    "Nossas cestas de café da manhã:\n\n• *pequena* (2 pessoas): *{{precio_pequena}}*\n• *média* (4 pessoas): *{{precio_media}}*\n• *grande* (8 pessoas): *{{precio_grande}}*",
    "A pequena sai por {{precio_pequena}}, a média por {{precio_media}} e a grande por {{precio_grande}}.",
  ],
  cesta: [
    "Cada cesta vem com pão francês, pão de queijo, bolo caseiro, frutas, café e suco, tudo feito no dia.",
    "Tem pão francês, pão de queijo, bolo, frutas, café e suco, tudo fresquinho.",
  ],
  horario: ["Abrimos todos os dias, das 6h às 20h.", "Funcionamos das 6h às 20h, todos os dias."],
  entrega: [
    "Entregamos em Pinheiros e Vila Madalena, sem taxa, das 7h às 11h.",
    "A entrega é grátis em Pinheiros e Vila Madalena, das 7h às 11h.",
  ],
  pagamento: ["Você paga na entrega, em dinheiro, cartão ou Pix.", "Aceitamos dinheiro, cartão e Pix, na entrega."],

  askData: [
    "Que bom! Para anotar seu pedido, me diga, por favor:\n\n{{campos_faltantes}}",
    "Me diga, por favor:\n\n{{campos_faltantes}}",
  ],
  missingData: [
    "Anotado! Agora me passa, por favor:\n\n{{campos_faltantes}}",
    "Perfeito! Só falta:\n\n{{campos_faltantes}}",
    "Obrigada! E também:\n\n{{campos_faltantes}}",
  ],
  remindData: "Continuo por aqui, com o forno quentinho 😊 Quando puder, me passe seus dados.",
  softRetry: "Ainda quer sua cesta? Quando quiser, a gente continua de onde parou 😊",
  offer: [
    "Qual cesta você prefere?\n\n• *pequena*: {{precio_pequena}}\n• *média*: {{precio_media}}\n• *grande*: {{precio_grande}}",
    "Temos a *pequena* ({{precio_pequena}}), a *média* ({{precio_media}}) e a *grande* ({{precio_grande}}). Qual delas?",
  ],
  whichPack: [
    "Você prefere a *pequena*, a *média* ou a *grande*?",
    "Só falta escolher: *pequena*, *média* ou *grande*?",
  ],
  packNoted: [
    "Anotado: *{{pack}}*, {{precio}}! Agora me passa, por favor:\n\n{{campos_faltantes}}",
    "Boa escolha, *{{pack}}* ({{precio}})! Só falta:\n\n{{campos_faltantes}}",
  ],
  summary: [
    "Seu pedido:\n\n• *{{pack}}*: *{{precio}}*\n• {{nome}}, {{telefone}}\n• {{direccion_envio}}\n\nPosso confirmar?",
    "Fica assim:\n\n• *{{pack}}*: *{{precio}}*\n• {{nome}}, {{telefone}}\n• {{direccion_envio}}\n\nEstá tudo certo?",
  ],
  askConfirmation: ["Preparo sua cesta? É só responder *sim*.", "Se estiver tudo certo, responda *sim* e eu preparo."],
  orderConfirmed:
    "Prontinho, {{nome}}! Sua *{{pack}}* chega amanhã cedo, com cheirinho de pão quente 🥐 Muito obrigada!",
  orderUpdated: "Prontinho, mudei seu pedido. Obrigada por avisar!",
  knownData: "Da última vez foi assim: {{datos_conocidos}}. Se continua igual, responda *sim*.",
  postponed: ["Claro, sem pressa! Quando quiser, é só chamar 😊", "Combinado, fico por aqui!"],
  goodbye: "Tudo bem! Tenha um ótimo dia e volte sempre!",
  clarify: [
    "Desculpe, não entendi bem. Pode me dizer de outro jeito?",
    "Pode me explicar com outras palavras, por favor?",
  ],
  retakeLong: "Que tal acordar amanhã com uma cesta quentinha na porta de casa? Posso anotar seu pedido?",
  retakeShort: "Quer pedir uma cesta?",
  pessoa: "Claro! Uma pessoa da padaria já fala com você por aqui.",
  fallback: "Para ajudar melhor, uma pessoa da padaria já fala com você por aqui.",
});

/** What customers say for each intent. */
export const PHRASES = {
  oi: ["oi", "olá", "bom dia", "boa tarde", "boa noite", "tudo bem"],
  precos: ["quanto custa", "quanto custam", "quanto é", "quanto fica", "preço", "preços", "valores"],
  cesta: ["o que vem", "o que tem", "quais pães"],
  horario: ["horário", "que horas", "estão abertos", "até que horas"],
  entrega: ["entregam", "fazem entrega", "taxa de entrega", "entrega"],
  pagamento: ["pix", "cartão", "como pago", "formas de pagamento"],
  pedir: ["quero uma cesta", "quero pedir", "fazer um pedido", "queria encomendar", "quero encomendar"],
  confirmar: ["pode confirmar", "confirmo"],
  depois: ["mais tarde", "depois eu vejo", "vou pensar"],
  nao_obrigado: ["não obrigado", "não obrigada", "não tenho interesse", "não quero mais"],
  pessoa: ["uma pessoa", "um atendente", "falar com alguém", "reclamação"],
};

export const TEXTS = {
  fallback: "Desculpe a demora. Uma pessoa da padaria já responde por aqui.",
  sticker: "😄",
  richInput: "Ainda não consigo ouvir áudios nem abrir arquivos; pode me escrever, por favor?",
  unsupported: "Não consigo ver esse tipo de mensagem. Pode me contar por escrito?",
};
