import { defineText } from "./define-text.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";

export const frameText = defineText({ es, en });
