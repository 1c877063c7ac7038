import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../../tests/folder.ts";
import { NOTHING, readDisk } from "./disk.ts";

it("a file that did not change is not read again, and one that did is", () => {
  const dir = folderWith({ "a.md": "A", "b.md": "B" });
  const places = [{ dir, layer: "local", flat: true }] as const;
  const before = readDisk(places, true, NOTHING);
  writeFileSync(join(dir, "b.md"), "changed");
  const after = readDisk(places, true, before);
  const [first, second] = [...before.listings.values()];
  const [firstAgain, secondAgain] = [...after.listings.values()];
  expect(firstAgain).toBe(first);
  expect(secondAgain).not.toBe(second);
  expect(secondAgain?.skill?.description).toBe("changed");
});
