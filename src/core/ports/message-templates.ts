import type { MessageTemplate } from "../answers/message-template.ts";
import type { WorkspaceId } from "../ids.ts";

/** Templates that WhatsApp has approved for a workspace, as its owner wrote them down. Tools send no others. */
export interface MessageTemplates {
  list(workspace: WorkspaceId): Promise<MessageTemplate[]>;
  save(workspace: WorkspaceId, template: MessageTemplate, by: string): Promise<void>;
  /** False when there is none. */
  remove(workspace: WorkspaceId, name: string, language: string, by: string): Promise<boolean>;
}
