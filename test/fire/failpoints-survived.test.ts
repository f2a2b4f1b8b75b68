import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], { oneIn: 27 });
playFailpoints(["delay"], { oneIn: 27 });
