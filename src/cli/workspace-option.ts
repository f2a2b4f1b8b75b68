/** The option of commands that speak of one workspace. */
export const WORKSPACE = ["--workspace <id>", "of which workspace", "default"] as const;
