import type { WorkspaceId } from "../ids.ts";
import type { CrmTemplate } from "./crm.ts";

/** The templates that WhatsApp has approved for a workspace, as its owner has written them down: no other is sent by a tool. */
export interface MessageTemplates {
  list(workspace: WorkspaceId): Promise<CrmTemplate[]>;
  save(workspace: WorkspaceId, template: CrmTemplate, by: string): Promise<void>;
  /** False where there is none. */
  remove(workspace: WorkspaceId, name: string, language: string, by: string): Promise<boolean>;
}
