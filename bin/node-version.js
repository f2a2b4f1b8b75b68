// Refuses a Node that is too old, before anything it could not even read is loaded.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 20)) {
  console.error(
    `Recado needs Node 20.20 or newer, and this is Node ${process.versions.node}: install a newer one (https://nodejs.org) and start again.`,
  );
  process.exit(1);
}
