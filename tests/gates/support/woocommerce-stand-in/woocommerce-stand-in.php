<?php
/**
 * Plugin Name: WooCommerce stand-in (tests only)
 * Description: Fires the hooks that the age check stands on, with objects of the documented shape. It is not a shop.
 * Version: 1.0.0
 *
 * WooCommerce itself comes from wordpress.org, which the machines that run these tests cannot reach. The names of the
 * hooks, their arguments and their order were read in WooCommerce's source (trunk, 11.2): CartController::validate_cart,
 * Checkout::get_route_post_response, CheckoutOrder, CheckoutTrait::update_order_from_request, OrderController::
 * perform_custom_order_validation, Agentic\CheckoutSessionsComplete, WC_Checkout::process_checkout,
 * WC_Shortcode_Checkout::order_pay, WC_Form_Handler::pay_action. What a real theme or payment plugin does beside them
 * is not played here.
 *
 * @package Lintel_Age_Gate
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/objects.php';
require_once __DIR__ . '/functions.php';
require_once __DIR__ . '/classic.php';
require_once __DIR__ . '/store-api.php';
require_once __DIR__ . '/admin.php';

/** What `WC()` gives. */
final class WooCommerce {
	/** @var WC_Cart|null */
	public $cart = null;
	/** @var WC_Session|null */
	public $session = null;

	/** The one payment method that this shop has. */
	public function available_gateways() {
		return apply_filters( 'woocommerce_available_payment_gateways', array( 'test' => (object) array( 'id' => 'test' ) ) );
	}
}

/** The one instance. */
function WC() {
	static $woocommerce = null;
	if ( null === $woocommerce ) {
		$woocommerce = new WooCommerce();
	}
	return $woocommerce;
}

add_action(
	'plugins_loaded',
	static function () {
		do_action( 'before_woocommerce_init' );
	},
	20
);

add_action(
	'init',
	static function () {
		register_post_type(
			'product',
			array(
				'public'       => true,
				'label'        => 'Products',
				'has_archive'  => 'shop',
				'show_in_rest' => true,
				'supports'     => array( 'title', 'editor', 'excerpt' ),
				'rewrite'      => array( 'slug' => 'product' ),
			)
		);
		register_post_type( 'shop_order', array( 'public' => false, 'label' => 'Orders' ) );
		register_taxonomy(
			'product_cat',
			'product',
			array(
				'hierarchical' => true,
				'label'        => 'Product categories',
				'show_in_rest' => true,
				'show_ui'      => true,
				'rewrite'      => array( 'slug' => 'product-category' ),
			)
		);
		add_rewrite_endpoint( 'order-pay', EP_PAGES );
		// As in WooCommerce, wp-admin and jobs have no cart.
		if ( ! is_admin() && ! wp_doing_cron() ) {
			WC()->session = new WC_Session();
			WC()->cart    = new WC_Cart();
		}
		do_action( 'woocommerce_init' );
	},
	5
);
