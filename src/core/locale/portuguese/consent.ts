import type { ConsentWords } from "../locale-pack.ts";

const MESSAGES =
  "(mensagem|mensagens|msgs?|propagandas?|promocao|promocoes|ofertas|spam|publicidade|whatsapps?|zaps?|anuncios|notificacoes|novidades)";
/** "Essas", "as suas": they change nothing. */
const THESE =
  "(essas?|esses?|estas?|estes?|as|os|suas?|seus|tantas?|tantos|mais|nenhuma?|nenhum|qualquer|esse tipo de|com) ";
const FROM = "( (de voces|da loja|daqui|dessa empresa|desse numero|por aqui|no whatsapp|no zap|mais))*";
const SEND = "(mande|mandem|manda|mandar|envie|enviem|envia|enviar|encaminhe|encaminhem)";
const WRITE =
  "(escreva|escrevam|escrever|chame|chamem|chamar|contate|contatem|procure|procurem|incomode|incomodem|perturbe|perturbem)";
const LIST =
  "(d?a|d?essa|d?esta|d?a sua|d?as suas|d?esse|d?este|d?o seu|d?o) (lista|listas|grupo|cadastro|base)( de (transmissao|contatos|mensagens|clientes|dados))?";
const TAKE_OFF =
  "(tire|tira|tirem|tirar|remova|remove|removam|remover|retire|retira|retirem|retirar|exclua|exclui|excluam|excluir|apague|apaga|apaguem)";

export const PORTUGUESE_CONSENT: ConsentWords = {
  outAlone: [
    "stop",
    "sair",
    "parar",
    "unsubscribe",
    "descadastr(ar|o|e|a)(-?me)?",
    "desinscrever",
    "sair da lista",
    "(cancelar|cancela|cancele) (a |minha |a minha )?(inscricao|assinatura|cadastro)",
    "nao perturbe",
    `nao me ${WRITE}`,
    "me deixem? em paz",
  ],
  // "Pare" is a Colombian stop sign too, "para" is the Spanish "for", "remover" stirs a pot.
  outAloneHere: ["pare", "parem", "para", "remover", "chega", "nao enviar", "quero sair"],
  outSentences: [
    `(pare|parem|para|parar) de (me )?(${SEND}|escrever|incomodar|perturbar|encher|importunar|chamar)( me)?( o saco| a paciencia)?( (${THESE})*${MESSAGES})?${FROM}`,
    `(pare|parem|para) com (${THESE})*${MESSAGES}${FROM}`,
    `nao (quero|queremos|desejo|preciso|gostaria de|quero que voces?)( mais)?( (receber|ver|ter))? (${THESE})*${MESSAGES}${FROM}`,
    `nao (quero|desejo) (mais )?que (voces )?me ${WRITE}( mais)?`,
    `nao (me|nos) ${SEND} (${THESE})*${MESSAGES}${FROM}`,
    `nao (me|nos) ${WRITE} (mais|nunca mais|de novo)( por favor)?`,
    `nunca mais (me|nos) (${SEND}|${WRITE})( (${THESE})*${MESSAGES})?`,
    `((quero|gostaria|pode|podem|poderia|preciso) (que )?(voces )?)?((me|meu numero|meu contato) )?${TAKE_OFF}( me)?( (o )?meu (numero|contato|telefone))? ${LIST}`,
    `${TAKE_OFF} (o )?meu (numero|contato|telefone)`,
    "(quero|gostaria de|desejo|preciso) (me )?(descadastrar|desinscrever|sair da lista|sair do grupo|sair dessa lista|sair desta lista|cancelar (a |minha |a minha )?(inscricao|assinatura))",
    "me (descadastre|descadastra|descadastrem|desinscreva)",
    `(chega de|sem mais|nada de) (${THESE})*${MESSAGES}`,
  ],
  inAlone: ["voltar", "start", "quero voltar", "retornar", "reativar"],
  inSentences: [
    `(sim )?(quero|desejo|gostaria de) (voltar a receber|receber de novo|receber novamente) (as |suas |as suas )?(${MESSAGES})`,
    `podem? (voltar a|me) (me )?(escrever|mandar mensagens?|mandar mensagem)( de novo| novamente| outra vez)?`,
  ],
  before:
    "oi|ola|bom dia|boa tarde|boa noite|por favor|por gentileza|pfv|favor|obrigad[oa]|gente|pessoal|moc[oa]|senhores|ja disse que|eu|voces podem|voce pode|podem|pode|da pra|e",
  after: "por favor|por gentileza|pfv|obrigad[oa]|ja|agora|ok|gente|tchau",
};
