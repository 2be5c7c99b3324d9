// Foundry's globals in sources of the system that tests import. The tests do not check their types.
declare const game: any;
declare const ui: any;
declare const Hooks: any;
declare const CONFIG: any;
declare const CONST: any;
declare const canvas: any;
declare const foundry: any;
declare const Roll: any;
declare const _loc: (key: string, data?: object) => string;
declare const fromUuid: (uuid: string, options?: object) => Promise<any>;
declare const fromUuidSync: (uuid: string, options?: object) => any;
declare const getDocumentClass: (name: string) => any;
