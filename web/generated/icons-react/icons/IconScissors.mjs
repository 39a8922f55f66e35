/**
 * @license @tabler/icons-react v3.51.0 - MIT
 *
 * This source code is licensed under the MIT license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createReactComponent from '../createReactComponent.mjs';

const __iconNode = [["path", { "d": "M3 7a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "key": "svg-0" }], ["path", { "d": "M3 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "key": "svg-1" }], ["path", { "d": "M8.6 8.6l10.4 10.4", "key": "svg-2" }], ["path", { "d": "M8.6 15.4l10.4 -10.4", "key": "svg-3" }]];
const IconScissors = createReactComponent("outline", "scissors", "Scissors", __iconNode);

export { __iconNode, IconScissors as default };
