import { resolve } from "node:path";
import type { Catalog, LiveCatalog } from "@polyglav/catalog";
import type { CatalogPlaces } from "@polyglav/catalog/file";
import type { RunEvent } from "@polyglav/engine";
import type { Problem } from "@polyglav/registry";
import type { Read } from "./argv/flag.ts";
import { cap, config, type Format, mode, noInput, noLocal, quiet, trust } from "./argv/global-flags.ts";
import { problemLines, withheldLines } from "./catalog-report.ts";
import { paintLines } from "./colour.ts";
import type { Command } from "./command.ts";
import { CommandError, usageError } from "./command-error.ts";
import type { Line } from "./line.ts";
import type { Recall } from "./run/recall.ts";
import type { Look } from "./skins/open-skin.ts";
import type { Skin } from "./skins/skin.ts";
import type { Stopper } from "./stopper.ts";
import type { Viewpoint } from "./view/place.ts";
import type { World } from "./world.ts";

/** What a command can reach: the catalog, the person, the watchers. Each is made when it is first wanted. */
export interface Session {
  readonly world: World;
  /** All commands, for the help. */
  readonly commands: readonly Command[];
  readonly format: Format;
  /** How much of a run is shown. */
  readonly detail: Look["detail"];
  /** The working folder after `-C`, and home. */
  readonly viewpoint: Viewpoint;
  /** Whether a person can be asked: stdin and stderr are terminals, and neither `--no-input` nor `CI` says no. */
  readonly interactive: boolean;
  /** The flags of this command line that say which layers count, and what caps them. */
  readonly flags: () => LayerFlags;
  /** Where the layers of the catalog are, for this command line. */
  readonly places: () => CatalogPlaces;
  /** Reads the layers, once. What is wrong with them, and what is withheld, goes to stderr. */
  readonly catalog: () => Promise<Catalog>;
  /** Reads them again. */
  readonly reload: () => Promise<Catalog>;
  /** The same layers as something that can be asked again and again, for a run that goes on while they change. */
  readonly liveCatalog: () => Promise<LiveCatalog>;
  /** Whether what the folder says counts, for this command line. */
  readonly trusted: () => Promise<boolean>;
  /** Whether it cannot be made to count: a run that was begun without trust never goes on with more. */
  readonly pinned: boolean;
  /** The same session for a run that was begun with these flags: they count besides those of this command line. */
  readonly goingOn: (recall: Recall) => Session;
  /** Shows an event of a run. */
  readonly emit: (event: RunEvent) => Promise<void>;
  /** Takes note of an event that was shown before, by another process: what comes is then shown as its continuation. */
  readonly recall: (event: RunEvent) => void;
  /** Writes lines of the result before its end, where the result is text. */
  readonly print: (lines: readonly Line[]) => Promise<void>;
  /** Writes lines to stderr. */
  readonly say: (lines: readonly Line[]) => Promise<void>;
  /** Writes lines to stderr and leaves the cursor behind the last one, where the answer is typed. */
  readonly prompt: (lines: readonly Line[]) => Promise<void>;
  /** Aborts at SIGINT or SIGTERM (the reason is its name), and when nobody reads stdout any more. */
  readonly stopping: () => AbortSignal;
}

export interface LayerFlags {
  readonly mode: string | undefined;
  readonly caps: readonly string[];
  /** The file, in full. */
  readonly config: string | undefined;
  readonly noLocal: boolean;
  readonly trust: boolean;
}

const NO_FLAGS: LayerFlags = { mode: undefined, caps: [], config: undefined, noLocal: false, trust: false };

export interface SessionOptions {
  readonly world: World;
  readonly commands: readonly Command[];
  readonly read: Read;
  /** Whether the command takes the flags that say which layers count. */
  readonly readsLayers: boolean;
  readonly format: Format;
  readonly detail: Look["detail"];
  readonly viewpoint: Viewpoint;
  readonly skin: Skin;
  readonly colourOut: boolean;
  readonly colourErr: boolean;
  readonly stopper: Stopper;
}

/** Opens a session. It touches nothing yet. */
export function openSession(options: SessionOptions): Session {
  const { world, commands, read, readsLayers, format, detail, viewpoint, skin, colourOut, colourErr, stopper } =
    options;
  const say = (lines: readonly Line[]): Promise<void> =>
    lines.length === 0 ? Promise.resolve() : world.stderr.write(paintLines(lines, colourErr));
  const flags = (): LayerFlags => {
    if (!readsLayers) return NO_FLAGS;
    const file = read(config);
    return {
      mode: read(mode),
      caps: read(cap),
      config: file === undefined ? undefined : resolve(viewpoint.cwd, file),
      noLocal: read(noLocal),
      trust: read(trust),
    };
  };
  const layers = (recall: Recall): Layers =>
    openLayers(recall, { flags: flags(), quiet: read(quiet), viewpoint, world, say });
  const session: Session = {
    world,
    commands,
    format,
    detail,
    viewpoint,
    interactive: world.stdin.isTTY && world.stderr.isTTY && !read(noInput) && !isCI(world.env.CI),
    flags,
    ...layers({}),
    goingOn: (recall) => ({ ...session, ...layers(recall) }),
    emit: skin.event,
    recall: skin.recall,
    print: async (lines) => {
      if (format === "text") await world.stdout.write(paintLines(lines, colourOut));
    },
    say,
    prompt: (lines) => world.stderr.write(paintLines(lines, colourErr).replace(/\n$/, "")),
    stopping: stopper.take,
  };
  return session;
}

type Layers = Pick<Session, "places" | "catalog" | "reload" | "liveCatalog" | "trusted" | "pinned">;

interface LayersOptions extends Pick<Session, "viewpoint" | "world" | "say"> {
  readonly flags: LayerFlags;
  readonly quiet: boolean;
}

/** The layers as the flags of this command line have them, and those that a run was begun with. */
function openLayers(recall: Recall, { flags, quiet: isQuiet, viewpoint, world, say }: LayersOptions): Layers {
  const file = flags.config ?? recall.config;
  const pinned = recall.trusted === false;
  const places = (): CatalogPlaces => ({
    cwd: viewpoint.cwd,
    home: viewpoint.home,
    env: world.env,
    trust: flags.trust && !pinned,
    noLocal: flags.noLocal || recall.noLocal === true,
    mode: flags.mode ?? recall.mode,
    ...(file === undefined ? {} : { config: file }),
  });
  const trusted = async (): Promise<boolean> => {
    if (pinned) return false;
    const { isTrusted } = await import("@polyglav/catalog/file");
    const here = places();
    return here.trust || (here.noLocal !== true && isTrusted(here));
  };
  /** With everything that takes a look at a file to know. */
  const allPlaces = async (): Promise<CatalogPlaces> => {
    refuseOtherMode(flags.mode, recall.mode);
    const { caps = [] } = recall;
    const capped =
      flags.caps.length + caps.length > 0
        ? (await import("./argv/cap-words.ts")).readCapWords(flags.caps, caps)
        : undefined;
    return { ...places(), trust: await trusted(), cap: capped };
  };
  const loadCatalog = async (): Promise<Catalog> => {
    const files = await import("@polyglav/catalog/file");
    const loaded = files.loadCatalog(await allPlaces());
    await say(problemLines(loaded.problems, viewpoint));
    // Whoever began the run was told.
    if (!isQuiet && !pinned) await say(withheldLines(loaded.withheld, viewpoint));
    refuseNamedConfig(loaded.problems, file);
    return loaded;
  };
  let catalog: Promise<Catalog> | undefined;
  return {
    ...{ places, trusted, pinned },
    catalog: () => (catalog ??= loadCatalog()),
    reload: () => (catalog = loadCatalog()),
    liveCatalog: async () => (await import("@polyglav/catalog/file")).openCatalog(await allPlaces()),
  };
}

/** One mode caps at a time: another one would lift what the run was begun with. */
function refuseOtherMode(now: string | undefined, before: string | undefined): void {
  if (now === undefined || before === undefined || now === before) return;
  throw usageError(
    `Cannot use --mode ${now}: the run was begun with --mode ${before}, and goes on with it`,
    "Leave it out; --cap takes more away",
  );
}

/** A config that the command line names must be one; the layers that are found by themselves may be broken. */
function refuseNamedConfig(problems: readonly Problem[], file: string | undefined): void {
  const broken = problems.find(({ layer, severity }) => layer === "flag" && severity === "error");
  if (file === undefined || broken === undefined) return;
  throw new CommandError(`Cannot use --config "${file}": ${broken.message}`, {
    code: "POLYGLAV_CONFIG",
    exit: "config",
    hint: broken.hint,
  });
}

const isCI = (value: string | undefined): boolean => value !== undefined && !["", "0", "false"].includes(value);
