<?php
/**
 * The product's data box and the order's screen, as WC_Meta_Box_Product_Data and WC_Meta_Box_Order_Data fire their hooks.
 *
 * @package Lintel_Age_Gate
 */

defined( 'ABSPATH' ) || exit;

// WooCommerce edits products in the classic editor.
add_filter(
	'use_block_editor_for_post_type',
	static function ( $uses, $type ) {
		return 'product' === $type ? false : $uses;
	},
	10,
	2
);

add_action(
	'add_meta_boxes_product',
	static function () {
		add_meta_box(
			'woocommerce-product-data',
			'Product data',
			static function ( $post ) {
				$GLOBALS['product_object'] = wc_get_product( $post->ID );
				wp_nonce_field( 'woocommerce_save_data', 'woocommerce_meta_nonce' );
				echo '<div id="general_product_data" class="panel woocommerce_options_panel">';
				do_action( 'woocommerce_product_options_general_product_data' );
				echo '</div>';
			},
			'product'
		);
	}
);

add_action(
	'save_post_product',
	static function ( $id ) {
		$nonce = isset( $_POST['woocommerce_meta_nonce'] ) ? sanitize_key( $_POST['woocommerce_meta_nonce'] ) : '';
		if ( wp_verify_nonce( $nonce, 'woocommerce_save_data' ) ) {
			do_action( 'woocommerce_admin_process_product_object', wc_get_product( $id ) );
		}
	}
);

// The order's screen, reduced to the place where plugins write.
add_action(
	'admin_menu',
	static function () {
		add_menu_page(
			'Orders',
			'Orders',
			'edit_posts',
			'wc-orders',
			static function () {
				$order = wc_get_order( absint( isset( $_GET['id'] ) ? $_GET['id'] : 0 ) );
				echo '<div class="wrap"><h1>Order</h1>';
				if ( $order ) {
					do_action( 'woocommerce_admin_order_data_after_billing_address', $order );
				}
				echo '</div>';
			}
		);
	}
);
