import * as z from "zod";
import type { AgentConfigs, KnownAgentConfig } from "../../core/ports/agent-configs.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { businessHours } from "../business-hours.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const configRow = z.object({
  agent_enabled: z.boolean(),
  conversational_agent_id: z.string().nullable(),
  handoff_message: z.string().nullable(),
  crm_agents_enabled: z.boolean(),
  timer_preset: z.enum(TIMER_PRESETS).nullable(),
  response_speed: z.number().nullable(),
  time_zone: z.string(),
  business_hours: businessHours,
  proactive_per_day: z.number(),
  proactive_spacing_minutes: z.number(),
  quiet_minutes: z.number(),
  window_maintenance: z.boolean(),
  updated_at: z.date(),
  updated_by: z.string(),
});

const COLUMNS = sql`w.agent_enabled, w.conversational_agent_id, w.handoff_message, w.crm_agents_enabled, w.timer_preset,
  w.response_speed::numeric::float8 as response_speed, w.time_zone, w.business_hours, w.proactive_per_day,
  w.proactive_spacing_minutes, w.quiet_minutes, w.window_maintenance, w.updated_at, w.updated_by`;

export function createAgentConfigs(database: Database): AgentConfigs {
  return {
    async get(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`select ${COLUMNS} from workspace_agent_config w where w.workspace_id = ${workspace}`),
      );
      return rows[0] === undefined ? null : readConfig(rows[0]);
    },
    async change(workspace, change, actor) {
      const { rows } = await database.run(sql`
        update workspace_agent_config w set
          agent_enabled = coalesce(n."agentEnabled", w.agent_enabled),
          conversational_agent_id = case
            when given ? 'conversationalAgentId' then n."conversationalAgentId" else w.conversational_agent_id end,
          handoff_message = case when given ? 'handoffMessage' then n."handoffMessage" else w.handoff_message end,
          crm_agents_enabled = coalesce(n."crmAgentsEnabled", w.crm_agents_enabled),
          timer_preset = case when given ? 'timerPreset' then n."timerPreset" else w.timer_preset end,
          response_speed = case when given ? 'responseSpeed' then n."responseSpeed" else w.response_speed end,
          time_zone = coalesce(n."timeZone", w.time_zone),
          business_hours = case when given ? 'businessHours' then nullif(n."businessHours", 'null') else w.business_hours end,
          proactive_per_day = coalesce(n."proactivePerDay", w.proactive_per_day),
          proactive_spacing_minutes = coalesce(n."proactiveSpacingMinutes", w.proactive_spacing_minutes),
          quiet_minutes = coalesce(n."quietMinutes", w.quiet_minutes),
          window_maintenance = coalesce(n."windowMaintenance", w.window_maintenance),
          updated_at = recado_now(),
          updated_by = ${actor}
        from (select ${JSON.stringify(change)}::jsonb as given) g
        cross join lateral jsonb_to_record(g.given) as n (
          "agentEnabled" boolean, "conversationalAgentId" text, "handoffMessage" text,
          "crmAgentsEnabled" boolean, "timerPreset" text, "responseSpeed" real, "timeZone" text, "businessHours" jsonb, "proactivePerDay" int,
          "proactiveSpacingMinutes" int, "quietMinutes" int, "windowMaintenance" boolean)
        where w.workspace_id = ${workspace}
        returning ${COLUMNS}`);
      return rows[0] === undefined ? null : readConfig(rows[0]);
    },
  };
}

function readConfig(row: Record<string, unknown>): KnownAgentConfig {
  const found = configRow.parse(row);
  return {
    agentEnabled: found.agent_enabled,
    conversationalAgentId: found.conversational_agent_id,
    handoffMessage: found.handoff_message,
    crmAgentsEnabled: found.crm_agents_enabled,
    timerPreset: found.timer_preset,
    responseSpeed: found.response_speed,
    timeZone: found.time_zone,
    businessHours: found.business_hours,
    proactivePerDay: found.proactive_per_day,
    proactiveSpacingMinutes: found.proactive_spacing_minutes,
    quietMinutes: found.quiet_minutes,
    windowMaintenance: found.window_maintenance,
    updatedAt: found.updated_at,
    updatedBy: found.updated_by,
  };
}
