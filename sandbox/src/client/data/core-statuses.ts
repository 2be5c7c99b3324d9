/** Core statuses that `CONFIG.specialStatusEffects` names; a system replaces the list. T14: client/config.d.mts */
const status = (id: string, name: string, _id: string) => ({
  id,
  name: `EFFECT.Status${name}`,
  img: `icons/svg/${id}.svg`,
  _id,
});

export const CORE_STATUS_EFFECTS = [
  status('dead', 'Dead', 'dead000000000000'),
  status('unconscious', 'Unconscious', 'unconscious00000'),
  status('invisible', 'Invisible', 'invisible0000000'),
  status('blind', 'Blind', 'blind00000000000'),
  status('prone', 'Prone', 'prone00000000000'),
  status('burrow', 'Burrow', 'burrow0000000000'),
  status('hover', 'Hover', 'hover00000000000'),
  status('fly', 'Flying', 'fly0000000000000'),
];
