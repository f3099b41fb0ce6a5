<?php
/**
 * The age check of a WooCommerce shop, by product and by category.
 *
 * An order comes in by more than one door: the classic checkout, the checkout block and its Store API, express buttons,
 * AI agents' checkout sessions, and the payment page of an order that exists. Each door has its own hook, and all of
 * them ask the one question of refusal(). Without WooCommerce none of these hooks ever fires.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Asks for the age check where it is due.
 */
final class Lintel_Gate_WooCommerce {
	const ERROR = 'lintel_gate_age_check';

	/**
	 * Stands at every door.
	 */
	public static function boot(): void {
		add_action( 'before_woocommerce_init', array( self::class, 'declare_compatibility' ) );

		// The cart page, the checkout page, and the classic checkout's "Place order".
		add_action( 'woocommerce_check_cart_items', array( self::class, 'check_cart' ) );
		add_action( 'woocommerce_after_checkout_validation', array( self::class, 'validate_checkout' ), 10, 2 );

		// The cart and checkout blocks, express buttons, and everything else that speaks the Store API. AI agents' checkout
		// sessions never reach the second of these three: the first and the last stop them.
		add_action( 'woocommerce_store_api_cart_errors', array( self::class, 'add_cart_error' ), 10, 2 );
		add_action( 'woocommerce_store_api_checkout_update_order_from_request', array( self::class, 'check_store_api_order' ), 10, 2 );
		add_action( 'woocommerce_checkout_validate_order_before_payment', array( self::class, 'add_order_error' ), 10, 2 );

		// The payment page of an order that exists, such as one that staff made on the telephone.
		add_action( 'before_woocommerce_pay_form', array( self::class, 'check_pay_page' ) );
		add_action( 'woocommerce_before_pay_action', array( self::class, 'check_payment' ) );

		// Express buttons skip the checkout form. Without a payment method they are not drawn and cannot pay.
		add_filter( 'woocommerce_available_payment_gateways', array( self::class, 'payment_methods' ) );

		Lintel_Gate_WooCommerce_Products::boot();
		Lintel_Gate_WooCommerce_Orders::boot();
		Lintel_Gate_WooCommerce_Screens::boot();
	}

	/**
	 * Says that orders in their own tables and the cart and checkout blocks are supported.
	 */
	public static function declare_compatibility(): void {
		if ( ! class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			return;
		}
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, LINTEL_GATE_FILE, true );
		}
	}

	/**
	 * The cart and the classic checkout: an error notice keeps the order from being placed.
	 */
	public static function check_cart(): void {
		$refusal = self::refusal_of_cart( WC()->cart );
		if ( '' !== $refusal && ! wc_has_notice( $refusal, 'error' ) ) {
			wc_add_notice( $refusal, 'error' );
		}
	}

	/**
	 * The classic checkout's own list of errors. Plugins that place an order without the form ask only this hook.
	 *
	 * @param array    $data   The posted fields.
	 * @param WP_Error $errors What is wrong with them.
	 */
	public static function validate_checkout( $data, $errors ): void {
		$refusal = self::refusal_of_cart( WC()->cart );
		if ( '' === $refusal ) {
			return;
		}
		// The cart's check has run in the same request, and WooCommerce shows both lists: say it once. The payment method
		// is called invalid only because payment_methods() gave none.
		self::take_back_notice( $refusal );
		$errors->remove( 'payment' );
		$errors->add( self::ERROR, $refusal );
	}

	/**
	 * The Store API's cart: shown by the cart and checkout blocks, and in the way of every checkout through it.
	 *
	 * @param WP_Error $errors What is wrong with the cart.
	 * @param WC_Cart  $cart   The cart.
	 */
	public static function add_cart_error( $errors, $cart ): void {
		$refusal = self::refusal_of_cart( $cart );
		if ( '' !== $refusal ) {
			$errors->add( self::ERROR, $refusal );
		}
	}

	/**
	 * The Store API's order, new or to be paid again.
	 *
	 * @param WC_Order        $order   The order, not yet paid.
	 * @param WP_REST_Request $request The visitor's request.
	 * @throws \Automattic\WooCommerce\StoreApi\Exceptions\RouteException Without the check.
	 */
	public static function check_store_api_order( $order, $request ): void {
		// Fields that change while someone types come as PUT or PATCH; the order is placed by POST.
		$refusal = 'POST' === $request->get_method() ? self::refusal_of_new_order( $order ) : '';
		if ( '' !== $refusal ) {
			throw new \Automattic\WooCommerce\StoreApi\Exceptions\RouteException(
				self::ERROR, // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- a constant.
				wp_kses_post( $refusal ),
				403
			);
		}
		Lintel_Gate_WooCommerce_Orders::note( $order );
	}

	/**
	 * The last look before payment, in WooCommerce 9.9 and newer.
	 *
	 * @param WC_Order $order  The order, not yet paid.
	 * @param WP_Error $errors What is wrong with it.
	 */
	public static function add_order_error( $order, $errors ): void {
		$refusal = self::refusal_of_new_order( $order );
		if ( '' !== $refusal ) {
			// WooCommerce escapes these messages, so a link would be shown as code.
			$errors->add( self::ERROR, wp_strip_all_tags( $refusal ) );
		}
	}

	/**
	 * The payment page: the message stands where the form would be.
	 *
	 * @param WC_Order $order The order to be paid.
	 * @throws Exception Without the check; WooCommerce shows its message in place of the form.
	 */
	public static function check_pay_page( $order ): void {
		$refusal = self::refusal_of_existing_order( $order );
		if ( '' !== $refusal ) {
			throw new Exception( wp_kses_post( $refusal ) );
		}
	}

	/**
	 * The payment page's form, sent.
	 *
	 * @param WC_Order $order The order to be paid.
	 */
	public static function check_payment( $order ): void {
		$refusal = self::refusal_of_existing_order( $order );
		if ( '' !== $refusal ) {
			wc_add_notice( $refusal, 'error' );
		} elseif ( Lintel_Gate_WooCommerce_Orders::note( $order ) ) {
			$order->save();
		}
	}

	/**
	 * No payment method without the check.
	 *
	 * @param array $gateways The payment methods by their ids.
	 * @return array
	 */
	public static function payment_methods( $gateways ) {
		if ( is_admin() && ! wp_doing_ajax() ) {
			return $gateways;
		}
		$order   = is_wc_endpoint_url( 'order-pay' ) ? wc_get_order( absint( get_query_var( 'order-pay' ) ) ) : false;
		$refusal = $order ? self::refusal_of_existing_order( $order ) : self::refusal_of_cart( WC()->cart );
		return '' === $refusal ? $gateways : array();
	}

	/**
	 * Why the cart cannot be bought now; nothing if it can.
	 *
	 * @param WC_Cart|null $cart The cart.
	 */
	private static function refusal_of_cart( $cart ): string {
		return self::refusal( Lintel_Gate_WooCommerce_Products::of_cart( $cart ), is_cart() ? wc_get_cart_url() : wc_get_checkout_url() );
	}

	/**
	 * The same for an order that is about to be placed.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function refusal_of_new_order( $order ): string {
		return self::refusal( Lintel_Gate_WooCommerce_Products::of_order( $order ), wc_get_checkout_url() );
	}

	/**
	 * The same for an order that waits for its payment.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function refusal_of_existing_order( $order ): string {
		return self::refusal( Lintel_Gate_WooCommerce_Products::of_order( $order ), $order->get_checkout_payment_url() );
	}

	/**
	 * Why these products cannot be bought now, as HTML with the way to the check; nothing if they can.
	 *
	 * @param array<array{0: WC_Product|false, 1: string}> $products Products and their names.
	 * @param string                                       $back     Where the check leads back to.
	 */
	private static function refusal( array $products, string $back ): string {
		$names = Lintel_Gate_WooCommerce_Products::that_ask( $products );
		if ( array() === $names ) {
			return '';
		}
		// With the check or without it: this page is one visitor's.
		Lintel_Gate_Caches::keep_out();
		if ( Lintel_Gate::may_see() ) {
			return '';
		}
		$list = esc_html( implode( ', ', $names ) );
		if ( ! Lintel_Gate_Settings::is_ready() ) {
			/* translators: %s: the products' names. */
			return sprintf( __( 'We cannot check ages right now, so you cannot buy %s. Please contact the shop.', 'lintel-age-gate' ), $list );
		}
		$link = '<a href="' . esc_url( Lintel_Gate_Requests::start_address( wp_make_link_relative( $back ) ) ) . '">' . esc_html__( 'Check your age', 'lintel-age-gate' ) . '</a>';
		if ( 'policy' === Lintel_Gate_Settings::get( 'threshold' ) ) {
			/* translators: 1: the products' names. 2: the link "Check your age". */
			return sprintf( __( 'You need to prove your age to buy %1$s. %2$s', 'lintel-age-gate' ), $list, $link );
		}
		/* translators: 1: an age in years. 2: the products' names. 3: the link "Check your age". */
		return sprintf( __( 'You need to prove that you are %1$s or over to buy %2$s. %3$s', 'lintel-age-gate' ), esc_html( Lintel_Gate_Settings::get( 'threshold' ) ), $list, $link );
	}

	/**
	 * Removes the cart check's notice, which the checkout's own list repeats.
	 *
	 * @param string $refusal Its text.
	 */
	private static function take_back_notice( string $refusal ): void {
		$notices = wc_get_notices();
		foreach ( isset( $notices['error'] ) ? $notices['error'] : array() as $at => $notice ) {
			if ( $notice['notice'] === $refusal ) {
				unset( $notices['error'][ $at ] );
			}
		}
		wc_set_notices( $notices );
	}
}
