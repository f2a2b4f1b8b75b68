import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["throw"], { oneIn: 41 });
playFailpoints(["delay"], { oneIn: 41 });
