/**
 * Puts a text between double quotes, on one line. Control characters, line separators and the invisible characters
 * that reorder text are escaped, so what a person approves is what they see.
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE, escapeCharacter);
}

/** Shows a name as it is, and quoted only where it could be mistaken: a line break in it must not look like two names. */
export function showName(name: string): string {
  return name.search(INVISIBLE) === -1 ? name : quote(name);
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
