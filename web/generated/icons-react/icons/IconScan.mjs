/**
 * @license @tabler/icons-react v3.51.0 - MIT
 *
 * This source code is licensed under the MIT license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createReactComponent from '../createReactComponent.mjs';

const __iconNode = [["path", { "d": "M5 12h14", "key": "svg-0" }], ["path", { "d": "M3 7v-2a2 2 0 0 1 2 -2h2", "key": "svg-1" }], ["path", { "d": "M3 17v2a2 2 0 0 0 2 2h2", "key": "svg-2" }], ["path", { "d": "M17 3h2a2 2 0 0 1 2 2v2", "key": "svg-3" }], ["path", { "d": "M17 21h2a2 2 0 0 0 2 -2v-2", "key": "svg-4" }]];
const IconScan = createReactComponent("outline", "scan", "Scan", __iconNode);

export { __iconNode, IconScan as default };
