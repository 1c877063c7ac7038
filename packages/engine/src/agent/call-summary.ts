/** Says a tool call in one line for people: the tool and its first words. */
export function describeCall(tool: string, input: unknown): string {
  const text = typeof input === "string" ? input : firstText(input);
  return text === undefined ? tool : `${tool} ${quote(text)}`;
}

const MOST_CHARACTERS = 80;

/**
 * Quotes text on one line, cut after 80 characters. What steers a terminal or turns the direction of writing is escaped:
 * text of models is hostile until then.
 */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 4 * MOST_CHARACTERS));
  const short = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…` : text;
  return JSON.stringify(short).replaceAll(UNSEEN, (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** Controls, line separators, and the marks that hide or reorder text; JSON itself escapes only the oldest of them. */
const UNSEEN = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

function firstText(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  return Object.values(input).find((value): value is string => typeof value === "string");
}
