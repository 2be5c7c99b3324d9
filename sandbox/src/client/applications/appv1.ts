import { closed } from '../../shared/not-in-sandbox';
import { Application, FormApplication } from './appv1/application';

class DocumentSheet extends FormApplication {}
class Dialog extends FormApplication {}

/** V1 applications; windows open, forms do not. T14: client/appv1/_module.d.mts */
export const appv1 = closed('foundry.appv1', {
  api: closed('foundry.appv1.api', { Application, Dialog, DocumentSheet, FormApplication }),
  sheets: closed('foundry.appv1.sheets', {
    ActorSheet: class ActorSheet extends DocumentSheet {},
    ItemSheet: class ItemSheet extends DocumentSheet {},
    JournalSheet: class JournalSheet extends DocumentSheet {},
    JournalPageSheet: class JournalPageSheet extends DocumentSheet {},
    JournalTextPageSheet: class JournalTextPageSheet extends DocumentSheet {},
  }),
});
