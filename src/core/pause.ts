/** Before so many characters are read: null to go on at once, else it resolves when others have had their turn. */
export type Pause = (characters: number) => Promise<void> | null;
