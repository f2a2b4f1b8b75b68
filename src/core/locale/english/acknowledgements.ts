import type { AcknowledgementWords } from "../locale-pack.ts";

/** American English as people type it. */
export const ENGLISH_ACKNOWLEDGEMENTS: AcknowledgementWords = {
  yes: "yes yea yeah yep yup ya yah y sure absolutely definitely correct right exactly confirm confirmed agreed indeed affirmative totally certainly please accept",
  fine: "ok okay k kk okey fine good great perfect awesome cool alright nice sweet excellent understood gotcha deal",
  no: "no nope nah nay n negative never",
  courtesy: "thanks thank thx thnx ty tysm tyvm cheers appreciate appreciated bye goodbye lol haha welcome",
  thanks: "thanks thank thx ty",
  fillers:
    "s you so much very a lot many the it that is i all and oh ah um well then just to me my sir ma am maam man dude guys your for help again everything day night evening weekend have",
  besideNo: "sir ma am maam man thank you so much well oh um i that s is not really it",
  endsATalk: "sure good",
  phrases: [
    // A greeting opens a conversation.
    [/^good (?:morning|afternoon|evening|day)\b/g, "greeting"],
    [["not right", "not correct", "that's wrong", "is wrong", "wrong", "incorrect", "not really", "not at all"], "no"],
    [["no way", "not now", "not yet", "not today", "never mind", "nevermind", "i'd rather not", "rather not"], "no"],
    [["don't want it", "don't want to", "don't want that", "do not want it", "do not confirm", "don't confirm"], "no"],
    [["no problem", "no worries"], "fine"],
    [["don't", "do not", "dont"], "no"],
    [["of course", "sounds good", "sounds great", "that works", "works for me", "go ahead", "please do"], "yes"],
    [["that's right", "that is right", "looks good", "looks great", "looks right", "all good", "all correct"], "yes"],
    [["sure thing", "you got it", "i do", "let's do it", "do it", "by all means", "for sure"], "yes"],
    [["much appreciated", "appreciate it", "thank you", "thanks a lot", "many thanks"], "thanks"],
    [["have a good day", "have a nice day", "have a great day", "good night", "see you", "take care"], "bye"],
    [["got it", "i see"], "ok"],
  ],
  spelling: {
    yess: "yes",
    yesss: "yes",
    okk: "ok",
    thankyou: "thanks",
    thks: "thanks",
    u: "you",
    ur: "your",
    pls: "please",
    plz: "please",
  },
  numbers: ["one", "two", "three", "four", "five", "six"],
};
