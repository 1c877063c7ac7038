// Sets the repository up: installs what is missing, then builds. Run by `npm start`, `npm test` and `npm run ok`.
//
// It is the only file here that an unknown Node runs. So it uses nothing that a very old one would not parse or
// find, and loads the rest once the version is known to be good.

const OLDEST = 18;
const running = process.versions.node;

if (Number(running.split(".")[0]) < OLDEST) {
  console.error(
    "Cannot set up with Node " + running + ": install Node " + OLDEST + " or newer, which then brings the right one",
  );
  process.exitCode = 1;
} else {
  import("./bootstrap/set-up.mjs").then(async ({ setUp }) => {
    process.exitCode = await setUp({
      root: new URL("..", import.meta.url),
      build: !process.argv.includes("--no-build"),
      say: (line) => process.stderr.write(line + "\n"),
    });
  });
}
