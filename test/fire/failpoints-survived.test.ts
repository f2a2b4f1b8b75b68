import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], 9);
playFailpoints(["delay"], 18);
