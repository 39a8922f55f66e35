/**
 * @license @tabler/icons-react v3.51.0 - MIT
 *
 * This source code is licensed under the MIT license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createReactComponent from '../createReactComponent.mjs';

const __iconNode = [["path", { "d": "M7 4v16l13 -8l-13 -8", "key": "svg-0" }]];
const IconPlayerPlay = createReactComponent("outline", "player-play", "PlayerPlay", __iconNode);

export { __iconNode, IconPlayerPlay as default };
