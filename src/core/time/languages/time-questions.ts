import type { LocalePack } from "../../locale/locale-pack.ts";
import type { AskReason } from "../piece.ts";

type Questions = { readonly [reason in AskReason]: string };

/** To the customer, in their language. */
export const TIME_QUESTIONS: Readonly<Record<LocalePack["language"], Questions>> = {
  spanish: {
    no_time: "¿Qué día y a qué hora se lo recuerdo?",
    no_hour: "¿A qué hora se lo recuerdo?",
    no_day: "¿Qué día se lo recuerdo?",
    past: "Esa hora ya pasó. ¿Qué día y a qué hora se lo recuerdo?",
    vague: "¿Qué día y a qué hora exactamente se lo recuerdo?",
    range: "¿A qué hora exacta se lo recuerdo?",
    several: "Veo más de un momento. ¿Cuál día y a qué hora se lo recuerdo?",
    which_hour: "¿A qué hora se lo recuerdo: de la mañana, de la tarde o de la noche?",
    which_day: "¿Qué fecha exacta es, con el número del día?",
    no_such_day: "Esa fecha no me cuadra con el calendario. ¿Qué día y a qué hora se lo recuerdo?",
    corrected: "Para no equivocarme: ¿qué día y a qué hora se lo recuerdo?",
    how_often: "¿Cada cuánto y a qué hora se lo recuerdo?",
    unclear: "No estoy seguro de la fecha. ¿Qué día y a qué hora se lo recuerdo?",
  },
  portuguese: {
    no_time: "Em que dia e a que horas eu lembro você?",
    no_hour: "A que horas eu lembro você?",
    no_day: "Em que dia eu lembro você?",
    past: "Esse horário já passou. Em que dia e a que horas eu lembro você?",
    vague: "Em que dia e a que horas exatamente eu lembro você?",
    range: "A que horas exatas eu lembro você?",
    several: "Vejo mais de um momento. Qual dia e a que horas eu lembro você?",
    which_hour: "A que horas eu lembro você: da manhã, da tarde ou da noite?",
    which_day: "Qual é a data exata, com o número do dia?",
    no_such_day: "Essa data não bate com o calendário. Em que dia e a que horas eu lembro você?",
    corrected: "Para eu não errar: em que dia e a que horas eu lembro você?",
    how_often: "De quanto em quanto tempo e a que horas eu lembro você?",
    unclear: "Não tenho certeza da data. Em que dia e a que horas eu lembro você?",
  },
  english: {
    no_time: "What day and what time should I remind you?",
    no_hour: "What time should I remind you?",
    no_day: "What day should I remind you?",
    past: "That time has passed. What day and what time should I remind you?",
    vague: "What day and what time exactly should I remind you?",
    range: "What exact time should I remind you?",
    several: "I see more than one time. Which day, and at what time, should I remind you?",
    which_hour: "What time should I remind you: in the morning, in the afternoon or in the evening?",
    which_day: "Which date is that, with the day of the month?",
    no_such_day: "That date does not match the calendar. What day and what time should I remind you?",
    corrected: "To be sure: what day and what time should I remind you?",
    how_often: "How often, and at what time, should I remind you?",
    unclear: "I am not sure of the date. What day and what time should I remind you?",
  },
};
