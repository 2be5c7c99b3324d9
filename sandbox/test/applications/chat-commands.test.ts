import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/client/applications/sidebar/tabs/chat-commands';

describe('a typed chat line', () => {
  it.each([
    ['/r 1d20+4', 'roll', '1d20+4'],
    ['/gmr 2d6', 'gmroll', '2d6'],
    ['/br d8', 'blindroll', 'd8'],
    ['/ooc well', 'ooc', 'well'],
    ['/em nods', 'emote', 'nods'],
    ['/dance', 'invalid', 'dance'],
  ])('%s is %s', (line, command, rest) => {
    const [found, match] = parseCommand(line);
    expect([found, match[1]]).toEqual([command, rest]);
  });

  it('is in-character speech without a command', () => {
    expect(parseCommand('a/b is no command')[0]).toBe('none');
  });

  it('whispers to a name with spaces in brackets', () => {
    const [command, match] = parseCommand('/w [Ann Lee] come here');
    expect([command, match[1], match[3]]).toEqual(['whisper', 'Ann Lee', 'come here']);
  });
});
