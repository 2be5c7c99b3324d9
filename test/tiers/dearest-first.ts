import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COSTS } from './costs.ts';

/** Starts the dearest files first, so that no worker begins one while the others have nothing left; new files before all. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = ({ moduleId }: TestSpecification) =>
      COSTS[relative(this.ctx.config.root, moduleId)] ?? Number.POSITIVE_INFINITY;
    const sorted = await super.sort(files);
    // Workers are kept within a project, so its files stay together.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => costOf(b) - costOf(a) || 0),
    );
  }
}
