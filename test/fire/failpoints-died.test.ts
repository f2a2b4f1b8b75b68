import { playFailpoints } from "./play-failpoints.ts";

playFailpoints(["crash", "stop"], 18);
