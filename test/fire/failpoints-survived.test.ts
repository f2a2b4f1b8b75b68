import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], "all");
playFailpoints(["delay"], "a third");
