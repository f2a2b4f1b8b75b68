/** "Mándeme el Nequi", "a qué cuenta le consigno ?", "páseme el link de pago": how it is paid is asked by who has bought. */
const ACCOUNT =
  "(?:(?:numero|datos|cuenta|link|enlace|codigo|qr|llave)(?: (?:de|del|para|el|la|su)){0,2} (?:nequi|daviplata|bancolombia|ahorros|cuenta|pagos?|pagar(?:l[oe])?|consignar(?:l[oe])?|transferir(?:l[oe])?)|nequi|daviplata|cuenta|link|llave)";
const PAYS = new RegExp(
  `^(?:(?:y|ya|entonces|ahora|porfa|pues) )*(?:(?:(?:mand|envi|pas|reg[ai]l|compart|d|escrib|pong|indi)[a-z]{1,6}|me (?:manda|envia|pasa|da|regala|comparte)) (?:(?:el|la|su|un|los|las|pues|entonces|ahi|por aca) ){0,2}${ACCOUNT}|(?:a que|a cual|cual es (?:el|la|su)) (?:${ACCOUNT}|numero)(?: (?:le|les|se|lo))?(?: (?:consign|pag|transfier|transfer|mand|envi|hag)\\w{1,4})?(?: (?:la plata|el pago|el dinero|la transferencia))?|(?:(?:ya|ahi|de una) )?(?:le|les) (?:consigno|pago|transfiero) (?:por|al|a) (?:el |la |su )?(?:nequi|daviplata|bancolombia|cuenta|transferencia))(?: (?:para|y) (?:pagar(?:le|l[oe])?|consignar(?:le|l[oe])?|transferir(?:le|l[oe])?|hacer(?:le)? (?:el pago|la transferencia)))?(?: (?:porfa|pues|gracias|ya|de una))*(?: \\?)?$`,
);

/** A folded clause that only asks where the money goes, or says by which way it comes. */
export function asksWhereToPay(plain: string): boolean {
  const asked = plain.replace(/^(?:pero|y|eso si|solo que) /, "");
  return PAYS.test(asked);
}
