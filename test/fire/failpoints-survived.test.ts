import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], { oneIn: 13 });
playFailpoints(["delay"], { oneIn: 25 });
