import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fileWith, folderWith } from "./folder.ts";
import { type Program, start } from "./programs.ts";

/** Starts programs, and lets them go when all are ready. */
async function together(count: number, source: string, file: string): Promise<readonly Program[]> {
  const programs = Array.from({ length: count }, (_, me) =>
    start(`console.log('"ready"'); process.stdin.once("data", () => { ${source}; process.exit(); });`, { file, me }),
  );
  onTestFinished(() => {
    for (const program of programs) program.process.kill("SIGKILL");
  });
  await Promise.all(programs.map((program) => program.says()));
  for (const program of programs) program.process.stdin?.write("go");
  return programs;
}

const ends = (programs: readonly Program[]): Promise<readonly unknown[]> =>
  Promise.all(programs.map((program) => program.end()));

const clean = { by: 0, errors: "" };
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, "utf8").replaceAll(/\/\/.*/g, "")) as Record<string, unknown>;

it("two and four processes that put a hundred entries each lose none of them (B46)", async () => {
  for (const count of [2, 4]) {
    const file = fileWith("{\n  // kept\n}\n");
    const source = `
      for (let i = 0; i < 100; i++) sure(() => put(given.me + "-" + i, { i }));`;
    expect(await ends(await together(count, source, file))).toEqual(Array.from({ length: count }, () => clean));
    expect(Object.keys(read(file))).toHaveLength(count * 100);
    expect(readFileSync(file, "utf8")).toContain("// kept");
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  }
}, 120_000);

it("eight processes that edit a file that is not there, each in its way, lose nothing (B44)", async () => {
  for (let round = 0; round < 2; round++) {
    const file = join(folderWith({}), "new/er/roles.json");
    const source = `
      sure(() => editJson(given.file, (edit) => {
        edit.set(["all", (edit.get(["all"]) ?? []).length], given.me);
        edit.set([String(given.me), "deep"], given.me);
      }, { layer: "local" }))`;
    expect(await ends(await together(8, source, file))).toEqual(Array.from({ length: 8 }, () => clean));
    const { all, ...each } = read(file);
    expect(Array.isArray(all) && all.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(each).toEqual(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}`, { deep: i }])));
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  }
}, 120_000);

it("processes that set different fields of one entry, and remove others, each have what they wanted (B43)", async () => {
  const gone = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`gone ${i}`, {}]));
  const file = fileWith(JSON.stringify({ r: {}, ...gone }, null, 2));
  const source = `
    for (let i = 0; i < 20; i++) {
      sure(() => editJson(given.file, (edit) => edit.set(["r", given.me + "-" + i], i), { layer: "local" }));
      sure(() => removeEntry(given.file, "gone " + (given.me * 20 + i), { layer: "local" }));
    }`;
  expect(await ends(await together(4, source, file))).toEqual([clean, clean, clean, clean]);
  const { r, ...rest } = read(file);
  expect(Object.keys(r ?? {})).toHaveLength(80);
  expect(rest).toEqual({});
}, 120_000);

it("readers see a whole file at every moment, and a watch sees that it changes", async () => {
  const file = fileWith('{ "n": { "i": -1 } }');
  const reader = start(
    `
    let [reads, faults, told] = [0, 0, 0];
    const watch = watchFiles([given.file], () => told++, { pollMs: 1e6 });
    console.log('"ready"');
    process.stdin.once("data", () => {
      clearInterval(reading);
      // The watch tells of a file once it is at rest, which may be only now.
      setInterval(() => {
        if (told === 0) return;
        console.log(JSON.stringify({ reads, faults, told: told > 0 }));
        process.exit();
      }, 5);
    });
    const reading = setInterval(() => {
      for (let i = 0; i < 20; i++) {
        const layer = readJsonLayer(given.file, { layer: "local" });
        reads++;
        if (!layer.readable || !layer.exists || layer.problems.length > 0) faults++;
      }
    }, 1);`,
    { file },
  );
  await reader.says();
  const source = `for (let i = 0; i < 60; i++) sure(() => put("n", { i, text: "x".repeat(i * 100) }))`;
  expect(await ends(await together(2, source, file))).toEqual([clean, clean]);
  reader.process.stdin?.write("end");
  const said = await reader.says();
  expect(said).toEqual({ faults: 0, reads: expect.any(Number), told: true });
  expect(await reader.end()).toEqual(clean);
}, 120_000);
