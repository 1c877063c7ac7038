import { isSecret, macIn, SECRET_BYTES } from "./mac.ts";
import { refuse, type Unsealed } from "./problem.ts";

/** What a sealed text begins with, for each kind of it. A change of what stands behind it is another version. */
export const FORMATS = { authority: "polyglav-authority-1", signed: "polyglav-signed-1" } as const;

/** The most characters of a text. It is read no further than this. */
export const MOST_CHARACTERS = 16 * 1024 * 1024;

/** The pieces of a text between its dots: what is sealed, and the MAC. */
export interface Pieces {
  readonly ok: true;
  readonly parts: readonly string[];
  readonly mac: Uint8Array;
}

/** Takes a text apart, without believing any of it. There are `most` parts at most. */
export function takeApart(text: unknown, kind: keyof typeof FORMATS, verb: string, most: number): Pieces | Unsealed {
  const format = FORMATS[kind];
  if (typeof text !== "string") return refuse("sealed/not-sealed", verb, "it is not a text");
  if (text.length > MOST_CHARACTERS)
    return refuse("sealed/too-large", verb, `it is longer than ${MOST_CHARACTERS} characters`);
  const [head = "", ...rest] = text.split(".", most + 3);
  if (head !== format) {
    const isOther = /^polyglav-[a-z]+-[0-9]+$/.test(head) && head.startsWith(format.slice(0, -1));
    return isOther
      ? refuse("sealed/unknown-version", verb, `it is ${JSON.stringify(head)}, not "${format}"`)
      : refuse("sealed/not-sealed", verb, `it does not begin with "${format}"`);
  }
  const mac = macIn(rest.at(-1) ?? "");
  const parts = rest.slice(0, -1);
  if (rest.length > most + 1) return refuse("sealed/too-large", verb, `it has more than ${most} parts`);
  if (mac === undefined || !parts.every((part) => PART.test(part)))
    return refuse("sealed/not-sealed", verb, "it is cut, or holds what no sealed text does");
  return { ok: true, parts, mac };
}

/** Refuses a secret that is none. */
export function refuseSecret(secret: unknown, verb: string): Unsealed | undefined {
  if (isSecret(secret)) return undefined;
  return refuse("sealed/unusable-secret", verb, `the secret is not at least ${SECRET_BYTES} bytes`);
}

/** A part in base64url, or the mark behind which holders add theirs. */
const PART = /^(?:[A-Za-z0-9_-]+|~)$/;
