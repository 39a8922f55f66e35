import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type IntValueNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ShopifyShop } from './shop.ts';

/** One document may not cost more. */
export const COST_MAX = 1000;
const MUTATION_COST = 10;
const CONNECTION_COST = 2;

interface Walk {
  schema: GraphQLSchema;
  variables: Record<string, unknown>;
  fragments: Map<string, FragmentDefinitionNode>;
}

/** An object costs 1, a connection 2 and its nodes, as many as are asked for; a mutation 10. Scalars are free. */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map(
    document.definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? [])
      .filter(({ defaultValue }) => defaultValue?.kind === Kind.INT)
      .map(({ variable, defaultValue }) => [variable.name.value, Number((defaultValue as IntValueNode).value)]),
  );
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const cost = root
    ? selectionCost({ schema, variables: { ...defaults, ...variables }, fragments }, operation.selectionSet, root)
    : 0;
  return operation.operation === 'mutation' ? cost + MUTATION_COST * operation.selectionSet.selections.length : cost;
}

function selectionCost(walk: Walk, { selections }: SelectionSetNode, type: GraphQLOutputType): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + fieldCost(walk, selection, type);
    const set = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value);
    if (!set) return sum;
    const condition = set.typeCondition ? walk.schema.getType(set.typeCondition.name.value) : type;
    return sum + selectionCost(walk, set.selectionSet, (condition ?? type) as GraphQLOutputType);
  }, 0);
}

function fieldCost(walk: Walk, field: FieldNode, parent: GraphQLOutputType): number {
  const owner = getNamedType(parent);
  if (!field.selectionSet || !(isObjectType(owner) || isInterfaceType(owner))) return 0;
  const type = owner.getFields()[field.name.value]?.type;
  if (!type) return 0;
  const named = getNamedType(type);
  const inside = selectionCost(walk, field.selectionSet, named);
  if (named.name.endsWith('Connection')) return CONNECTION_COST + sizeOf(walk, field) * inside;
  const isPlumbing = named.name.endsWith('Edge') || named.name === 'PageInfo' || named.name.endsWith('Payload');
  return inside + (isPlumbing ? 0 : 1);
}

function sizeOf({ variables }: Walk, field: FieldNode): number {
  const argument = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last');
  if (argument?.value.kind === Kind.INT) return Number(argument.value.value);
  const value = argument?.value.kind === Kind.VARIABLE ? variables[argument.value.name.value] : undefined;
  // What is no number is refused when the document is executed.
  return typeof value === 'number' ? value : 0;
}

/** The same for what was answered: an object 1, a connection 2 with its nodes. */
export function actualCost(data: unknown): number {
  if (Array.isArray(data)) return data.reduce<number>((sum, each) => sum + actualCost(each), 0);
  if (typeof data !== 'object' || data === null) return 0;
  const isConnection = 'pageInfo' in data || 'edges' in data || 'nodes' in data;
  return Object.entries(data).reduce(
    (sum, [name, value]) => sum + (name === 'pageInfo' ? 0 : actualCost(value)),
    isConnection ? CONNECTION_COST : 1,
  );
}

/** Fills the bucket with what the time since the last call has brought. */
export function refill(shop: ShopifyShop, now: Date): number {
  const { bucket, switches } = shop;
  const seconds = Math.max(0, (now.getTime() - bucket.at.getTime()) / 1000);
  const level = Math.min(switches.bucketSize, bucket.level + seconds * switches.restoreRate);
  shop.bucket = { level, at: now };
  return level;
}

export const throttleStatus = ({ bucket, switches }: ShopifyShop) => ({
  maximumAvailable: switches.bucketSize,
  currentlyAvailable: Math.floor(bucket.level),
  restoreRate: switches.restoreRate,
});
