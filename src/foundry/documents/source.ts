/**
 * What a document is to be made from, as plain data: `createDocuments` takes documents too, and spreading one copies neither its name nor
 * its type. API: common/abstract/document.d.mts `createDocuments(data)`.
 */
export function plainSource<T extends object>(given: object): T {
  return (given instanceof foundry.abstract.DataModel ? given.toObject() : given) as T;
}
