import { join } from "node:path";
import { expect, it } from "vitest";
import { configHome } from "./index.ts";

it("configHome() takes XDG_CONFIG_HOME when it is absolute, and ignores it otherwise", () => {
  const home = join("/", "home", "ada");
  const ours = join(home, ".config", "polyglav");
  expect(configHome("polyglav", { XDG_CONFIG_HOME: join("/", "etc", "xdg") }, home)).toBe(
    join("/", "etc", "xdg", "polyglav"),
  );
  for (const value of [undefined, "", "config", "./config", "~/.config"]) {
    expect(configHome("polyglav", { XDG_CONFIG_HOME: value }, home)).toBe(ours);
  }
});

it("configHome() knows no place when the home folder is not absolute either", () => {
  for (const home of [undefined, "", ".", "..", "home/ada", "./home", "~", "__proto__"]) {
    for (const value of [undefined, "", ".", "config"]) {
      expect(configHome("polyglav", { XDG_CONFIG_HOME: value }, home), `${home}`).toBeUndefined();
    }
    const chosen = join("/", "etc", "xdg");
    expect(configHome("polyglav", { XDG_CONFIG_HOME: chosen }, home)).toBe(join(chosen, "polyglav"));
  }
});
