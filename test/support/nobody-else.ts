import type { AccessPorts } from "../../src/core/ports/governance/access.ts";

const nobody = async () => null;
const nothing = async () => [];

/** Nobody but the holder of RECADO_API_TOKEN; what makes a workspace, its people and tokens is tested on PostgreSQL. */
export const NOBODY_ELSE: AccessPorts = {
  signIn: {
    ...{ principalOf: nobody, openSession: nobody, principalOfSession: nobody },
    ...{ endSession: async () => {}, noteFailures: async () => {} },
  },
  accessAdmin: {
    workspaces: nothing,
    createWorkspace: async () => false,
    members: nothing,
    putMember: nobody,
    createSignInLink: nobody,
    removeMember: async () => false,
    issuePhoneCode: async () => null,
    unbindPhone: async () => false,
    tokens: nothing,
    createToken: nobody,
    revokeToken: async () => false,
    numbers: nothing,
    workspaceOf: nobody,
    assignNumber: async () => ({ kind: "unknown_workspace" }),
  },
};
