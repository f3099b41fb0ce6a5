<?php
/**
 * Plugin Name:       Lintel Age Gate
 * Description:       Asks visitors to prove their age before they see your site, or the parts of it you choose. The check runs on your server, so nothing protected reaches a browser without proof.
 * Version:           0.9.1
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Lintel
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       lintel-age-gate
 * Domain Path:       /languages
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

define( 'LINTEL_GATE_VERSION', '0.9.1' );
define( 'LINTEL_GATE_FILE', __FILE__ );
define( 'LINTEL_GATE_FOLDER', __DIR__ );

// What decides and answers. These files have no side effects: the hooks are all added by Lintel_Gate::boot().
require_once __DIR__ . '/includes/class-lintel-gate-cookie.php';
require_once __DIR__ . '/includes/class-lintel-gate-return-address.php';
require_once __DIR__ . '/includes/class-lintel-gate-settings.php';
require_once __DIR__ . '/includes/class-lintel-gate-caches.php';
require_once __DIR__ . '/includes/class-lintel-gate.php';
require_once __DIR__ . '/includes/class-lintel-gate-protection.php';
require_once __DIR__ . '/includes/class-lintel-gate-requests.php';
require_once __DIR__ . '/includes/class-lintel-gate-forwarding.php';
require_once __DIR__ . '/includes/class-lintel-gate-lists.php';
require_once __DIR__ . '/includes/class-lintel-gate-texts.php';
require_once __DIR__ . '/includes/class-lintel-gate-rest.php';
require_once __DIR__ . '/includes/class-lintel-gate-media.php';
require_once __DIR__ . '/includes/class-lintel-gate-uploads.php';
require_once __DIR__ . '/includes/class-lintel-gate-woocommerce.php';
require_once __DIR__ . '/includes/class-lintel-gate-woocommerce-products.php';
require_once __DIR__ . '/includes/class-lintel-gate-woocommerce-orders.php';
require_once __DIR__ . '/includes/class-lintel-gate-woocommerce-screens.php';

Lintel_Gate::boot();
Lintel_Gate_WooCommerce::boot();

if ( is_admin() ) {
	require_once __DIR__ . '/admin/class-lintel-gate-settings-page.php';
	require_once __DIR__ . '/admin/class-lintel-gate-fields.php';
	require_once __DIR__ . '/admin/class-lintel-gate-connection.php';
	require_once __DIR__ . '/admin/class-lintel-gate-leaks.php';
	require_once __DIR__ . '/admin/class-lintel-gate-server-rules.php';
	Lintel_Gate_Settings_Page::boot();
}

add_action(
	'init',
	static function (): void {
		load_plugin_textdomain( 'lintel-age-gate', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);
