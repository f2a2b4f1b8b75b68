/**
 * Ends this process by force when it holds too much memory, buffers included, or when the process that started it is gone.
 * SIGKILL, because a process that is busy, or whose heap is full, answers to nothing else.
 */
const LOOK_MS = 50;
const MB = 1024 * 1024;

const parent = process.ppid;
const most = process.memoryUsage.rss() + Number(process.argv[2]) * MB;

setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > most) process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
