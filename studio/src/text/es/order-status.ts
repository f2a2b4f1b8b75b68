/** The status of one order; the columns of the board have words of their own. */
export const orderStatus = {
  pending: "Nuevo",
  confirmed: "Confirmado",
  packed: "Empacado",
  sent: "Enviado",
  delivered: "Entregado",
  returned: "Devuelto",
  cancelled: "Cancelado",
};
