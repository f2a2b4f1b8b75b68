import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], 3);
playFailpoints(["delay"], 6);
