-- Two pairs of triggers become one (functions/stops.sql); of the old ones nothing stays.
drop trigger if exists bot_off_ends_questions on conversations;
drop trigger if exists bot_off_stops_segments on conversations;
drop trigger if exists opt_out_ends_questions on contacts;
drop trigger if exists opt_out_stops_segments on contacts;
drop function if exists cancel_for_bot_off();
drop function if exists cancel_for_opt_out();
