import { readFileSync } from "node:fs";
import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What it takes to read the data in a message";
export const how =
  "The gold messages of test/nlu/gold, one after the other in one process: names, phones, addresses and places by rules and lists, without a model. CPU is what the process computed, the compiler and the collector of garbage too; ten messages are one sample, because one alone is less than the clock of the processor tells apart.";

const FILES = ["tuned", "measured", "fresh", "last"];
const SAMPLE = 10;

export async function run({ isQuick }) {
  const { extractFields } = await fromDist("nlu/extract/extract-fields.js");
  const messages = FILES.flatMap(messagesOf);
  const read = (text) => extractFields(text, { known: {}, isAsked: true, missing: ["email"] });
  for (let round = 0; round < 5; round += 1) messages.forEach(read); // the compiler learns them all
  const cpu = [];
  for (let round = 0; round < (isQuick ? 3 : 20); round += 1) {
    for (let from = 0; from + SAMPLE <= messages.length; from += SAMPLE) {
      const before = process.cpuUsage();
      messages.slice(from, from + SAMPLE).forEach(read);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / SAMPLE);
    }
  }
  const micros = summarise(cpu);
  return {
    columns: ["messages", "samples of ten", "CPU p50 µs a message", "CPU p95 µs", "CPU p99 µs"],
    rows: [[messages.length, micros.count, micros.p50, micros.p95, micros.p99]],
    raw: micros,
  };
}

function messagesOf(name) {
  return readFileSync(new URL(`../../test/nlu/gold/${name}.tsv`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => line.split("\t")[1]?.replaceAll("\\n", "\n") ?? []);
}
