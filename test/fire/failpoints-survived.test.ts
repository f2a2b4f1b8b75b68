import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], 6);
playFailpoints(["delay"], 12);
