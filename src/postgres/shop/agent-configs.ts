import { KnownAgentConfig } from "../../core/answers/agent-config.ts";
import type { AgentConfigs } from "../../core/ports/agent-configs.ts";
import type { Database } from "../database.ts";
import { rowset, sql } from "../sql.ts";

const ANSWER = sql`w.agent_enabled as "agentEnabled", w.conversational_agent_id as "conversationalAgentId",
  w.handoff_message as "handoffMessage", w.crm_agents_enabled as "crmAgentsEnabled", w.timer_preset as "timerPreset",
  w.response_speed::numeric::float8 as "responseSpeed", w.locale, w.time_zone as "timeZone",
  w.business_hours as "businessHours", w.session_end as "sessionEnd",
  w.confirmation_minutes as "confirmationMinutes", w.message_prices as "messagePrices",
  w.proactive_per_day as "proactivePerDay", w.proactive_spacing_minutes as "proactiveSpacingMinutes",
  w.quiet_minutes as "quietMinutes", w.window_maintenance as "windowMaintenance", w.updated_at as "updatedAt",
  w.updated_by as "updatedBy"`;

export function createAgentConfigs(database: Database): AgentConfigs {
  return {
    async get(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`select ${ANSWER} from workspace_agent_config w where w.workspace_id = ${workspace}`),
      );
      return rows[0] === undefined ? null : KnownAgentConfig.parse(rows[0]);
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
          locale = coalesce(n.locale, w.locale),
          time_zone = coalesce(n."timeZone", w.time_zone),
          business_hours = case when given ? 'businessHours' then nullif(n."businessHours", 'null') else w.business_hours end,
          session_end = case when given ? 'sessionEnd' then nullif(n."sessionEnd", 'null') else w.session_end end,
          confirmation_minutes = case
            when given ? 'confirmationMinutes' then n."confirmationMinutes" else w.confirmation_minutes end,
          message_prices = coalesce(n."messagePrices", w.message_prices),
          proactive_per_day = coalesce(n."proactivePerDay", w.proactive_per_day),
          proactive_spacing_minutes = coalesce(n."proactiveSpacingMinutes", w.proactive_spacing_minutes),
          quiet_minutes = coalesce(n."quietMinutes", w.quiet_minutes),
          window_maintenance = coalesce(n."windowMaintenance", w.window_maintenance),
          updated_at = recado_now(),
          updated_by = ${actor}
        from (select ${JSON.stringify(change)}::jsonb as given) g
        cross join lateral jsonb_to_record(g.given) as n (
          "agentEnabled" boolean, "conversationalAgentId" text, "handoffMessage" text,
          "crmAgentsEnabled" boolean, "timerPreset" text, "responseSpeed" real, locale text, "timeZone" text,
          "businessHours" jsonb, "sessionEnd" jsonb, "confirmationMinutes" int, "messagePrices" jsonb, "proactivePerDay" int,
          "proactiveSpacingMinutes" int, "quietMinutes" int, "windowMaintenance" boolean)
        where w.workspace_id = ${workspace}
        returning ${ANSWER}`);
      return rows[0] === undefined ? null : KnownAgentConfig.parse(rows[0]);
    },
    async takePlaces(places, defaultAgentId) {
      if (places.length === 0) return;
      await database.run(sql`
        update workspace_agent_config w set locale = p.locale, time_zone = p."timeZone"
        from ${rowset(places, sql`"agentId" text, locale text, "timeZone" text`)} p
        where w.updated_by = 'system' and (w.locale, w.time_zone) is distinct from (p.locale, p."timeZone")
          and p."agentId" = (
            select case count(distinct n.agent_id) when 0 then ${defaultAgentId}::text when 1 then min(n.agent_id) end
            from phone_numbers n where n.workspace_id = w.workspace_id)`);
    },
  };
}
