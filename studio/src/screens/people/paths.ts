export const MEMBERS = "/internal/agent/members";
export const TOKENS = "/internal/agent/tokens";

/** A person is invited to one of these; a program gets a token. */
export const PERSON_ROLES = ["owner", "operator", "viewer"] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];
