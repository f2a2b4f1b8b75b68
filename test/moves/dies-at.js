/**
 * Loaded before `recado number move`. The process kills itself with SIGKILL as soon as the database has committed the
 * statement with the given words, and before the program hears of it.
 */
import pg from "pg";

const { words, isCommitted } = JSON.parse(process.env.MOVE_DIES_AT ?? "null") ?? { words: null, isCommitted: true };

const query = pg.Client.prototype.query;
let isNear = false;
pg.Client.prototype.query = function (config, values, callback) {
  const text = typeof config === "string" ? config : config?.text;
  if (words !== null && text?.includes(words)) isNear = true;
  if (!isNear || (isCommitted && text !== "commit")) return query.call(this, config, values, callback);
  const die = () => process.kill(process.pid, "SIGKILL");
  const answer = query.call(this, config, values);
  answer.then(die, die);
  return new Promise(() => {});
};
