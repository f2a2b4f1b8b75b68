export const note = {
  label: "Nota (opcional)",
  hint: "Queda en el registro de auditoría junto a su nombre.",
};
