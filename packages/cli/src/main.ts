import type { Read } from "./argv/flag.ts";
import { requestedFormat } from "./argv/format.ts";
import { color, cwd, debug, quiet, verbose } from "./argv/global-flags.ts";
import { understand } from "./argv/understand.ts";
import { paintLines } from "./colour.ts";
import type { Output } from "./command.ts";
import { asCommandError, messageOf, systemCode } from "./command-error.ts";
import { COMMANDS } from "./commands/index.ts";
import { exitCode } from "./exit-codes.ts";
import { helpOutput } from "./help/help-output.ts";
import { openSession } from "./session.ts";
import { faultLine } from "./skins/fault-line.ts";
import { colourOf, type Look, openSkin } from "./skins/open-skin.ts";
import { isHangUp, openStopper } from "./stopper.ts";
import { workingFolder } from "./working-folder.ts";
import type { World } from "./world.ts";

/**
 * Does what a command line says and gives the exit code. Never rejects: whatever goes wrong becomes one message in the
 * format that was asked for, and a code of the table.
 */
export async function main(world: World): Promise<number> {
  const crash = crashOf(world);
  const stopper = openStopper(world, killCommands);
  let look = firstLook(world);
  let skin = openSkin(world, look);
  try {
    const meaning = understand(world.argv, COMMANDS);
    let output: Output;
    if (meaning.kind === "command") {
      const { command, read } = meaning;
      look = lookOf(world, read, look);
      skin = openSkin(world, look);
      const { format, detail, viewpoint } = look;
      const colourOut = colourOf(world, look, "stdout");
      const colourErr = colourOf(world, look, "stderr");
      const session = openSession({
        world,
        commands: COMMANDS,
        read,
        readsLayers: command.readsLayers === true,
        format,
        detail,
        viewpoint,
        skin,
        colourOut,
        colourErr,
        stopper,
      });
      output = await Promise.race([command.run(read, session), crash, stopper.halted]);
    } else {
      output = meaning.kind === "help" ? helpOutput(meaning.lines) : versionOutput(world);
    }
    await skin.output(output);
    return await afterWriting(world, exitCode(output.exit ?? "ok"));
  } catch (thrown) {
    const error = asCommandError(thrown);
    await skin.failure(error);
    return await afterWriting(world, exitCode(error.exit));
  } finally {
    stopper.close();
  }
}

/** Rejects with an error that nobody caught. */
function crashOf(world: World): Promise<never> {
  const crash = new Promise<never>((_, reject) => {
    world.onCrash(reject);
  });
  // After the end nobody waits for it any more: a late fault changes nothing then.
  crash.catch(() => undefined);
  return crash;
}

/** How things look as long as the command line is not understood. */
function firstLook(world: World): Look {
  return {
    format: requestedFormat(world.argv),
    color: "auto",
    detail: "normal",
    debug: world.argv.includes("--debug"),
    viewpoint: { cwd: ".", home: world.home },
  };
}

function lookOf(world: World, read: Read, { format }: Look): Look {
  return {
    format,
    color: read(color) ?? "auto",
    detail: read(quiet) ? "quiet" : read(verbose) ? "verbose" : "normal",
    debug: read(debug),
    viewpoint: { cwd: workingFolder(world, read(cwd)), home: world.home },
  };
}

function versionOutput({ version }: World): Output {
  return { data: { version }, lines: [[version]] };
}

/** Ends what agents have started. Loaded already where there is anything to end. */
async function killCommands(): Promise<void> {
  const { killRunningCommands } = await import("@polyglav/tools");
  killRunningCommands();
}

/** A reader that went away is no fault; a result that could not be written is one, whatever came of it before. */
async function afterWriting({ stdout, stderr }: World, code: number): Promise<number> {
  const reason: unknown = stdout.broken.reason;
  if (!stdout.broken.aborted || systemCode(reason) === "EPIPE" || isHangUp(stdout)) return code;
  await stderr.write(paintLines([faultLine({ message: `Cannot write the result: ${messageOf(reason)}` })], false));
  return exitCode("failed");
}
