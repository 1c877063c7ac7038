import { expect, it } from "vitest";
import { known, unknown } from "../words/reading.ts";
import { isGiven, optionsOf, parseOptions } from "./options.ts";

const OPTIONS = optionsOf("a b: o> output> color~ exec! overwrite");

const parse = (text: string, stops = false) => {
  const words = text.split(" ").map((word) => (word.startsWith("$") ? unknown(word) : known(word)));
  const { given, operands, hasEnd } = parseOptions(words, OPTIONS, stops);
  return {
    given: given.map(({ name, kind, value }) => `${name}:${kind ?? "?"}:${value?.text ?? ""}`),
    operands: operands.map(({ source }) => source),
    hasEnd,
  };
};

it.each([
  ["-a x", ["a:flag:"], ["x"]],
  ["-ab x y", ["a:flag:", "b:value:x"], ["y"]],
  ["-abx y", ["a:flag:", "b:value:x"], ["y"]],
  ["--output x y", ["output:edit:x"], ["y"]],
  ["--output=x y", ["output:edit:x"], ["y"]],
  ["--out x y", ["output:edit:x"], ["y"]],
  ["--o x", ["output:edit:x", "overwrite:flag:"], []],
  ["--color x", ["color:attached:"], ["x"]],
  ["--color=x y", ["color:attached:x"], ["y"]],
  ["--odd x", ["odd:?:"], ["x"]],
  ["-z x", ["z:?:"], ["x"]],
  ["x -a", ["a:flag:"], ["x"]],
  ["-- -a", [], ["-a"]],
  ["- -a", ["a:flag:"], ["-"]],
  ["-b", ["b:value:"], []],
  ["--constructor", ["constructor:?:"], []],
])("%s", (text, given, operands) => {
  expect(parse(text)).toMatchObject({ given, operands });
});

it("an option that not all programs give a value is read both ways", () => {
  const both = optionsOf("a b% o>% color:%");
  const read = (text: string) => {
    const { given, operands } = parseOptions(
      text.split(" ").map((word) => known(word)),
      both,
    );
    return [given.map(({ name, value }) => `${name}:${value?.text ?? ""}`), operands.map(({ text: word }) => word)];
  };
  expect(read("-b x")).toEqual([["b:x"], ["x"]]);
  expect(read("-ab x y")).toEqual([
    ["a:", "b:x"],
    ["x", "y"],
  ]);
  expect(read("-ba x")).toEqual([["b:a", "a:"], ["x"]]);
  expect(read("--color x")).toEqual([["color:x"], ["x"]]);
  expect(read("--color=x y")).toEqual([["color:x"], ["y"]]);
  expect(read("-o -a x")).toEqual([["o:-a", "a:"], ["x"]]);
});

it("words behind one dash are options as a whole, and letters do not always stand in a row", () => {
  const whole = optionsOf("- a o> -odd! -flag");
  const read = (text: string) => {
    const { given, operands } = parseOptions(
      text.split(" ").map((word) => known(word)),
      whole,
    );
    return [given.map(({ name, value }) => `${name}:${value?.text ?? ""}`), operands.map(({ text: word }) => word)];
  };
  expect(read("-odd x y")).toEqual([["odd:x"], ["y"]]);
  expect(read("-odd=x y")).toEqual([["odd:x"], ["y"]]);
  expect(read("-flag y")).toEqual([["flag:"], ["y"]]);
  expect(read("-ao y")).toEqual([["a:"], ["y"]]);
  expect(read("-oy z")).toEqual([["o:y"], ["z"]]);
});

it("the first operand ends it, where a command follows", () => {
  expect(parse("-a x -b y", true)).toEqual({ given: ["a:flag:"], operands: ["x", "-b", "y"], hasEnd: false });
  expect(parse("-a -- -b y", true)).toMatchObject({ operands: ["-b", "y"], hasEnd: true });
});

it("an option is known by what its word begins with", () => {
  const word = { ...unknown("--output=$X"), head: "--output=" };
  expect(parseOptions([word], OPTIONS).given).toMatchObject([
    { name: "output", kind: "edit", value: { source: "$X", text: undefined } },
  ]);
  const short = { ...unknown("-ao$X"), head: "-ao" };
  expect(parseOptions([short], OPTIONS).given).toMatchObject([{ name: "a" }, { name: "o", value: { source: "$X" } }]);
  const open = { ...unknown("-a$X"), head: "-a" };
  expect(parseOptions([open], OPTIONS).given.map(({ kind }) => kind)).toEqual(["flag", undefined]);
});

it("names are given as they are", () => {
  const parsed = parseOptions([known("-a"), known("--")], OPTIONS);
  expect(isGiven(parsed, "x a")).toBe(true);
  expect(isGiven(parsed, "b --")).toBe(true);
  expect(isGiven(parsed, "b")).toBe(false);
});
