import { createStored, useStored } from "../stored.ts";

export type SoundChoice = "on" | "off";

const chosen = createStored<SoundChoice>("recado.sound", (text) => (text === "off" ? "off" : "on"));

export function useSound(): SoundChoice {
  return useStored(chosen);
}

export function chooseSound(choice: SoundChoice): void {
  chosen.set(choice);
  if (choice === "on") playSound();
}

let audio: AudioContext | null = null;

/** Two soft notes, made here: no file to load. A page that no person has touched yet stays silent. */
export function playSound(): void {
  if (chosen.get() === "off" || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const from = audio.currentTime;
  for (const [index, hertz] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    const begins = from + index * 0.14;
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(0.12, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.32);
  }
}
