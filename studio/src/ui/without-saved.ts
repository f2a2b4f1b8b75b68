/** The draft after a save: what a person typed while the save was under way is kept. */
export function withoutSaved<Draft extends object>(draft: Draft, saved: Draft): Draft {
  const kept = Object.entries(draft).filter(([name, value]) => !(name in saved) || Reflect.get(saved, name) !== value);
  return Object.fromEntries(kept) as Draft;
}
