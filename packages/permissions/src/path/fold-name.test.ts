import { describe, expect, it } from "vitest";
import { foldName, foldWindowsName } from "./fold-name.ts";

describe("foldName()", () => {
  it.each([
    ["README.md", "readme.md"],
    [".ENV", ".env"],
    ["Straße", "STRASSE"],
    ["caf\u00e9", "CAFE\u0301"],
    ["\u212b", "\u00c5"], // the sign of Ångström, and the letter
    ["\u017fecret", "secret"], // a long s
    ["ΣΑΣ", "σας"],
    [".g\u200cit", ".git"],
    ["\ufb01le", "file"],
    ["constructor", "CONSTRUCTOR"],
    ["__proto__", "__PROTO__"],
  ])("takes %s and %s for one name", (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ["a", "b"],
    ["e", "\u00e9"],
    ["a b", "ab"],
    ["a.", "a"],
    ["\u200c", ""],
  ])("keeps %j and %j apart", (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it("changes nothing when it is done again, and gives every character the same as its capital", () => {
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = foldName(letter);
      const again = [foldName(folded), foldName(letter.toUpperCase()), foldName(letter.normalize("NFD"))];
      if (again.some((each) => each !== folded)) expect(again, code.toString(16)).toEqual([folded, folded, folded]);
    }
  });
});

it("on Windows a name also goes with dots and spaces behind it, and by its streams", () => {
  for (const name of [".env", ".ENV. ", ".env..", ".env::$DATA", ".env :x"]) expect(foldWindowsName(name)).toBe(".env");
  for (const name of ["...", ".", " ", ":", "c:", "\\\\."]) expect(foldWindowsName(name)).toBe(name);
  expect(foldWindowsName("C:")).toBe("c:");
});
