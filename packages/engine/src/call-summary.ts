/** Says a tool call in one line for people: the tool and its first words. Control characters are made visible. */
export function describeCall(tool: string, input: unknown): string {
  const text = typeof input === "string" ? input : firstText(input);
  return text === undefined ? tool : `${tool} ${quote(text)}`;
}

/** Quotes text on one line, cut after 80 characters: model output is hostile to terminals until its escapes are gone. */
export function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return JSON.stringify(short);
}

function firstText(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  return Object.values(input).find((value): value is string => typeof value === "string");
}
