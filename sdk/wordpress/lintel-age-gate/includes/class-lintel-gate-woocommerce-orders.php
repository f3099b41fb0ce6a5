<?php
/**
 * What an order keeps of the age check, and what happens to a paid order that has none.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * An order says "18+, 2026-03-01T12:00:00Z": the age and the time, and nothing about the person.
 */
final class Lintel_Gate_WooCommerce_Orders {
	const NOTE = '_lintel_gate_age_checked';

	/** Orders that no visitor places: the shop's own staff, its other systems, and renewals of a subscription. */
	const NOT_BY_A_VISITOR = array( 'admin', 'rest-api', 'subscription' );

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		add_action( 'woocommerce_checkout_create_order', array( self::class, 'note' ) );
		add_filter( 'woocommerce_payment_complete_order_status', array( self::class, 'status_after_payment' ), 10, 3 );
		add_filter( 'woocommerce_cod_process_payment_order_status', array( self::class, 'status_of_cash_order' ), 10, 2 );
	}

	/**
	 * Notes on the order that the age was checked. Whoever calls this saves the order.
	 *
	 * @param WC_Order $order The order.
	 * @return bool Whether there was anything to note.
	 */
	public static function note( $order ): bool {
		if ( ! Lintel_Gate::may_see() || array() === Lintel_Gate_WooCommerce_Products::that_ask( Lintel_Gate_WooCommerce_Products::of_order( $order ) ) ) {
			return false;
		}
		$what = Lintel_Gate::has_proof() ? self::age() : 'placed by staff';
		$order->update_meta_data( self::NOTE, $what . ', ' . gmdate( 'Y-m-d\TH:i:s\Z' ) );
		return true;
	}

	/**
	 * A paid order that no door has seen, such as a wallet's that calls the shop from its own server, waits for the
	 * shop's staff. The money is there, so refusing the order would be the worse answer.
	 *
	 * @param string   $status   The status after payment.
	 * @param int      $order_id The order's number.
	 * @param WC_Order $order    The order.
	 * @return string
	 */
	public static function status_after_payment( $status, $order_id, $order = null ) {
		return self::status_of_cash_order( $status, $order ? $order : wc_get_order( $order_id ) );
	}

	/**
	 * The same for an order that is paid at the door.
	 *
	 * @param string   $status The status that the order would have.
	 * @param WC_Order $order  The order.
	 * @return string
	 */
	public static function status_of_cash_order( $status, $order ) {
		$is_known = ! $order
			|| in_array( $order->get_created_via(), self::NOT_BY_A_VISITOR, true )
			|| '' !== (string) $order->get_meta( self::NOTE );
		if ( $is_known || array() === Lintel_Gate_WooCommerce_Products::that_ask( Lintel_Gate_WooCommerce_Products::of_order( $order ) ) ) {
			return $status;
		}
		$order->add_order_note( __( 'This order was paid without an age check. Check the customer’s age before you send it.', 'lintel-age-gate' ) );
		return 'on-hold';
	}

	/**
	 * The age as people write it: "18+", or "policy" where Lintel's policy decides.
	 */
	public static function age(): string {
		$threshold = (string) Lintel_Gate_Settings::get( 'threshold' );
		return 'policy' === $threshold ? $threshold : $threshold . '+';
	}
}
