/** A path in either kind of slash. */
const path = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'));

/**
 * Which modules share a file. Left alone, the bundler makes a file for every set of screens that shares something: 86
 * for the first list. A group takes its modules with all they import, except what a group before it has; so the order
 * is the order of loading (decision 0024). What belongs to one screen only stays in the file of that screen.
 */
export const chunkGroups = [
  // What a call needs: its address, who may make it, and how failures are worded; with the calls of the session. No
  // schemas.
  {
    name: 'contract',
    test: path(
      'contract/src/(kit/(access|call-address|list-query|messages|money-digits|month)|permissions|company/(colours|currencies))\\.ts|declared:calls/(session|badges)$',
    ),
    includeDependenciesRecursively: false,
  },
  // What both frames, their first screens and every list need of the contract. Calls and fields are as the build writes
  // them (declared-data.ts).
  {
    name: 'contract-frame',
    test: path(
      'contract/src/(kit/(field-paths|list|sizes)|orders/order-status|relations/relation-names|records/saved-query)\\.ts|declared:calls/(clients|counts|dashboard|licenses|locations|records|relations|shipments|tasks)$|declared:.*-fields\\.ts$',
    ),
    includeDependenciesRecursively: false,
  },
  // All other calls: together they are smaller than the schemas of one module.
  { name: 'calls', test: path('declared:calls/'), includeDependenciesRecursively: false },
  // Read only by the live refresher, which is loaded after the first screen.
  {
    name: 'events',
    test: path('(declared:|contract/src/)(events|event-of|kit/outdated)\\.ts'),
    includeDependenciesRecursively: false,
  },
  // Zod, and the schemas of the sign-in page.
  { name: 'schemas', test: path('zod/v4/|contract/src/(kit/(scalars|money)|accounts/credentials)\\.ts') },
  // The schemas of a module, and what else it declares.
  {
    debugName: 'contract of a module',
    name: (id: string) => path('contract/src/(?!text)(\\w+)/').exec(id)?.[1] ?? null,
    includeDependenciesRecursively: false,
  },
  // The texts of the sign-in page. The index of the contract exports the English errors: no other language needs them.
  {
    debugName: 'texts of guests',
    name: (id: string) => path('text/(\\w+)/(common|errors|fba-invitation|guest|session)\\.ts').exec(id)?.[1] ?? null,
    includeDependenciesRecursively: false,
  },
  // What guests and users both need: React, the theme, the wording of failures, and the simplest inputs.
  {
    name: 'start',
    test: path(
      'web/src/(app/main|lib/(failure|return-address)|ui/(logo|monogram|use-document-title))\\.tsx?$|(@mantine|icons-react)/.*/(TextInput|ActionIcon|CloseButton|use-uncontrolled|Icon(World|MapPin))\\.mjs$',
    ),
  },
  { name: 'guest', test: path('web/src/features/accounts/session/guest-app\\.tsx') },
  // Router and query cache, with what both frames need: the desk's and the floor's. The icons are those of the floor's
  // home.
  {
    name: 'frame',
    test: path(
      'web/src/(app/(user-app|shell/sign-out)|lib/(format|device-settings)|ui/(route-link|page-focus|kept-focus|lazy-part|use-delayed|user-avatar|scan/(use-scan|look-up|scan-tone|scan-papers)))\\.tsx?$|@mantine/hooks/.*/use-merged-ref\\.mjs$|icons-react/.*/Icon(ArrowsLeftRight|Camera|CircleCheck|CircleX|ClipboardCheck|Forklift|Keyboard|ListCheck|Package|PackageExport|PackageImport|PlugConnectedX|Scan|Search|Send|StackPush)\\.mjs$',
    ),
  },
  { name: 'icons', test: path('icons-react/'), minShareCount: 2 },
  // Sidebar and header, with the menus and lists of choices that they open.
  { name: 'desk', test: path('web/src/app/shell/shell\\.tsx') },
  // The scan field and the outbox of the floor, which screens of the desk use too.
  {
    name: 'scan-field',
    test: path('web/src/(ui/scan/(scan-field|scan-keyboard|scan-refusal)|lib/(outbox|scan-queue))\\.tsx?'),
  },
  { name: 'floor', test: path('web/src/(app/(floor-shell|floor-home-page)|ui/floor/floor-(scan|strip))\\.tsx') },
  // Not what only some lists need: commands of scans, deleting, undoing and documents.
  {
    name: 'list',
    test: path(
      'web/src/(ui/(list/)?|lib/)(?!scan-queue|dialog|confirm-dialog|delete-dialog|undo|copy-button|pdf-view|waterline)[\\w-]+\\.tsx?$',
    ),
    minShareCount: 3,
  },
  // Loaded with the first dialog: the frame and the lists open no dialog before something is clicked.
  { name: 'dialog', test: path('web/src/ui/(confirm-)?dialog\\.tsx') },
  { name: 'form', test: path('web/src/ui/form/'), minShareCount: 3 },
  { name: 'record', test: path('web/src/(ui/detail|features/records)/'), minShareCount: 3 },
].map((group, index, { length }) => ({ ...group, priority: length - index }));
