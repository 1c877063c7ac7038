import type { Format } from "../argv/global-flags.ts";
import { type ColourWord, usesColour } from "../colour.ts";
import type { Viewpoint } from "../view/place.ts";
import type { World } from "../world.ts";
import { jsonSkin } from "./json.ts";
import { ndjsonSkin } from "./ndjson.ts";
import type { Skin } from "./skin.ts";
import { textSkin } from "./text.ts";

/** How the command line wants things to look. */
export interface Look {
  readonly format: Format;
  readonly color: ColourWord;
  readonly detail: "quiet" | "normal" | "verbose";
  readonly debug: boolean;
  readonly viewpoint: Viewpoint;
}

/** Opens the skin of a format. */
export function openSkin(world: World, look: Look): Skin {
  const { stdout, stderr, now } = world;
  const { format, debug, detail, viewpoint } = look;
  const view = detail === "quiet" ? undefined : { viewpoint, detail, columns: stderr.columns ?? 100 };
  const shared = { stdout, stderr, debug, view, colourErr: colourOf(world, look, "stderr") };
  switch (format) {
    case "text":
      return textSkin({ ...shared, colourOut: colourOf(world, look, "stdout") });
    case "json":
      return jsonSkin(shared);
    case "ndjson":
      return ndjsonSkin({ ...shared, now });
  }
}

/** Whether a stream of this world gets colours. */
export function colourOf({ env, ...streams }: World, { color }: Look, stream: "stdout" | "stderr"): boolean {
  return usesColour({ flag: color, env, stream, isTTY: streams[stream].isTTY });
}
