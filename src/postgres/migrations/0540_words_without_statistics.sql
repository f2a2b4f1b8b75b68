-- No plan of ours reads how often a word stands in a table: what is searched for is a parameter, and a plan serves all of them. To count
-- them, ANALYZE makes the words of each line that it looks at: half of what it computes for the tables of messages (docs/adr/0014).
alter index agent_turns_words alter column 1 set statistics 0;
alter index contacts_by_words alter column 1 set statistics 0;
alter index contact_aliases_by_digits alter column 1 set statistics 0;
alter index orders_by_words alter column 1 set statistics 0;
