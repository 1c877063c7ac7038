/**
 * Puts a text between double quotes, on one line. Control characters, line separators and the invisible characters
 * that reorder text are escaped, so what a person approves is what they see.
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
