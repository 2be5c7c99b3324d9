import { expect, it } from 'vitest';
import { DragDrop } from '../../src/client/applications/ux/drag-drop';

/** Calls the listener that `bind` sets on an element. */
const fire = (element: object, name: string) => {
  const event = { preventDefault() {}, stopPropagation() {} };
  (element as Record<string, (event: object) => void>)[name]!(event);
};

it('drag and drop goes through the method that packages wrap', () => {
  const element = { querySelectorAll: () => [element] };
  const callbacks = { dragstart: () => {}, drop: () => {} };
  const dragDrop = new DragDrop({ dragSelector: 'li', callbacks });
  const seen: string[] = [];
  dragDrop.callback = (_event, action) => void seen.push(action);
  dragDrop.bind(element as object as HTMLElement);
  for (const name of ['ondragstart', 'ondragend', 'ondragover', 'ondragenter', 'ondragleave', 'ondrop'])
    fire(element, name);
  expect(seen).toEqual(['dragstart', 'dragend', 'dragover', 'dragenter', 'dragleave', 'drop']);
});
