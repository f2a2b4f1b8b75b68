import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["crash", "stop"], { oneIn: 41 });
