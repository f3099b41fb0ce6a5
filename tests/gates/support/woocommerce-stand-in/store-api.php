<?php
/**
 * The Store API's cart and checkout, the payment of an order through it, AI agents' checkout sessions, and the REST API
 * of the shop's own staff, as the routes of WooCommerce order their hooks.
 *
 * @package Lintel_Age_Gate
 */

namespace Automattic\WooCommerce\StoreApi\Exceptions {
	/** An error with a code of its own and an HTTP status. */
	class RouteException extends \Exception {
		public $error_code;
		protected $additional_data;

		public function __construct( $error_code, $message, $http_status_code = 400, $additional_data = array() ) {
			$this->error_code      = $error_code;
			$this->additional_data = array_filter( (array) $additional_data );
			parent::__construct( $message, $http_status_code );
		}

		public function getErrorCode() {
			return $this->error_code;
		}

		public function getAdditionalData() {
			return $this->additional_data;
		}
	}

	/** What is wrong with the cart. */
	class InvalidCartException extends \Exception {
		private $error;

		public function __construct( $error_code, \WP_Error $error, $http_status_code = 400 ) {
			$this->error = $error;
			parent::__construct( $error_code, $http_status_code );
		}

		public function getError() {
			return $this->error;
		}
	}
}

namespace {
	use Automattic\WooCommerce\StoreApi\Exceptions\InvalidCartException;
	use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

	defined( 'ABSPATH' ) || exit;

	/** CartController::validate_cart. */
	function stand_in_validate_cart() {
		$errors = new WP_Error();
		do_action( 'woocommerce_store_api_cart_errors', $errors, WC()->cart );
		if ( $errors->has_errors() ) {
			throw new InvalidCartException( 'woocommerce_cart_error', $errors, 409 );
		}
		$before = wc_get_notices();
		do_action( 'woocommerce_check_cart_items' );
		foreach ( wc_get_notices( 'error' ) as $notice ) {
			$errors->add( 'woocommerce_rest_cart_item_error', wp_strip_all_tags( $notice['notice'] ) );
		}
		wc_set_notices( $before );
		if ( $errors->has_errors() ) {
			throw new InvalidCartException( 'woocommerce_cart_error', $errors, 409 );
		}
	}

	/** OrderController::perform_custom_order_validation. */
	function stand_in_validate_order( $order ) {
		$errors = new WP_Error();
		do_action( 'woocommerce_checkout_validate_order_before_payment', $order, $errors );
		if ( $errors->has_errors() ) {
			throw new RouteException( 'woocommerce_rest_checkout_custom_validation_error', esc_html( implode( ' ', $errors->get_error_messages() ) ), 400 );
		}
	}

	/** Runs a route and gives its errors the Store API's form. */
	function stand_in_route( $handler ) {
		return static function ( $request ) use ( $handler ) {
			try {
				return rest_ensure_response( $handler( $request ) );
			} catch ( InvalidCartException $error ) {
				$error->getError()->add_data( array( 'status' => $error->getCode() ) );
				return $error->getError();
			} catch ( RouteException $error ) {
				return new WP_Error( $error->getErrorCode(), $error->getMessage(), array( 'status' => $error->getCode() ) );
			}
		};
	}

	/** CheckoutTrait::update_order_from_request. */
	function stand_in_update_order( $order, $request ) {
		do_action( 'woocommerce_store_api_checkout_update_order_from_request', $order, $request );
		$order->save();
	}

	/** An order of what lies in the cart, as OrderController::create_order_from_cart makes it. */
	function stand_in_draft_order() {
		$order = new WC_Order();
		$order->set_created_via( 'store-api' );
		foreach ( WC()->cart->get_cart() as $item ) {
			$order->add_product( $item['data'] );
		}
		$order->save();
		return $order;
	}

	/** Pays, and shows what is stored. */
	function stand_in_pay( $order ) {
		if ( ! isset( WC()->available_gateways()['test'] ) ) {
			throw new RouteException( 'woocommerce_rest_checkout_payment_method_disabled', 'The test payment gateway is not available.', 400 );
		}
		$order->payment_complete();
		return $order->stored();
	}

	add_action(
		'rest_api_init',
		static function () {
			$routes = array(
				'wc/store/v1 GET /cart'                     => static function () {
					$errors = new WP_Error();
					try {
						stand_in_validate_cart();
					} catch ( InvalidCartException $error ) {
						$errors = $error->getError();
					}
					$list = array();
					foreach ( $errors->get_error_codes() as $code ) {
						foreach ( $errors->get_error_messages( $code ) as $message ) {
							$list[] = array( 'code' => $code, 'message' => $message );
						}
					}
					return array( 'items' => count( WC()->cart->get_cart() ), 'errors' => $list );
				},
				'wc/store/v1 POST /cart/add-item'           => static function ( $request ) {
					WC()->cart->add_to_cart( $request['id'] );
					return array( 'items' => count( WC()->cart->get_cart() ) );
				},
				'wc/store/v1 PUT,PATCH /checkout'           => static function ( $request ) {
					$order = stand_in_draft_order();
					stand_in_update_order( $order, $request );
					return array( 'order' => $order->get_id() );
				},
				'wc/store/v1 POST /checkout'                => static function ( $request ) {
					// A test can ask what the later hooks do by themselves, as for a plugin that skips the cart's validation.
					if ( ! $request['skip_cart_validation'] ) {
						stand_in_validate_cart();
					}
					$order = stand_in_draft_order();
					stand_in_update_order( $order, $request );
					stand_in_validate_order( $order );
					return stand_in_pay( $order );
				},
				'wc/store/v1 POST /checkout/(?P<id>[\d]+)'  => static function ( $request ) {
					$order = wc_get_order( $request['id'] );
					stand_in_update_order( $order, $request );
					stand_in_validate_order( $order );
					return stand_in_pay( $order );
				},
				'wc/agentic/v1 POST /checkout_sessions/complete' => static function ( $request ) {
					if ( ! $request['skip_cart_validation'] ) {
						stand_in_validate_cart();
					}
					$order = stand_in_draft_order();
					stand_in_validate_order( $order );
					return stand_in_pay( $order );
				},
				'wc/v3 POST /orders'                        => static function ( $request ) {
					$order = new WC_Order();
					$order->set_created_via( 'rest-api' );
					$order->add_product( wc_get_product( $request['product_id'] ) );
					$order->save();
					if ( $request['set_paid'] ) {
						$order->payment_complete();
					}
					return $order->stored() + array( 'payment_url' => $order->get_checkout_payment_url() );
				},
				'stand-in/v1 GET /orders/(?P<id>[\d]+)'     => static function ( $request ) {
					return wc_get_order( $request['id'] )->stored();
				},
				'stand-in/v1 GET /features'                 => static function () {
					return \Automattic\WooCommerce\Utilities\FeaturesUtil::$declared;
				},
			);
			foreach ( $routes as $name => $handler ) {
				list( $namespace, $methods, $path ) = explode( ' ', $name );
				register_rest_route(
					$namespace,
					$path,
					array(
						'methods'             => $methods,
						'callback'            => stand_in_route( $handler ),
						'permission_callback' => 'wc/v3' === $namespace
							? static function () {
								return current_user_can( 'edit_posts' );
							}
							: '__return_true',
					)
				);
			}
		}
	);
}
