<?php
/**
 * WooCommerce's functions that the age check may call, and the feature register.
 *
 * @package Lintel_Age_Gate
 */

namespace Automattic\WooCommerce\Utilities {
	/** Remembers what plugins say of themselves. */
	class FeaturesUtil {
		public static $declared = array();

		public static function declare_compatibility( $feature, $plugin_file, $positive = true ) {
			self::$declared[ $feature ] = array( plugin_basename( $plugin_file ), $positive );
			return true;
		}
	}
}

namespace {
	defined( 'ABSPATH' ) || exit;

	function wc_get_product( $id ) {
		$post = get_post( $id );
		if ( ! $post || ! in_array( $post->post_type, array( 'product', 'product_variation' ), true ) ) {
			return false;
		}
		return 'product' === $post->post_type ? new WC_Product( $post ) : new WC_Product_Variation( $post );
	}

	function wc_get_order( $id ) {
		return $id && 'shop_order' === get_post_type( $id ) ? new WC_Order( (int) $id ) : false;
	}

	function wc_get_page_url( $slug ) {
		return home_url( '/' . $slug . '/' );
	}

	function wc_get_cart_url() {
		return wc_get_page_url( 'cart' );
	}

	function wc_get_checkout_url() {
		return wc_get_page_url( 'checkout' );
	}

	function is_cart() {
		return is_page( 'cart' );
	}

	function is_checkout() {
		return is_page( 'checkout' );
	}

	function is_product() {
		return is_singular( 'product' );
	}

	function is_wc_endpoint_url( $endpoint ) {
		return '' !== (string) get_query_var( $endpoint, '' );
	}

	function wc_get_notices( $type = '' ) {
		$notices = (array) WC()->session->get( 'wc_notices', array() );
		if ( '' === $type ) {
			return $notices;
		}
		return isset( $notices[ $type ] ) ? $notices[ $type ] : array();
	}

	function wc_set_notices( $notices ) {
		WC()->session->set( 'wc_notices', $notices );
	}

	function wc_clear_notices() {
		wc_set_notices( array() );
	}

	function wc_add_notice( $message, $type = 'success', $data = array() ) {
		$notices            = wc_get_notices();
		$notices[ $type ][] = array( 'notice' => $message, 'data' => $data );
		wc_set_notices( $notices );
	}

	function wc_has_notice( $message, $type = 'success' ) {
		return in_array( $message, array_column( wc_get_notices( $type ), 'notice' ), true );
	}

	function wc_notice_count( $type = '' ) {
		return count( wc_get_notices( $type ) );
	}

	/** Prints what has been noted and forgets it, with the tags that WooCommerce lets through. */
	function wc_print_notices() {
		$html = '';
		foreach ( wc_get_notices() as $type => $notices ) {
			foreach ( $notices as $notice ) {
				$html .= '<ul class="woocommerce-' . esc_attr( $type ) . '" role="alert"><li>' . wp_kses_post( $notice['notice'] ) . '</li></ul>';
			}
		}
		wc_clear_notices();
		return $html;
	}

	function woocommerce_wp_checkbox( $field ) {
		printf(
			'<p class="form-field"><label for="%1$s">%2$s</label><input type="checkbox" class="checkbox" name="%1$s" id="%1$s" value="yes" %3$s> <span class="description">%4$s</span></p>',
			esc_attr( $field['id'] ),
			esc_html( $field['label'] ),
			checked( $field['value'], 'yes', false ),
			wp_kses_post( isset( $field['description'] ) ? $field['description'] : '' )
		);
	}
}
