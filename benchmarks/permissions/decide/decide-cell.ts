/**
 * How every subject of the suite is measured.
 *
 * @module
 */
import { cell, type Job, type Measured, numberGiven } from "../../runner/cell.ts";
import { agree, cpuMsOf, perCpuSecond } from "../../runner/measure.ts";
import { chainOf, type Link, queriesFor, type Query, rightAnswer, type Word } from "./workload.ts";

/** Decides one query, in the form that it was prepared to. */
export type Decide<Prepared = Query> = (asked: Prepared) => Word;

/** Makes what decides about a chain: what is done once, before the first request. */
export type Build<Prepared = Query> = (
  chain: readonly Link[],
  job: Job,
) => Decide<Prepared> | Promise<Decide<Prepared>>;

/** Measures an engine that takes the text of what is asked for. */
export const decideCell = (build: Build): Promise<void> => preparedCell((query) => query, build);

/** Measures an engine that takes requests in a form of its own, which they have before they come to it. */
export function preparedCell<Prepared>(prepare: (query: Query) => Prepared, build: Build<Prepared>): Promise<void> {
  return cell(async (job): Promise<Measured> => {
    const [rules, depth] = [numberGiven(job.given, "rules"), numberGiven(job.given, "depth")];
    const chain = chainOf(rules, depth);
    const queries = queriesFor(rules);
    const prepared = queries.map(prepare);
    const decides: Decide<Prepared>[] = [];
    const builtMs = await cpuMsOf(async () => decides.push(await build(chain, job)), 1);
    const [decide] = decides;
    if (decide === undefined) throw new Error("Cannot measure: nothing was built");
    agree(
      queries.map((query) => ({ asked: query, right: rightAnswer(chain, query) })),
      (query) => decide(prepare(query)),
    );
    return { value: await perCpuSecond(askInTurn(decide, prepared), job.effort), note: `built in ${shown(builtMs)}` };
  });
}

/** Asks the queries one after the other, over and over. The answers are used, so that no compiler leaves them out. */
function askInTurn<Prepared>(decide: Decide<Prepared>, asked: readonly Prepared[]): (times: number) => number {
  let next = 0;
  let used = 0;
  return (times) => {
    for (let done = 0; done < times;) {
      const one = asked[next];
      if (one === undefined) {
        next = 0;
        continue;
      }
      next += 1;
      done += 1;
      used ^= decide(one).length;
    }
    return used;
  };
}

const shown = (ms: number): string => (ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(1)} ms`);
