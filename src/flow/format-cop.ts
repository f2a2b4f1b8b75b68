/** `79900` → `$79.900`, as prices are written in Colombia. Not `Intl`: its data differs between builds of Node. */
export function formatCop(amount: number): string {
  return `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ".")}`;
}
