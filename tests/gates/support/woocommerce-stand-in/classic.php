<?php
/**
 * The cart page, the classic checkout and the payment page, as WC_Checkout and WC_Shortcode_Checkout order their hooks.
 *
 * @package Lintel_Age_Gate
 */

defined( 'ABSPATH' ) || exit;

add_shortcode(
	'woocommerce_cart',
	static function () {
		do_action( 'woocommerce_check_cart_items' );
		return '<div class="woocommerce">' . wc_print_notices() . stand_in_cart_lines() . '<a class="checkout-button" href="' . esc_url( wc_get_checkout_url() ) . '">Proceed to checkout</a></div>';
	}
);

add_shortcode(
	'woocommerce_checkout',
	static function () {
		$order_id = absint( get_query_var( 'order-pay' ) );
		return '<div class="woocommerce">' . ( $order_id ? stand_in_pay_page( $order_id ) : stand_in_checkout_page() ) . '</div>';
	}
);

/** The names of what lies in the cart. */
function stand_in_cart_lines() {
	$lines = array_map(
		static function ( $item ) {
			return '<li class="cart_item">' . esc_html( $item['data']->get_name() ) . '</li>';
		},
		WC()->cart->get_cart()
	);
	return '<ul>' . implode( '', $lines ) . '</ul>';
}

/** The checkout: what is wrong with the cart instead of the form, or the form. */
function stand_in_checkout_page() {
	if ( WC()->cart->is_empty() ) {
		return 'Your cart is empty.';
	}
	do_action( 'woocommerce_check_cart_items' );
	if ( empty( $_POST ) && wc_notice_count( 'error' ) > 0 ) {
		return wc_print_notices() . '<p class="cart-errors">There are some issues with the items in your cart.</p>';
	}
	return wc_print_notices() . stand_in_cart_lines() . '<form method="post" class="checkout" action="' . esc_url( home_url( '/?wc-ajax=checkout' ) ) . '"><input type="hidden" name="payment_method" value="test"><button name="place" value="1">Place order</button></form>';
}

/** The payment page of an order that exists. */
function stand_in_pay_page( $order_id ) {
	try {
		$order = wc_get_order( $order_id );
		$key   = isset( $_GET['key'] ) ? (string) wp_unslash( $_GET['key'] ) : '';
		if ( ! $order || ! hash_equals( $order->get_order_key(), $key ) ) {
			throw new Exception( 'Sorry, this order is invalid and cannot be paid for.' );
		}
		do_action( 'before_woocommerce_pay_form', $order, 'Pay for order', WC()->available_gateways() );
		return wc_print_notices() . '<form id="order_review" method="post"><input type="hidden" name="payment_method" value="test"><button name="woocommerce_pay" value="1">Pay for order</button></form>';
	} catch ( Exception $error ) {
		return '<div class="woocommerce-error" role="alert">' . wp_kses_post( $error->getMessage() ) . '</div>';
	}
}

// WC_Form_Handler::pay_action.
add_action(
	'wp',
	static function () {
		$order = isset( $_POST['woocommerce_pay'], $_GET['key'] ) ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : false;
		if ( ! $order || ! hash_equals( $order->get_order_key(), (string) wp_unslash( $_GET['key'] ) ) || ! $order->needs_payment() ) {
			return;
		}
		do_action( 'woocommerce_before_pay_action', $order );
		if ( ! isset( WC()->available_gateways()[ $_POST['payment_method'] ] ) ) {
			wc_add_notice( 'Invalid payment method.', 'error' );
			return;
		}
		if ( 0 === wc_notice_count( 'error' ) ) {
			$order->payment_complete();
			wp_safe_redirect( home_url( '/?paid=' . $order->get_id() ) );
			exit;
		}
	},
	20
);

// WC_AJAX. `express` is a payment plugin that skips the form: WC_Checkout::create_order without process_checkout.
// `callback` is a wallet's server that makes the order after the payment, without the visitor's cookies.
add_action(
	'template_redirect',
	static function () {
		$what = isset( $_GET['wc-ajax'] ) ? sanitize_key( $_GET['wc-ajax'] ) : '';
		if ( 'add_to_cart' === $what ) {
			WC()->cart->add_to_cart( absint( $_GET['product'] ) );
			wp_send_json( array( 'result' => 'success' ) );
		}
		if ( 'checkout' === $what ) {
			wp_send_json( stand_in_process_checkout() );
		}
		if ( 'gateways' === $what ) {
			wp_send_json( array_keys( WC()->available_gateways() ) );
		}
		if ( 'express' === $what || 'callback' === $what ) {
			$order = stand_in_create_order( 'callback' === $what ? array( absint( $_GET['product'] ) ) : array() );
			$order->payment_complete();
			wp_send_json( $order->stored() );
		}
		// WC_Gateway_COD::process_payment of an order that came like the first of those.
		if ( 'cash' === $what ) {
			$order = stand_in_create_order();
			$order->set_status( apply_filters( 'woocommerce_cod_process_payment_order_status', 'processing', $order ) );
			$order->save();
			wp_send_json( $order->stored() );
		}
	},
	1
);

/** WC_Checkout::process_checkout. */
function stand_in_process_checkout() {
	wc_clear_notices();
	do_action( 'woocommerce_checkout_process' );
	$data   = array( 'payment_method' => isset( $_POST['payment_method'] ) ? sanitize_key( $_POST['payment_method'] ) : '' );
	$errors = new WP_Error();
	do_action( 'woocommerce_check_cart_items' );
	if ( ! isset( WC()->available_gateways()[ $data['payment_method'] ] ) ) {
		$errors->add( 'payment', 'Invalid payment method.' );
	}
	do_action( 'woocommerce_after_checkout_validation', $data, $errors );
	foreach ( $errors->get_error_messages() as $message ) {
		wc_add_notice( $message, 'error' );
	}
	if ( wc_notice_count( 'error' ) > 0 ) {
		return array( 'result' => 'failure', 'messages' => wc_print_notices() );
	}
	$order = stand_in_create_order();
	$order->payment_complete();
	return array( 'result' => 'success', 'order' => $order->stored() );
}

/** WC_Checkout::create_order. */
function stand_in_create_order( $product_ids = array() ) {
	$order = new WC_Order();
	$order->set_created_via( 'checkout' );
	foreach ( $product_ids ? array_map( 'wc_get_product', $product_ids ) : array_column( WC()->cart->get_cart(), 'data' ) as $product ) {
		$order->add_product( $product );
	}
	do_action( 'woocommerce_checkout_create_order', $order, array() );
	$order->save();
	WC()->cart->empty_cart();
	return $order;
}
