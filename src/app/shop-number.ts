/** The shop's number in the simulator; any will do, it is served by the default agent. */
export const SHOP_PHONE_NUMBER_ID = "100000000000001";
