/** What Meta knows of a business besides its messages, in Graph's own words. */
export interface SimulatedAccount {
  readonly appId: string;
  readonly businessAccountId: string;
  readonly scopes: readonly string[];
  /** Unix seconds; 0 for a token that never expires. */
  readonly expiresAt: number;
  readonly numbers: readonly Readonly<Record<string, unknown>>[];
  /** The subscription of the app; null when none was made. */
  readonly subscription: { readonly callbackUrl: string; readonly fields: readonly string[] } | null;
  /** Whether the business account sends its webhooks to the app. */
  readonly isAppSubscribed: boolean;
  readonly templates: readonly Readonly<Record<string, unknown>>[];
}

export const SIMULATED_ACCOUNT: SimulatedAccount = {
  appId: "670843887433847",
  businessAccountId: "102290129340398",
  scopes: ["whatsapp_business_management", "whatsapp_business_messaging", "public_profile"],
  expiresAt: 0,
  numbers: [
    {
      id: "106540352242922",
      display_phone_number: "+1 555-078-3881",
      verified_name: "Simulator",
      quality_rating: "GREEN",
      status: "CONNECTED",
    },
  ],
  subscription: {
    callbackUrl: "https://recado.example.com/api/whatsapp/webhook",
    fields: [
      ...["messages", "smb_message_echoes", "user_preferences", "user_id_update", "account_update", "account_alerts"],
      ...["business_capability_update", "phone_number_quality_update", "security", "message_template_status_update"],
      ...["message_template_quality_update", "template_category_update"],
    ],
  },
  isAppSubscribed: true,
  templates: [
    {
      name: "pedido_enviado",
      language: "es_CO",
      status: "APPROVED",
      category: "UTILITY",
      parameter_format: "POSITIONAL",
      components: [{ type: "BODY", text: "Hola {{1}}, su pedido {{2}} va en camino." }],
    },
  ],
};
